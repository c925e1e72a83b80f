import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App, AppDeps, ErrorBody } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import type { LocalMemory } from '../memory/local.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';
import { createTcpAccess, type TcpAccessDeps } from './tcp-access.ts';

/** What every request must pass. */
interface Gate {
  /** Called when a request begins; returns what to call when it was answered. */
  onRequest: () => () => void;
  /** False once another worker owns the home: every request is refused. */
  ownsHome: () => boolean;
}

/** The dependencies of the listeners. */
export interface ListenerDeps extends Gate, Pick<AppDeps, 'hello' | 'leave'>, Pick<TcpAccessDeps, 'deadlines'> {
  createApp: (deps: AppDeps) => App;
  memory: LocalMemory;
  onHook: OnHook;
  /** Where the address and the token of TCP are written. */
  stateFile: string;
}

/** Builds what answers on the worker's socket and, once a client asks for it, on TCP. */
export function createListeners(deps: ListenerDeps) {
  const { createApp, memory, stateFile, deadlines, hello, leave } = deps;
  const streams = new AbortController();
  const { usesFor } = memory;
  const appFor = (via: AppDeps['via']): App =>
    createApp({ hello, leave, via, usesFor, listen: (port) => tcp.listen(port), leaving: streams.signal });
  const createListener = (): RequestListener => listenerOf(appFor('tcp'), deps);
  const tcp = createTcpAccess({ stateFile, deadlines, createListener });
  return {
    /** Answers what comes on the socket; when it is asked to, TCP opens as well. */
    onSocket: listenerOf(appFor('socket'), deps, deps),
    /** Ends streams that would go on, since the worker leaves. */
    endStreams: (): void => streams.abort(),
    closeTcp: (): Promise<void> => tcp.close(),
  };
}

/** Answers every request by the app; with `hooks`, the hook route by itself. */
function listenerOf(app: App, gate: Gate, hooks?: { memory: LocalMemory; onHook: OnHook }): RequestListener {
  const answer = getRequestListener(app.fetch);
  return (request, response) => {
    if (!gate.ownsHome()) {
      refuse(response);
      return;
    }
    response.on('close', gate.onRequest());
    const hook = hooks && matchHook(request);
    if (hooks === undefined || hook === undefined) void answer(request, response);
    else void answerHook({ request, response }, hook, hooks);
  };
}

/** Answers as if no worker did: a hook writes its event to the journal, a client starts another worker. */
function refuse(response: ServerResponse): void {
  const error = new CairnError('not_running', 'The home of this worker was moved or replaced: it leaves.').toJSON();
  response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error } satisfies ErrorBody));
}
