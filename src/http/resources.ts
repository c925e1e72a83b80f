import type { CallTable } from '../api/calls/call.ts';
import type { Fields } from '../api/calls/fields.ts';
import type { CallName } from '../api/calls.ts';
import { checkFields, checkObject } from '../api/check-input.ts';
import type { CallOptions } from '../api/contract.ts';
import type { AppDeps } from '../api/http-answers.ts';
import { type ChangeMethod, RESOURCES, type Resource } from '../api/resources.ts';
import { CALLER_HEADERS } from '../api/routes.ts';
import { CairnError } from '../core/errors.ts';
import { sha256Hex } from '../core/hash.ts';
import { asObject, asString, isJsonObject, type JsonObject } from '../core/json.ts';
import type { KeptAnswers, TaggedAnswer } from './kept-answers.ts';
import { readBody, readQuery } from './read-request.ts';
import { useOf } from './uses-for.ts';

/** A route of a resource. */
export interface ResourceRoute {
  /** Name of the resource. */
  name: string;
  resource: Resource;
  method: 'GET' | ChangeMethod;
  /** True for the path of one thing by its id. */
  isOne: boolean;
  call: CallName;
  help: string;
  /** The fields of the query or, of a change, of the body. */
  fields: Fields;
  input: (id: string, given: Readonly<Record<string, unknown>>) => Record<string, unknown>;
}

const TAG_CHARS = 22;

/** Every route of every resource. */
export function resourceRoutes(): ResourceRoute[] {
  return Object.entries(RESOURCES).flatMap(([name, resource]) => {
    const { list, one, change = {} } = resource;
    const common = { name, resource };
    const lists: ResourceRoute = {
      ...common,
      method: 'GET',
      isOne: false,
      call: list.call,
      help: `Lists: ${resource.help}`,
      fields: list.fields,
      input: (_, given) => ({ ...given, ...list.given }),
    };
    const of = (
      method: ResourceRoute['method'],
      { body = {}, ...row }: NonNullable<Resource['one']>,
    ): ResourceRoute => ({
      ...common,
      ...row,
      method,
      isOne: true,
      fields: body,
    });
    const changes = Object.entries(change).map(([method, row]) => of(method as ChangeMethod, row));
    return [lists, ...(one === undefined ? [] : [of('GET', one)]), ...changes];
  });
}

/** What resources are answered from. */
export interface ResourceServer {
  deps: AppDeps;
  calls: CallTable;
  /** What was read last; absent where nobody says whether something was written since. */
  kept: KeptAnswers | undefined;
}

/** Answers a request about a resource, as one call of the memory. */
export async function answerResource(
  server: ResourceServer,
  route: ResourceRoute,
  { id = '', request }: { id: string | undefined; request: Request },
): Promise<Response> {
  if (route.method === 'GET') return answerRead(server, route, { id, request });
  const given = await readGiven(route, request);
  const { call, resource } = route;
  if (resource.kind !== undefined) {
    recordIn(await carry(server, request, { call: 'get', input: { ids: [id] } }), route, id);
  }
  return Response.json(await carry(server, request, { call, input: route.input(id, given) }));
}

/** Answers what is read: out of what is kept, where nothing was written since. */
async function answerRead(
  server: ResourceServer,
  route: ResourceRoute,
  { id, request }: { id: string; request: Request },
): Promise<Response> {
  const { call, resource, isOne } = route;
  const read = async (): Promise<TaggedAnswer> => {
    const given = await readGiven(route, request);
    const answer = await carry(server, request, { call, input: route.input(id, given) });
    return toTagged(isOne && resource.kind !== undefined ? recordIn(answer, route, id) : answer);
  };
  const kept = server.calls[call]?.kind === 'read' ? server.kept : undefined;
  // A read sees nothing of the caller but its folder.
  const name = `${request.url} ${request.headers.get(CALLER_HEADERS.cwd) ?? ''}`;
  const answer = kept?.find(name) ?? (await (kept === undefined ? read() : kept.answer(name, read)));
  return tagged(request, answer);
}

async function carry(
  { deps, calls }: ResourceServer,
  request: Request,
  { call, input }: { call: CallName; input: unknown },
): Promise<JsonObject> {
  // The row says of which kind the call is, and its input is checked by it.
  const checked = checkObject(call, input, calls);
  const use = useOf({ deps, calls }, request, { name: call, input: checked });
  return asObject(
    await (use as (input: unknown, options: CallOptions) => Promise<unknown>)(checked, { signal: request.signal }),
  );
}

async function readGiven({ name, method, fields }: ResourceRoute, request: Request) {
  const given = method === 'PATCH' ? await readBody(request) : readQuery(fields, request.url);
  return checkFields(name, fields, given);
}

/** The one record of an answer of `get`. Throws `not_found` where there is none, or it is of another resource. */
function recordIn(answer: JsonObject, { name, resource }: ResourceRoute, id: string): JsonObject {
  const [record] = Array.isArray(answer.records) ? answer.records : [];
  if (isJsonObject(record) && asString(record.kind) === resource.kind) return record;
  throw new CairnError('not_found', `None of the ${name} has the id ${JSON.stringify(id.slice(0, 60))}.`, {
    fix: `GET /api/v1/${name}`,
  });
}

function toTagged(answer: JsonObject): TaggedAnswer {
  const body = JSON.stringify(answer);
  return { body, etag: `W/"${sha256Hex(body).slice(0, TAG_CHARS)}"` };
}

/** An answer with its `ETag`; 304 without a body where the reader has it already. */
function tagged(request: Request, { body, etag }: TaggedAnswer): Response {
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim());
  const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'application/json' };
  return known.includes(etag) ? new Response(null, { status: 304, headers }) : new Response(body, { headers });
}
