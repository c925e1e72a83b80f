import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../http/api.ts';
import type { LocalMemory } from '../memory/local.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';

/** Called when a request begins; gives what to call when it was answered. */
type OnRequest = () => () => void;

/** The owner's answer to every request on its socket: the hook route first and by itself, all else by the app. */
export function createSocketListener(parts: {
  app: App;
  memory: LocalMemory;
  onHook: OnHook;
  onRequest: OnRequest;
}): RequestListener {
  const answer = createAppListener(parts);
  return (request, response) => {
    const hook = matchHook(request);
    if (hook === undefined) {
      answer(request, response);
      return;
    }
    response.on('close', parts.onRequest());
    void answerHook({ request, response }, hook, parts);
  };
}

/** The app's answer to every request. */
export function createAppListener({ app, onRequest }: { app: App; onRequest: OnRequest }): RequestListener {
  const answer = getRequestListener(app.fetch);
  return (request, response) => {
    response.on('close', onRequest());
    void answer(request, response);
  };
}
