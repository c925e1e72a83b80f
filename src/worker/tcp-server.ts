import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { isSameSecret } from '../core/hash.ts';
import { closeServer, NEVER_MS, SILENCE_MS } from './socket-server.ts';

const BEARER = /^Bearer +([\w-]{1,200})$/i;
const CONNECTIONS = 256;

/** Options of a server on TCP. */
export interface TcpServerOptions {
  /** 0: any that is free. */
  port: number;
  token: string;
  /** Receives the requests that passed the guard. */
  listener: RequestListener;
  /** Default the product's. */
  deadlines?: Pick<Deadlines, 'headMs' | 'bodyMs' | 'closeMs'> | undefined;
}

/** An HTTP server on 127.0.0.1. */
export interface TcpServer {
  port: number;
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1. Every request passes the guard before anything of it is read; one that is slow to come is cut off.
 * Timers run only while a request comes: an idle server wakes for nothing. Throws `busy` when the port is taken.
 */
export async function listenOnTcp(options: TcpServerOptions): Promise<TcpServer> {
  const { headMs, bodyMs, closeMs } = options.deadlines ?? DEADLINES;
  const server = createServer({
    keepAliveTimeout: headMs,
    connectionsCheckingInterval: NEVER_MS,
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTIONS;
  server.setTimeout(SILENCE_MS);
  const port = await listen(server, options.port);
  const patience = createPatience();
  const take = (request: IncomingMessage, response: ServerResponse, passed: () => void): void => {
    patience.end(request.socket);
    const refusal = refusalOf(request, { port, token: options.token });
    if (refusal !== undefined) {
      answerRefused(response, refusal.status, refusal.error);
      return;
    }
    if (hasBody(request)) {
      patience.begin(request.socket, bodyMs);
      request.once('end', () => patience.end(request.socket));
    }
    response.once('close', () => patience.begin(request.socket, headMs));
    passed();
    options.listener(request, response);
  };
  server.on('connection', (socket) => {
    patience.begin(socket, headMs);
    socket.once('close', () => patience.end(socket));
  });
  server.on('request', (request, response) => take(request, response, () => undefined));
  server.on('checkContinue', (request, response) => take(request, response, () => response.writeContinue()));
  server.on('clientError', (_error, socket) => answerBroken(socket as Socket));
  return { port, close: () => closeServer(server, closeMs) };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const message = `cannot listen on 127.0.0.1:${port}: ${cause.code ?? cause.message}`;
      reject(new CairnError('busy', message, { fix: 'Choose another port, or none.', cause }));
    });
    server.listen({ host: '127.0.0.1', port }, () => resolve((server.address() as AddressInfo).port));
  });
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** At most one timer per connection; when it expires the connection ends. */
function createPatience(): { begin(socket: Socket, ms: number): void; end(socket: Socket): void } {
  const timers = new WeakMap<Socket, NodeJS.Timeout>();
  const end = (socket: Socket): void => clearTimeout(timers.get(socket));
  return {
    end,
    begin(socket, ms) {
      end(socket);
      if (!socket.destroyed)
        timers.set(
          socket,
          setTimeout(() => socket.destroy(), ms),
        );
    },
  };
}

function answerRefused(response: ServerResponse, status: number, error: CairnError): void {
  const body = JSON.stringify({ error: error.toJSON() });
  const challenge = status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  const length = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  response.writeHead(status, { ...length, ...challenge, connection: 'close' }).end(body);
}

function answerBroken(socket: Socket): void {
  if (!socket.writable) return;
  const error = new CairnError('invalid_input', 'This is no HTTP request.');
  const body = JSON.stringify({ error: error.toJSON() });
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
}

/** A request that is refused before anything of it is read. */
interface Refusal {
  status: 401 | 403;
  error: CairnError;
}

/**
 * Why a request on TCP is refused; `undefined` when it may pass. Its Host must be the address that the worker listens at
 * (a name that someone pointed at 127.0.0.1 is not), its Origin, when there is one, the same, and its token right.
 */
function refusalOf(
  { headers, url }: Pick<IncomingMessage, 'headers' | 'url'>,
  own: { port: number; token: string },
): Refusal | undefined {
  const host = headers.host?.toLowerCase() ?? '';
  if (!hostsOf(own.port).includes(host) || url?.startsWith('/') !== true) {
    const fix = `Ask at http://127.0.0.1:${own.port}/`;
    return { status: 403, error: new CairnError('not_allowed', 'This is no address of Cairn.', { fix }) };
  }
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`) {
    const fix = `Ask from http://${host}/`;
    return { status: 403, error: new CairnError('not_allowed', 'Pages of other origins may not ask Cairn.', { fix }) };
  }
  const [, token = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (isSameSecret(token, own.token)) return undefined;
  const fix = 'Send the header "Authorization: Bearer TOKEN" with the token of http.json';
  return { status: 401, error: new CairnError('unauthorized', 'The token is missing or wrong.', { fix }) };
}

function hostsOf(port: number): string[] {
  const names = ['127.0.0.1', 'localhost'];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}
