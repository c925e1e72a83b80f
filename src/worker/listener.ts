import type { RequestListener, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { App, ErrorBody } from '../api/http-answers.ts';
import { CairnError } from '../core/errors.ts';
import type { LocalMemory } from '../memory/local.ts';
import { answerHook, matchHook, type OnHook } from './hook-route.ts';

/** What every request passes. */
interface Gate {
  /** Called when a request begins; gives what to call when it was answered. */
  onRequest: () => () => void;
  /** False once the home is another owner's: then nothing is answered from what is held of it. */
  ownsHome: () => boolean;
}

/** The owner's answer to every request on its socket: the hook route first and by itself, all else by the app. */
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

/** As if no owner answered: a hook leaves its event in the journal, a client starts another owner and asks that. */
function refuse(response: ServerResponse): void {
  const error = new CairnError('not_running', 'The home of this worker was moved or replaced: it leaves.').toJSON();
  response.writeHead(503, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ error } satisfies ErrorBody));
}
