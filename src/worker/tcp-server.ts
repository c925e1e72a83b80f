import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { BROWSER_HEADERS } from '../platform/http/page-files.ts';
import { isOwnPeer } from '../platform/process/peer-user.ts';
import { closeServer, NEVER_MS, SILENCE_MS } from './socket-server.ts';
import { type GuardOptions, judge } from './tcp-guard.ts';

const CONNECTIONS = 768;
/**
 * Upper bounds on connections of which nobody showed who they are: beyond `kept` the oldest end once they had their time to
 * show it, beyond `most` they end at once, since those who did need room.
 */
const STRANGERS = { kept: 128, most: 512 } as const;

/** Options of a server on TCP. */
export interface TcpServerOptions extends Omit<GuardOptions, 'port' | 'isOwn'> {
  /** 0: any that is free. */
  port: number;
  /** Whose pages may sign in; -1 where the system has no users. */
  userId: number;
  /** Receives the requests that passed the guard. */
  listener: RequestListener;
  /** Default the product's. */
  deadlines?: Pick<Deadlines, 'headMs' | 'bodyMs' | 'closeMs' | 'strangerMs'> | undefined;
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
  const { headMs, bodyMs, closeMs, strangerMs } = options.deadlines ?? DEADLINES;
  const server = createServer({
    keepAliveTimeout: headMs,
    connectionsCheckingInterval: NEVER_MS,
    requireHostHeader: false,
  });
  server.maxConnections = CONNECTIONS;
  server.setTimeout(SILENCE_MS);
  const port = await listen(server, options.port);
  const patience = createPatience();
  const strangers = createStrangers(strangerMs);
  const isOwnSocket = createPeerCheck(options.userId);
  const take = (request: IncomingMessage, response: ServerResponse, passed: () => void): void => {
    patience.end(request.socket);
    for (const [name, value] of Object.entries(BROWSER_HEADERS)) response.setHeader(name, value);
    const isOwn = (): boolean => isOwnSocket(request.socket);
    const verdict = judge(request, { ...options, port, isOwn });
    if (verdict.kind === 'refused') {
      answerRefused(response, verdict.status, verdict.error);
      return;
    }
    if (verdict.kind === 'known') strangers.delete(request.socket);
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
    strangers.add(socket);
    socket.once('close', () => {
      patience.end(socket);
      strangers.delete(socket);
    });
  });
  server.on('request', (request, response) => take(request, response, () => undefined));
  server.on('checkContinue', (request, response) => take(request, response, () => response.writeContinue()));
  server.on('clientError', (_error, socket) => answerBroken(socket as Socket));
  const close = async (): Promise<void> => {
    const closed = closeServer(server, closeMs);
    // A browser opens connections ahead of its requests.
    strangers.end();
    await closed;
  };
  return { port, close };
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

/** The connections on which nobody showed who they are, the oldest first; each is given `graceMs` before it has to make room. */
function createStrangers(graceMs: number): {
  add(socket: Socket): void;
  delete(socket: Socket): void;
  /** Cuts off all of them: none has a request under way. */
  end(): void;
} {
  const since = new Map<Socket, number>();
  let timer: NodeJS.Timeout | undefined;
  const end = (socket: Socket | undefined): void => {
    if (socket !== undefined) since.delete(socket);
    socket?.destroy();
  };
  const sweep = (): void => {
    timer = undefined;
    for (const [socket, at] of since) {
      if (since.size <= STRANGERS.kept) return;
      const leftMs = at + graceMs - performance.now();
      if (leftMs > 0) {
        timer = setTimeout(sweep, leftMs);
        return;
      }
      end(socket);
    }
  };
  return {
    add(socket) {
      since.set(socket, performance.now());
      const [oldest] = since.keys();
      if (since.size > STRANGERS.most) end(oldest);
      if (since.size > STRANGERS.kept) timer ??= setTimeout(sweep, graceMs);
    },
    delete(socket) {
      since.delete(socket);
      if (since.size > STRANGERS.kept) return;
      clearTimeout(timer);
      timer = undefined;
    },
    end() {
      clearTimeout(timer);
      for (const socket of [...since.keys()]) end(socket);
    },
  };
}

/** Asks the system once for each connection whether it is of this user. */
function createPeerCheck(userId: number): (socket: Socket) => boolean {
  const own = new WeakSet<Socket>();
  return (socket) => {
    if (!own.has(socket) && isOwnPeer(socket, userId)) own.add(socket);
    return own.has(socket);
  };
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
  const error = new CairnError('invalid_input', 'This is not an HTTP request.');
  const body = JSON.stringify({ error: error.toJSON() });
  const head = `HTTP/1.1 400 Bad Request\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`;
  socket.end(`${head}\r\nconnection: close\r\n\r\n${body}`);
}
