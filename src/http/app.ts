// http: the routes of `/api/v1/` as a web-standard fetch handler, made from the table of calls.
// Nothing is remembered, found or decided here: every route is one call of the memory.

import { Hono } from 'hono';
import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import { CALLS, type CallInputs, type CallName } from '../api/calls.ts';
import { checkFields, checkObject } from '../api/check-input.ts';
import type { CallOptions } from '../api/contract.ts';
import type { App, AppDeps } from '../api/http-answers.ts';
import type { Uses } from '../api/methods.ts';
import { DELIVERY_HEADER, DELIVERY_ID, MCP_PATH, resourcePath, routePath } from '../api/routes.ts';
import { DEADLINES } from '../core/deadlines.ts';
import type { CairnError } from '../core/errors.ts';
import { asNumber, asString, isJsonObject } from '../core/json.ts';
import { failed, WrongRequest } from './failure.ts';
import { createKeptAnswers } from './kept-answers.ts';
import { answerMcp } from './mcp-route.ts';
import { answerSignIn, answerSignInCode, answerSignOut, answerWhoAmI } from './page-routes.ts';
import { readBody, readQuery } from './read-request.ts';
import { answerResource, resourceRoutes } from './resources.ts';
import { routesOf } from './routes.ts';
import { LINES, SERVER_SENT, streamOf } from './stream.ts';
import { useOf } from './uses-for.ts';

/** The routes of `/api/v1/` as a web-standard fetch handler. */
export function createApp(deps: AppDeps, calls: CallTable = CALLS): App {
  const app = new Hono();
  for (const path of ['/health', '/ready']) {
    app.get(path, () => answerHealth(deps));
    app.all(path, ({ req }) => failed(wrongMethod(req.method, ['GET'])));
  }
  const kept = deps.changes === undefined ? undefined : createKeptAnswers(deps.changes);
  for (const route of resourceRoutes()) {
    app.on(route.method, resourcePath(route.name, route.isOne ? ':id' : undefined), ({ req }) =>
      answerResource({ deps, calls, kept }, route, { id: req.param('id'), request: req.raw }),
    );
  }
  for (const [route, row] of Object.entries(routesOf(calls))) {
    if (row.on !== 'anywhere' && row.on !== deps.via) continue;
    app.on([...row.methods], routePath(route), ({ req }) =>
      'kind' in row ? answerCall({ deps, calls }, route, req.raw) : answer({ deps, calls }, route, req.raw),
    );
    app.all(routePath(route), ({ req }) => failed(wrongMethod(req.method, methodsOf(route, row))));
  }
  for (const [path, methods] of resourceMethods()) {
    app.all(path, ({ req }) => failed(wrongMethod(req.method, methods)));
  }
  const { mcp } = deps;
  if (mcp !== undefined) app.all(MCP_PATH, ({ req }) => answerMcp(deps, mcp, req.raw));
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
  if (route === 'whoami') return answerWhoAmI(deps, request);
  const body = await readBody(request);
  if (route === 'sign-in-code') return answerSignInCode(deps, request);
  if (route === 'sign-in') return answerSignIn(deps, request, body);
  if (route === 'sign-out') return answerSignOut(deps, request);
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
  const given = request.method === 'GET' ? readQuery(fields, request.url) : await readBody(request);
  const input = checkObject(name, given, calls);
  const used = useOf({ deps, calls }, request, { name, input });
  if (name === 'events')
    return streamEvents(deps, used as Uses['events'], { input: input as CallInputs['events'], request });
  // The row says of which kind the call is, and the input was checked by it.
  const use = used as (input: unknown, options: CallOptions) => unknown;
  if (kind === 'stream') {
    const start = (signal: AbortSignal) => use(input, { signal }) as AsyncIterable<unknown>;
    return streamOf<unknown>(LINES, start, { signals: [request.signal], whole: true });
  }
  const delivery = request.headers.get(DELIVERY_HEADER);
  const named = delivery === null || !DELIVERY_ID.test(delivery) ? {} : { delivery };
  return Response.json((await use(input, { signal: request.signal, ...named })) ?? {});
}

async function streamEvents(
  { leaving, beatMs = DEADLINES.beatMs }: Pick<AppDeps, 'leaving' | 'beatMs'>,
  use: Uses['events'],
  { input, request }: { input: CallInputs['events']; request: Request },
): Promise<Response> {
  const last = request.method === 'GET' ? request.headers.get('last-event-id') : null;
  const after = last === null ? {} : { after: checkObject('events', { after: Number(last) }).after ?? 0 };
  const format = request.method === 'GET' ? SERVER_SENT : LINES;
  return streamOf(format, (signal) => use({ ...input, ...after }, { signal }), {
    signals: [request.signal, leaving],
    whole: input.follow === false,
    beatMs,
  });
}

/** That the worker answers, and nothing else: whoever asks needs no token. */
function answerHealth({ leaving }: Pick<AppDeps, 'leaving'>): Response {
  return leaving.aborted ? Response.json({ status: 'leaving' }, { status: 503 }) : Response.json({ status: 'ok' });
}

/** The methods of a call, and those of the resource that has its name. */
function methodsOf(route: string, { methods }: RouteRow): readonly string[] {
  return [...new Set([...(resourceMethods().get(routePath(route)) ?? []), ...methods])].toSorted();
}

/** The methods of the resources by the paths of the app. */
function resourceMethods(): Map<string, string[]> {
  const methods = new Map<string, string[]>();
  for (const { name, isOne, method } of resourceRoutes()) {
    const path = resourcePath(name, isOne ? ':id' : undefined);
    methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return methods;
}

function wrongMethod(method: string, methods: readonly string[]): CairnError {
  return new WrongRequest(405, `This route takes ${methods.join(' or ')}; it got ${method}.`, {
    headers: { allow: methods.join(', ') },
  });
}
