import type { RequestListener } from 'node:http';
import type { AppDeps, Listening } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import { randomKey } from '../core/hash.ts';
import { readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { openPagePorts } from './pages/page-ports.ts';
import { listenOnTcp, type TcpServer, type TcpServerOptions } from './tcp-server.ts';

const TOKEN_BYTES = 32;
/** Ports that the system may offer until one is among them that served no pages before. */
const OFFERS = 16;

/** The dependencies of TCP access. */
export interface TcpAccessDeps extends Pick<TcpServerOptions, 'deadlines' | 'userId'> {
  stateFile: string;
  /** File of the ports at which pages were served. */
  portsFile: string;
  signIns: NonNullable<AppDeps['signIns']>;
  /** Builds what answers at a port; without `signIns` there are no pages. */
  createListener: (pages: Pick<AppDeps, 'signIns'>) => RequestListener;
}

/**
 * Builds the worker's servers on 127.0.0.1, from when a client asks for one until the worker leaves; nothing listens yet.
 * One serves programs and pages at a port that the system chooses. Where somebody chose the port, pages have one of their
 * own: while no worker runs, any user's program may answer at a port that is known, and what it gives a browser for that
 * origin stays there. While programs are served, `stateFile` (0600) holds their address and the token.
 */
export function createTcpAccess(deps: TcpAccessDeps) {
  const token = randomKey(TOKEN_BYTES).toString('hex');
  let pages: Promise<TcpServer> | undefined;
  let programs: Promise<TcpServer> | undefined;
  removeFile(deps.stateFile);

  const serve = (port: number, own: Pick<AppDeps, 'signIns'>): Promise<TcpServer> =>
    listenOnTcp({ ...deps, signIns: undefined, ...own, port, token, listener: deps.createListener(own) });

  const listeningAt = ({ port }: TcpServer): Listening => ({ url: `http://127.0.0.1:${port}`, token });

  const openPages = (): Promise<TcpServer> => {
    pages ??= servePages(() => serve(0, { signIns: deps.signIns }), deps.portsFile).catch((error: unknown) => {
      pages = undefined;
      throw error;
    });
    return pages;
  };

  /** Serves programs at a port, without one where pages are, and says so in the file. */
  const openPrograms = async (port: number | undefined): Promise<TcpServer> => {
    const server = await (port === undefined ? openPages() : serve(port, {}));
    try {
      const state = { ...listeningAt(server), pid: process.pid, pages: port === undefined };
      writeDurable(deps.stateFile, `${JSON.stringify(state)}\n`);
    } catch (error) {
      if (port !== undefined) await server.close();
      throw error;
    }
    return server;
  };

  /** Serves programs and returns the address. `busy` when another port serves them already, or the port is taken. */
  const listen = async (port: number | undefined): Promise<Listening> => {
    programs ??= openPrograms(port).catch((error: unknown) => {
      programs = undefined;
      throw error;
    });
    const server = await programs;
    const listening = listeningAt(server);
    if (port === undefined || port === server.port) return listening;
    throw new CairnError('busy', `Cairn answers at ${listening.url} already.`, { fix: 'cairn worker stop' });
  };

  return {
    listen,
    /** Serves pages and returns the address: that of the programs, unless somebody chose their port. */
    listenForPages: async (): Promise<Pick<Listening, 'url'>> => {
      if (programs === undefined) await listen(undefined);
      return { url: listeningAt(await openPages()).url };
    },
    async close(): Promise<void> {
      // Where the home was replaced, the file belongs to another worker.
      const opening = [programs, pages].map((one) =>
        one?.catch((error: unknown) => ignore(error, 'did not listen on TCP')),
      );
      const opened = new Set(await Promise.all(opening));
      if (readTextIfThere(deps.stateFile)?.includes(token)) removeFile(deps.stateFile);
      await Promise.all([...opened].map((server) => server?.close()));
    },
  };
}

/** Serves pages at a port of the system's choice that served none before. Throws `busy` when it offers no such port. */
async function servePages(serve: () => Promise<TcpServer>, portsFile: string): Promise<TcpServer> {
  const ports = openPagePorts(portsFile);
  for (let offers = 0; offers < OFFERS; offers += 1) {
    const server = await serve();
    try {
      if (ports.take(server.port)) return server;
    } catch (error) {
      await server.close();
      throw error;
    }
    await server.close();
  }
  const message = 'The system offers only ports at which the dashboard was served before.';
  throw new CairnError('busy', message, { fix: 'Look for a program that holds most ports of 127.0.0.1.' });
}
