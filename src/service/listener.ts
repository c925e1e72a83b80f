import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App } from '../http/api.ts';
import type { LocalMemory } from '../memory/local.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';

/** The owner's answer to every request: the hook route first and by itself, all else by the app. `onRequest` gives what to call at the end. */
export function createListener(parts: {
  app: App;
  memory: LocalMemory;
  onHook: OnHook;
  onRequest: () => () => void;
}): RequestListener {
  const app = getRequestListener(parts.app.fetch);
  return (request, response) => {
    response.on('close', parts.onRequest());
    const hook = matchHook(request);
    if (hook === undefined) void app(request, response);
    else void answerHook({ request, response }, hook, parts);
  };
}
