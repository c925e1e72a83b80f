import type { RequestListener } from 'node:http';
import type { Listening } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import { randomKey } from '../core/hash.ts';
import { readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { listenOnTcp, type TcpServer, type TcpServerOptions } from './tcp-server.ts';

const TOKEN_BYTES = 32;

/** The dependencies of TCP access. */
export interface TcpAccessDeps extends Pick<TcpServerOptions, 'deadlines'> {
  stateFile: string;
  createListener: () => RequestListener;
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
    const server = await listenOnTcp({ port, token, listener: deps.createListener(), deadlines: deps.deadlines });
    const listening = { url: `http://127.0.0.1:${server.port}`, token };
    try {
      writeDurable(deps.stateFile, `${JSON.stringify({ ...listening, pid: process.pid })}\n`);
    } catch (error) {
      await server.close();
      throw error;
    }
    return { server, listening };
  };

  return {
    /** Listens on TCP and returns the address. `busy` when it listens at another port already, or the port is taken. */
    async listen(port: number | undefined): Promise<Listening> {
      opening ??= open(port ?? 0);
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
