import { Hono } from 'hono';
import type { ErrorCode } from '../core/errors.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { asObject, asString, parseJson } from '../core/json.ts';
import { CALLER_HEADERS, ROUTES, type Route, routePath } from '../core/wire.ts';
import type { Caller, CallOptions, Memory } from '../memory/contract.ts';
import type { Api, App, AppParts } from './api.ts';

const STATUS: Partial<Record<ErrorCode, 400 | 403 | 404 | 408 | 409 | 499 | 503>> = {
  invalid_input: 400,
  not_allowed: 403,
  not_found: 404,
  timeout: 408,
  busy: 409,
  cancelled: 499 as 499,
  low_disk: 503,
};

type Handler<R extends Route> = (
  request: Api[R]['request'],
  memory: Memory,
  options: CallOptions,
) => Promise<Api[R]['answer']>;

/** The routes of `/api/v1/` as a web-standard fetch handler. */
export function createApp(parts: AppParts): App {
  const app = new Hono();
  const handlers: { [R in Exclude<Route, 'import'>]: Handler<R> } = {
    record: (request, memory, options) => memory.record(request.events, options),
    remember: (request, memory, options) => memory.remember(request.note, options),
    search: (request, memory, options) => memory.search(request.query, options),
    get: (request, memory, options) => memory.get(request.ids, options),
    context: (request, memory, options) => memory.context(request.request, options),
    forget: (request, memory, options) => memory.forget(request, options),
    status: (_request, memory, options) => memory.status(options),
    settled: async (request, memory, options) => {
      await memory.settled({ ...request, ...options });
      return {};
    },
    hello: async () => parts.hello(),
    leave: async (request) => ({ leaving: parts.leave(asString(request.version) ?? '') }),
  };
  for (const route of ROUTES) {
    app.post(routePath(route), async (context) => {
      const memory = parts.memoryFor(callerOf((name) => context.req.header(name)));
      const request = asObject(parseJson((await context.req.text()) || '{}'));
      const options = { signal: context.req.raw.signal };
      if (route === 'import') return streamImport(memory, request, options);
      return context.json(await (handlers[route] as unknown as Handler<Route>)(request as never, memory, options));
    });
  }
  app.notFound(() => failed(new CairnError('not_found', 'There is no such route.', { fix: 'cairn status' })));
  app.onError((error) => failed(toCairnError(error)));
  return app;
}

function failed(error: CairnError): Response {
  return Response.json({ error: error.toJSON() }, { status: STATUS[error.code] ?? 500 });
}

function callerOf(header: (name: string) => string | undefined): Caller {
  const surface = header(CALLER_HEADERS.surface);
  const cwd = header(CALLER_HEADERS.cwd);
  return {
    surface: surface === 'cli' || surface === 'mcp' || surface === 'sdk' ? surface : 'http',
    person: header(CALLER_HEADERS.person) === '1' && surface === 'cli',
    ...(cwd === undefined ? {} : { cwd: decodeURIComponent(cwd) }),
  };
}

function streamImport(memory: Memory, request: Api['import']['request'], options: CallOptions): Response {
  const progress = memory.import(request, options)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const step = await progress.next();
        if (step.done === true) controller.close();
        else controller.enqueue(encoder.encode(`${JSON.stringify(step.value)}\n`));
      } catch (error) {
        controller.enqueue(encoder.encode(`${JSON.stringify({ error: toCairnError(error).toJSON() })}\n`));
        controller.close();
      }
    },
    async cancel() {
      await progress.return?.(undefined);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/x-ndjson' } });
}
