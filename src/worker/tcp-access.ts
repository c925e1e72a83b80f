import type { RequestListener } from 'node:http';
import type { Listening } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import { randomKey } from '../core/hash.ts';
import { readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { KeptSignIns } from './pages/sign-ins.ts';
import { listenOnTcp, type TcpServer, type TcpServerOptions } from './tcp-server.ts';

const TOKEN_BYTES = 32;

/** The dependencies of TCP access. */
export interface TcpAccessDeps extends Pick<TcpServerOptions, 'deadlines' | 'userId'> {
  stateFile: string;
  createListener: () => RequestListener;
  signIns: KeptSignIns;
}

interface OpenTcp {
  server: TcpServer;
  listening: Listening;
}

/**
 * Builds the worker's second server, on 127.0.0.1 from when a client asks for it until the worker leaves; nothing listens yet. While it listens, `stateFile` (0600) holds the address
 * and the token.
 */
export function createTcpAccess(deps: TcpAccessDeps) {
  let opening: Promise<OpenTcp> | undefined;
  removeFile(deps.stateFile);

  const open = async (port: number): Promise<OpenTcp> => {
    const token = randomKey(TOKEN_BYTES).toString('hex');
    const server = await listenOnTcp({ port, token, listener: deps.createListener(), ...deps });
    deps.signIns.listensAt(server.port);
    const listening = { url: `http://127.0.0.1:${server.port}`, token };
    try {
      writeDurable(deps.stateFile, `${JSON.stringify({ ...listening, pid: process.pid })}\n`);
    } catch (error) {
      await server.close();
      throw error;
    }
    return { server, listening };
  };

  /** Where pages are signed in they find the worker again; another port does when that one is taken. */
  const openAnywhere = async (): Promise<OpenTcp> => {
    const port = deps.signIns.port();
    if (port === undefined) return open(0);
    return open(port).catch((error: unknown) => {
      ignore(error, 'the port of the dashboard is taken');
      return open(0);
    });
  };

  return {
    /** Listens again where pages are signed in, if any are. Never rejects. */
    async resume(): Promise<void> {
      if (deps.signIns.port() !== undefined)
        await this.listen(undefined).catch((error: unknown) => ignore(error, 'did not listen on TCP again'));
    },
    /** Listens on TCP and returns the address. `busy` when it listens at another port already, or the port is taken. */
    async listen(port: number | undefined): Promise<Listening> {
      opening ??= port === undefined ? openAnywhere() : open(port);
      const { server, listening } = await opening.catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      if (port === undefined || port === server.port) return listening;
      throw new CairnError('busy', `Cairn answers at ${listening.url} already.`, { fix: 'cairn worker stop' });
    },
    async close(): Promise<void> {
      const opened = await opening?.catch((error: unknown) => ignore(error, 'did not listen on TCP'));
      if (opened === undefined) return;
      // Where the home was replaced, the file belongs to another worker.
      if (readTextIfThere(deps.stateFile)?.includes(opened.listening.token)) removeFile(deps.stateFile);
      await opened.server.close();
    },
  };
}
