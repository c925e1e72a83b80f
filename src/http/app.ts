// http: the routes of `/api/v1/` as a web-standard fetch handler, made from the table of calls.
// Nothing is remembered, found or decided here: every route is one call of the memory.

import { Hono } from 'hono';
import { checkObject } from '../api/check-input.ts';
import type { App, AppDeps } from '../api/http-answers.ts';
import type { CallInputs, CallName } from '../api/inputs.ts';
import { DELIVERY_HEADER, DELIVERY_ID, ROUTES, type Route, routePath } from '../api/routes.ts';
import type { CairnError } from '../core/errors.ts';
import { asString, isJsonObject } from '../core/json.ts';
import { CALLS, type PlainCall } from './calls.ts';
import { failed, WrongRequest } from './failure.ts';
import { readCaller } from './read-caller.ts';
import { readBody, readQuery } from './read-request.ts';
import { ROUTE_TABLE, type RouteRow } from './routes.ts';
import { LINES, SERVER_SENT, streamOf } from './stream.ts';

/** The routes of `/api/v1/` as a web-standard fetch handler. */
export function createApp(deps: AppDeps): App {
  const app = new Hono();
  for (const route of ROUTES) {
    const row = ROUTE_TABLE[route];
    if (row.on === 'socket' && deps.via === 'tcp') continue;
    app.on([...row.methods], routePath(route), ({ req }) => answer(deps, route, req.raw));
    app.all(routePath(route), ({ req }) => failed(wrongMethod(req.method, row)));
  }
  app.notFound(() => failed(new WrongRequest(404, 'There is no such route.', { fix: 'GET /api/v1/openapi.json' })));
  app.onError(failed);
  return app;
}

async function answer(deps: AppDeps, route: Route, request: Request): Promise<Response> {
  switch (route) {
    case 'openapi.json': {
      const { describeApi } = await import('./openapi.ts');
      return Response.json(describeApi(deps.hello().version));
    }
    case 'hello':
      return Response.json(deps.hello());
    case 'leave': {
      const body = await readBody(request);
      return Response.json({ leaving: deps.leave(asString(isJsonObject(body) ? body.version : undefined) ?? '') });
    }
    case 'listen':
      return Response.json(await deps.listen((await readInput(route, request)).port));
    case 'events':
      return streamEvents(deps, request);
    case 'import':
    case 'export':
      return streamLines(deps, route, request);
    default:
      return Response.json(await ask(deps, route, request));
  }
}

async function ask<Name extends PlainCall>(deps: AppDeps, call: Name, request: Request): Promise<unknown> {
  const memory = deps.memoryFor(readCaller(request.headers, deps.via));
  const delivery = request.headers.get(DELIVERY_HEADER);
  const named = delivery === null || !DELIVERY_ID.test(delivery) ? {} : { delivery };
  return CALLS[call](memory, await readInput(call, request), { signal: request.signal, ...named });
}

async function readInput<Name extends CallName>(call: Name, request: Request): Promise<CallInputs[Name]> {
  return checkObject(call, request.method === 'GET' ? readQuery(call, request.url) : await readBody(request));
}

async function streamEvents(deps: AppDeps, request: Request): Promise<Response> {
  const memory = deps.memoryFor(readCaller(request.headers, deps.via));
  const input = await readInput('events', request);
  const last = request.method === 'GET' ? request.headers.get('last-event-id') : null;
  const after = last === null ? {} : { after: checkObject('events', { after: Number(last) }).after ?? 0 };
  const format = request.method === 'GET' ? SERVER_SENT : LINES;
  return streamOf(format, (signal) => memory.events({ ...input, ...after }, { signal }), {
    signals: [request.signal, deps.leaving],
    whole: input.follow === false,
  });
}

/** What the memory gives step by step, a line for each. */
async function streamLines(deps: AppDeps, call: 'import' | 'export', request: Request): Promise<Response> {
  const memory = deps.memoryFor(readCaller(request.headers, deps.via));
  const input = await readInput(call, request);
  const signals = [request.signal];
  return streamOf<unknown>(LINES, (signal) => memory[call](input, { signal }), { signals, whole: true });
}

function wrongMethod(method: string, { methods }: RouteRow): CairnError {
  return new WrongRequest(405, `This route takes ${methods.join(' or ')}; it got ${method}.`, {
    headers: { allow: methods.join(', ') },
  });
}
