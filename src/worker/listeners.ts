import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App, AppDeps, ErrorBody } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import type { LocalMemory } from '../memory/local.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';
import { createTcpAccess, type TcpAccessDeps } from './tcp-access.ts';

/** The dependencies of the listeners. */
export interface ListenerDeps extends Pick<AppDeps, 'hello' | 'leave'>, Pick<TcpAccessDeps, 'deadlines'> {
  createApp: (deps: AppDeps) => App;
  memory: LocalMemory;
  onHook: OnHook;
  /** Called when a request begins; gives what to call when it was answered. */
  onRequest: () => () => void;
  /** False once another worker owns the home: every request is refused. */
  ownsHome: () => boolean;
  /** Where the address and the token of TCP are written. */
  stateFile: string;
}

/** The two ways to ask a worker. */
export interface Listeners {
  /** Answers what comes on the socket; when it is asked to, TCP opens as well. */
  onSocket: RequestListener;
  /** Ends streams that would go on, since the worker leaves. */
  endStreams(): void;
  closeTcp(): Promise<void>;
}

/** Builds what answers on the worker's socket and, once a client asks for it, on TCP. */
export function createListeners(deps: ListenerDeps): Listeners {
  const { createApp, memory, onHook, onRequest, ownsHome, stateFile, deadlines, ...own } = deps;
  const streams = new AbortController();
  const appFor = (via: AppDeps['via']): App =>
    createApp({
      ...own,
      via,
      usesFor: memory.usesFor,
      listen: (port) => tcp.listen(port),
      leaving: streams.signal,
    });
  const tcp = createTcpAccess({
    stateFile,
    deadlines,
    createListener: () => createAppListener({ app: appFor('tcp'), onRequest, ownsHome }),
  });
  return {
    onSocket: createSocketListener({ app: appFor('socket'), memory, onHook, onRequest, ownsHome }),
    endStreams: () => streams.abort(),
    closeTcp: () => tcp.close(),
  };
}

/** What every request must pass. */
interface Gate {
  /** Called when a request begins; gives what to call when it was answered. */
  onRequest: () => () => void;
  /** False once another worker owns the home: then nothing is answered. */
  ownsHome: () => boolean;
}

/** Answers every request on the worker's socket: the hook route by itself, all others by the app. */
export function createSocketListener(parts: { app: App; memory: LocalMemory; onHook: OnHook } & Gate): RequestListener {
  const answer = createAppListener(parts);
  return (request, response) => {
    const hook = matchHook(request);
    if (hook === undefined) {
      answer(request, response);
      return;
    }
    if (!parts.ownsHome()) {
      refuse(response);
      return;
    }
    response.on('close', parts.onRequest());
    void answerHook({ request, response }, hook, parts);
  };
}

/** The app's answer to every request. */
export function createAppListener({ app, onRequest, ownsHome }: { app: App } & Gate): RequestListener {
  const answer = getRequestListener(app.fetch);
  return (request, response) => {
    if (!ownsHome()) {
      refuse(response);
      return;
    }
    response.on('close', onRequest());
    void answer(request, response);
  };
}

/** Answers as if no worker did: a hook writes its event to the journal, a client starts another worker. */
function refuse(response: ServerResponse): void {
  const error = new CairnError('not_running', 'The home of this worker was moved or replaced: it leaves.').toJSON();
  response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error } satisfies ErrorBody));
}
