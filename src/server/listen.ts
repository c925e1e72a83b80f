import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CairnError } from '../core/errors.ts';
import { errorBody } from '../http/failure.ts';
import type { ServerApp } from './server-app.ts';

/** Milliseconds for the head of a request, for all of it, and between two on one connection. */
const HEAD_MS = 10_000;
const REQUEST_MS = 60_000;
const IDLE_MS = 75_000;
const CONNECTIONS = 4_096;

/** A server that listens. */
export interface ListeningServer {
  url: string;
  /** Takes no connection any more, lets what is under way end within `drainMs`, and cuts off the rest. */
  close(drainMs: number): Promise<void>;
}

/** Answers by an app at an address. Throws `busy` when the port is taken. */
export async function listenAt(
  app: ServerApp,
  { host, port }: { host: string; port: number },
): Promise<ListeningServer> {
  const answer = getRequestListener((request, { incoming }) => app.fetch(request, incoming.socket.remoteAddress));
  const server = createServer(
    { headersTimeout: HEAD_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: IDLE_MS },
    (request, response) => {
      // Who goes on asking on one connection would keep the server from ending.
      if (!server.listening) response.setHeader('connection', 'close');
      response.setHeader('x-content-type-options', 'nosniff');
      response.setHeader('cache-control', 'no-store');
      // A proxy could have looked at another of them than what answers here.
      if ((request.headersDistinct.host?.length ?? 0) > 1) {
        const error = new CairnError('invalid_input', 'The request names more than one host.');
        response.writeHead(400, { 'content-type': 'application/json', connection: 'close' });
        response.end(JSON.stringify(errorBody(error)));
        return;
      }
      void answer(request, response);
    },
  );
  server.maxConnections = CONNECTIONS;
  await begin(server, { host, port });
  const { port: chosen } = server.address() as AddressInfo;
  const shown = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${shown}:${chosen}`, close: (drainMs) => drain(server, drainMs) };
}

function begin(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = `cannot listen at ${host}:${port}: ${cause.code ?? cause.message}`;
      reject(new CairnError('busy', message, { fix: 'CAIRN_SERVER_PORT chooses another port.', cause }));
    });
    server.listen({ host, port }, resolve);
  });
}

function drain(server: Server, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), drainMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
