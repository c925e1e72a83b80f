import type { RequestListener } from 'node:http';
import type { App, AppDeps } from '../api/http-answers.ts';
import type { LocalMemory } from '../memory/local.ts';
import type { OnHook } from './hook-route.ts';
import { createAppListener, createSocketListener } from './listener.ts';
import { createTcpAccess, type TcpAccessDeps } from './tcp-access.ts';

/** What answers is made of. */
export interface ListenerDeps extends Pick<AppDeps, 'hello' | 'leave'>, Pick<TcpAccessDeps, 'deadlines'> {
  createApp: (deps: AppDeps) => App;
  memory: LocalMemory;
  onHook: OnHook;
  /** Called when a request begins; gives what to call when it was answered. */
  onRequest: () => () => void;
  /** False once the home is another owner's: every request is refused. */
  ownsHome: () => boolean;
  /** Where the address and the token of TCP are written. */
  stateFile: string;
}

/** The two ways to ask an owner. */
export interface Listeners {
  /** Answers what comes on the socket; when it is asked to, TCP opens as well. */
  onSocket: RequestListener;
  /** Ends the streams that would go on: the owner leaves. */
  endStreams(): void;
  closeTcp(): Promise<void>;
}

/** Builds what answers on an owner's socket and, once it is asked for, on TCP. */
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
