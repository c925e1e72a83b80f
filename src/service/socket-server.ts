import { chmodSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { removeFile } from '../platform/files.ts';

/** Milliseconds of silence after which a connection ends, so that a client that hangs does not keep the owner for ever. */
export const SILENCE_MS = 15 * 60_000;
/** Node's server wakes every 30 seconds to look for slow requests; an idle owner wakes for nothing. */
export const NEVER_MS = 2 ** 31 - 1;

/** An HTTP server on a unix socket. */
export interface SocketServer {
  /** Accepts nothing more, gives what is under way its time, and removes the socket. */
  close(): Promise<void>;
}

/**
 * Listens on a unix socket of mode 0600. A file left there by a dead owner is removed: only the holder of the lock calls this.
 * `closeMs`: milliseconds that requests under way get when it closes.
 */
export async function listenOnSocket(
  path: string,
  listener: RequestListener,
  closeMs = DEADLINES.closeMs,
): Promise<SocketServer> {
  removeFile(path);
  const server = createServer({ keepAliveTimeout: 30_000, connectionsCheckingInterval: NEVER_MS }, listener);
  server.setTimeout(SILENCE_MS);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(path, error)));
    server.listen(path, resolve);
  });
  chmodSync(path, 0o600);
  return { close: () => closeServer(server, closeMs) };
}

/** Accepts nothing more, gives what is under way `closeMs` milliseconds, and ends. */
export function closeServer(server: Server, closeMs: number): Promise<void> {
  return new Promise((resolve) => {
    const hard = setTimeout(() => server.closeAllConnections(), closeMs);
    server.close(() => {
      clearTimeout(hard);
      resolve();
    });
    server.closeIdleConnections();
  });
}

function cannotListen(path: string, cause: Error): CairnError {
  return new CairnError('unwritable', `cannot listen on ${path}: ${cause.message}`, {
    fix: 'Set XDG_RUNTIME_DIR to a folder of your own with mode 0700.',
    cause,
  });
}
