import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App, AppDeps, ErrorBody } from '../api/http-answers.ts';
import { routePath } from '../api/routes.ts';
import type { HomePaths } from '../config/paths.ts';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import type { LocalMemory } from '../memory/local.ts';
import { now } from '../platform/clock.ts';
import { removeFile } from '../platform/files.ts';
import type { RequestKind } from './activity.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';
import { createPageFiles, isPageRequest } from './pages/page-files.ts';
import { createSignIns } from './pages/sign-ins.ts';
import { createTcpAccess, type TcpAccessDeps } from './tcp-access.ts';

/** What every request must pass. */
interface Gate {
  /** Called when a request begins; returns what to call when it was answered. */
  onRequest: (kind: RequestKind) => () => void;
  /** False once another worker owns the home: every request is refused. */
  ownsHome: () => boolean;
}

/** What every request of a listener must pass. */
interface ListenerGate extends Gate {
  /** Milliseconds after which one who listens to events and takes nothing is dropped. */
  stalledMs: number;
}

/** The dependencies of the listeners. */
export interface ListenerDeps extends Gate, Pick<AppDeps, 'hello' | 'leave'>, Pick<TcpAccessDeps, 'userId'> {
  /** Default the product's. */
  deadlines?: (NonNullable<TcpAccessDeps['deadlines']> & Pick<Deadlines, 'beatMs' | 'stalledMs'>) | undefined;
  createApp: (deps: AppDeps) => App;
  memory: LocalMemory;
  onHook: OnHook;
  paths: Pick<HomePaths, 'http' | 'pagePorts' | 'signIns'>;
  /** Folder of the built dashboard. */
  pageFolder: string;
}

/** Builds what answers on the worker's socket and, once a client asks for it, on TCP. */
export function createListeners(deps: ListenerDeps) {
  const { createApp, memory, paths, deadlines = DEADLINES, hello, leave } = deps;
  const streams = new AbortController();
  const signIns = createSignIns(now);
  const { usesFor, changes } = memory;
  const { beatMs, stalledMs } = deadlines;
  const leaving = streams.signal;
  const appFor = (via: AppDeps['via'], pages: Pick<AppDeps, 'signIns'>): App =>
    createApp({
      ...pages,
      hello,
      leave,
      via,
      usesFor,
      changes,
      listen: tcp.listen,
      listenForPages: tcp.listenForPages,
      leaving,
      beatMs,
    });
  const gate = { ...deps, stalledMs };
  const tcp = createTcpAccess({
    stateFile: paths.http,
    portsFile: paths.pagePorts,
    deadlines,
    userId: deps.userId,
    signIns,
    createListener(pages) {
      const [answer, answerPage] = [listenerOf(appFor('tcp', pages), gate), createPageFiles(deps.pageFolder)];
      return (request, response) => (isPageRequest(request) ? answerPage : answer)(request, response);
    },
  });
  // Earlier versions kept in it who is signed in.
  removeFile(paths.signIns);
  return {
    /** Answers what comes on the socket; when it is asked to, TCP opens as well. */
    onSocket: listenerOf(appFor('socket', { signIns }), gate, deps),
    /** Ends streams that would go on, since the worker leaves. */
    endStreams: (): void => streams.abort(),
    closeTcp: (): Promise<void> => tcp.close(),
  };
}

/** Answers every request by the app; with `hooks`, the hook route by itself. */
function listenerOf(app: App, gate: ListenerGate, hooks?: { memory: LocalMemory; onHook: OnHook }): RequestListener {
  const answer = getRequestListener(app.fetch);
  return (request, response) => {
    if (!gate.ownsHome()) {
      refuse(response);
      return;
    }
    const watches = isWatching(request);
    if (watches) request.socket.setTimeout(gate.stalledMs);
    response.on('close', gate.onRequest(watches ? 'watch' : 'work'));
    const hook = hooks && matchHook(request);
    if (hooks === undefined || hook === undefined) void answer(request, response);
    else void answerHook({ request, response }, hook, hooks);
  };
}

/** True for who asks for live events: beats keep its connection, and one that takes nothing is silent and ends. */
function isWatching({ method, url = '' }: IncomingMessage): boolean {
  return method === 'GET' && url.split('?', 1)[0] === routePath('events');
}

/** Answers as if no worker did: a hook writes its event to the journal, a client starts another worker. */
function refuse(response: ServerResponse): void {
  const error = new CairnError('not_running', 'The home of this worker was moved or replaced: it leaves.').toJSON();
  response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error } satisfies ErrorBody));
}
