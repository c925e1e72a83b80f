// http: the routes of `/api/v1/` as a web-standard fetch handler, made from the table of calls.
// Nothing is remembered, found or decided here: every route is one call of the memory.

import { Hono } from 'hono';
import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import { CALLS, type CallInputs, type CallName } from '../api/calls.ts';
import { checkFields, checkObject } from '../api/check-input.ts';
import type { CallOptions } from '../api/contract.ts';
import type { App, AppDeps } from '../api/http-answers.ts';
import type { Uses } from '../api/methods.ts';
import { DELIVERY_HEADER, DELIVERY_ID, routePath } from '../api/routes.ts';
import type { CairnError } from '../core/errors.ts';
import { asNumber, asString, isJsonObject } from '../core/json.ts';
import { failed, WrongRequest } from './failure.ts';
import { readCaller } from './read-caller.ts';
import { readBody, readQuery } from './read-request.ts';
import { routesOf } from './routes.ts';
import { LINES, SERVER_SENT, streamOf } from './stream.ts';

/** The routes of `/api/v1/` as a web-standard fetch handler. */
export function createApp(deps: AppDeps, calls: CallTable = CALLS): App {
  const app = new Hono();
  for (const [route, row] of Object.entries(routesOf(calls))) {
    if (row.on === 'socket' && deps.via === 'tcp') continue;
    app.on([...row.methods], routePath(route), ({ req }) =>
      'kind' in row ? answerCall({ deps, calls }, route, req.raw) : answer({ deps, calls }, route, req.raw),
    );
    app.all(routePath(route), ({ req }) => failed(wrongMethod(req.method, row)));
  }
  app.notFound(() => failed(new WrongRequest(404, 'There is no such route.', { fix: 'GET /api/v1/openapi.json' })));
  app.onError(failed);
  return app;
}

/** What answers: the calls, and what they are carried out with. */
interface Server {
  deps: AppDeps;
  calls: CallTable;
}

/** The answer of a route of the worker's own. */
async function answer({ deps, calls }: Server, route: string, request: Request): Promise<Response> {
  if (route === 'hello') return Response.json(deps.hello());
  if (route === 'openapi.json') {
    const { describeApi } = await import('./openapi.ts');
    return Response.json(describeApi(deps.hello().version, { calls }));
  }
  const body = await readBody(request);
  if (route === 'listen') {
    const { port } = checkFields(route, routesOf(calls)[route]?.input ?? {}, body);
    return Response.json(await deps.listen(asNumber(port)));
  }
  return Response.json({ leaving: deps.leave(asString(isJsonObject(body) ? body.version : undefined) ?? '') });
}

/** Carries out a call with its checked input. */
async function answerCall({ deps, calls }: Server, route: string, request: Request): Promise<Response> {
  const name = route as CallName;
  const { kind, input: fields } = calls[name] as Call;
  const uses = deps.usesFor(readCaller(request.headers, deps));
  const given = request.method === 'GET' ? readQuery(fields, request.url) : await readBody(request);
  const input = checkObject(name, given, calls);
  if (name === 'events') return streamEvents({ deps, uses }, input as CallInputs['events'], request);
  // The row says of which kind the call is, and the input was checked by it.
  const use = uses[name] as (input: unknown, options: CallOptions) => unknown;
  if (kind === 'stream') {
    const start = (signal: AbortSignal) => use(input, { signal }) as AsyncIterable<unknown>;
    return streamOf<unknown>(LINES, start, { signals: [request.signal], whole: true });
  }
  const delivery = request.headers.get(DELIVERY_HEADER);
  const named = delivery === null || !DELIVERY_ID.test(delivery) ? {} : { delivery };
  return Response.json((await use(input, { signal: request.signal, ...named })) ?? {});
}

async function streamEvents(
  { deps, uses }: { deps: AppDeps; uses: Uses },
  input: CallInputs['events'],
  request: Request,
): Promise<Response> {
  const last = request.method === 'GET' ? request.headers.get('last-event-id') : null;
  const after = last === null ? {} : { after: checkObject('events', { after: Number(last) }).after ?? 0 };
  const format = request.method === 'GET' ? SERVER_SENT : LINES;
  return streamOf(format, (signal) => uses.events({ ...input, ...after }, { signal }), {
    signals: [request.signal, deps.leaving],
    whole: input.follow === false,
  });
}

function wrongMethod(method: string, { methods }: RouteRow): CairnError {
  return new WrongRequest(405, `This route takes ${methods.join(' or ')}; it got ${method}.`, {
    headers: { allow: methods.join(', ') },
  });
}
