import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import type { Fields } from '../api/calls/fields.ts';
import { CALLS, SUBJECTS, subjectOf } from '../api/calls.ts';
import { PAGE_HEADER, resourcePath, routePath } from '../api/routes.ts';
import { ANSWERS } from '../api/schema/answer-schemas.ts';
import { EXAMPLE_IDS, exampleInput, exampleValue } from '../api/schema/examples.ts';
import { PARTS } from '../api/schema/part-schemas.ts';
import { asObject, type JsonObject } from '../core/json.ts';
import { describeFailures, failureResponses } from './describe-failures.ts';
import { fieldSchema, objectSchema } from './field-schema.ts';
import { OWN_ANSWERS } from './own-routes.ts';
import { type ResourceRoute, resourceRoutes } from './resources.ts';
import { routesOf } from './routes.ts';

const DESCRIPTION = `The memory of coding agents, on 127.0.0.1. Every request shows the token that stands in \`http.json\`
of Cairn's home, or comes from a page that is signed in. Times are milliseconds since 1970 or ISO 8601. Every failure has one shape: a code, what happened, and what helps.`;

const SECURITY: JsonObject = {
  token: { type: 'http', scheme: 'bearer', description: 'The token of http.json in the home: a program.' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'cairn-PORT',
    description: 'What `sign-in` set: a page, with its key.',
  },
  key: { type: 'apiKey', in: 'header', name: PAGE_HEADER, description: 'The key of a page, beside its cookie.' },
};

const RESOURCE_TAG = { name: 'resources', help: 'Lists by recency in pages, and one by its id, with ETag.' };
const WORKER_TAG = { name: 'worker', help: 'Who answers, who asks, and this description.' };

/** Statuses of single routes: what a model refuses, and codes that are tried too often. */
const OWN_STATUSES: Readonly<Record<string, readonly number[]>> = {
  ask: [429, 502],
  llm: [429, 502],
  'sign-in': [429],
};

/** The OpenAPI 3.1 document of the routes that are there on TCP, made from the tables of routes, inputs and answers. */
export function describeApi(version: string, { calls = CALLS }: { calls?: CallTable } = {}): JsonObject {
  const routes = Object.entries(routesOf(calls)).filter(([, { on }]) => on !== 'socket');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      description: DESCRIPTION.replaceAll('\n', ' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { cookie: [], key: [] }],
    tags: [...SUBJECTS, RESOURCE_TAG, WORKER_TAG].map(({ name, help }) => ({ name, description: help })),
    paths: withResources(
      Object.fromEntries(routes.map(([route, row]) => [routePath(route), describePath(route, row)])),
      calls,
    ),
    components: {
      securitySchemes: SECURITY,
      responses: failureResponses(),
      schemas: { ...PARTS },
    },
  };
}

/** The paths of the calls with those of the resources; a path that both have takes the methods of both. */
function withResources(paths: JsonObject, calls: CallTable): JsonObject {
  const all = { ...paths };
  for (const route of resourceRoutes()) {
    const path = resourcePath(route.name, route.isOne ? '{id}' : undefined);
    all[path] = { ...asObject(all[path]), [route.method.toLowerCase()]: describeResource(route, calls) };
  }
  return { '/health': describeHealth('health'), '/ready': describeHealth('ready'), ...all };
}

const OPERATIONS = { GET: 'get', PATCH: 'change', DELETE: 'remove' } as const;

function describeResource(
  { name, resource, method, isOne, call, help, fields }: ResourceRoute,
  calls: CallTable,
): JsonObject {
  const operationId = `${name}.${isOne ? OPERATIONS[method] : 'list'}`;
  const isRecord = isOne && method === 'GET' && resource.kind !== undefined;
  const schema = isRecord ? { $ref: '#/components/schemas/MemoryRecord' } : (ANSWERS[call] as JsonObject);
  const byId: JsonObject = {
    name: 'id',
    in: 'path',
    required: true,
    description: 'Its id.',
    schema: { type: 'string' },
    example: name === 'sessions' ? EXAMPLE_IDS.session : EXAMPLE_IDS.observation,
  };
  const parameters = [...(isOne ? [byId] : []), ...(method === 'PATCH' ? [] : queryOf(fields))];
  const { changes = {} } = exampleInput('update', {});
  const json = {
    schema: objectSchema(fields),
    example: name === 'collections' ? { description: 'To keep.' } : changes,
  };
  const body = { required: true, content: { 'application/json': json } };
  const hasBody = method === 'PATCH';
  const kind = method === 'GET' ? 'read' : (calls[call]?.kind ?? 'write');
  const failures = describeFailures({ kind, fields, hasBody, isOne, own: [] });
  const unchanged = { 304: { description: 'As the reader has it: its `If-None-Match` names the answer’s `ETag`.' } };
  return {
    operationId,
    tags: [RESOURCE_TAG.name],
    summary: help,
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: body }),
    responses: { 200: answerOf('application/json', schema), ...(method === 'GET' && unchanged), ...failures },
  };
}

function failure(status: number): JsonObject {
  return { $ref: `#/components/responses/Failure${status}` };
}

function describeHealth(operationId: string): JsonObject {
  const schema = { type: 'object', properties: { status: { enum: ['ok', 'leaving'] } }, required: ['status'] };
  const answer = (description: string) => ({
    description,
    content: { 'application/json': { schema, example: { status: 'ok' } } },
  });
  return {
    get: {
      operationId,
      tags: [WORKER_TAG.name],
      summary: 'That the worker answers, and nothing else; without a token.',
      security: [],
      responses: { 200: answer('It answers.'), 403: failure(403), 503: answer('It leaves.') },
    },
  };
}

function describePath(route: string, row: RouteRow): JsonObject {
  const methods = row.methods.map((method) => {
    const name = route.replace('.json', '');
    const operationId = row.methods.length > 1 && method === 'GET' ? `${name}ByGet` : name;
    const failures = describeFailures({
      kind: 'kind' in row ? (row as Call).kind : 'read',
      fields: row.input ?? {},
      hasBody: method === 'POST',
      isOne: false,
      own: OWN_STATUSES[route] ?? [],
    });
    const answers = { 200: describeAnswer(route, row, method), ...failures };
    return [
      method.toLowerCase(),
      {
        operationId,
        tags: [subjectOf(route) ?? WORKER_TAG.name],
        summary: row.help,
        ...(route === 'sign-in' && { security: [] }),
        ...describeInput(route, row, method),
        responses: answers,
      },
    ];
  });
  return Object.fromEntries(methods) as JsonObject;
}

function describeInput(call: string, { input }: RouteRow, method: 'GET' | 'POST'): JsonObject {
  if (input === undefined) return {};
  if (method === 'POST') {
    const schema = inputSchema(call, input);
    return {
      requestBody: {
        required: schema.required !== undefined || call === 'record',
        content: { 'application/json': { schema, example: exampleInput(call, input) } },
      },
    };
  }
  const parameters = queryOf(input);
  if (call === 'events') {
    const description = 'As `after`; what a browser sends when it connects again.';
    parameters.push({ name: 'last-event-id', in: 'header', description, schema: { type: 'integer', minimum: 0 } });
  }
  return parameters.length === 0 ? {} : { parameters };
}

/** The fields of a query. */
function queryOf(fields: Fields): JsonObject[] {
  return Object.entries(fields).map(([name, field]) => {
    const { description = '', ...schema } = fieldSchema(field);
    return { name, in: 'query', description, schema };
  });
}

function inputSchema(call: string, input: Fields): JsonObject {
  const schema = objectSchema(input);
  return call === 'record' ? { ...schema, oneOf: [{ required: ['events'] }, { required: ['messages'] }] } : schema;
}

function describeAnswer(route: string, row: RouteRow | Call, method: 'GET' | 'POST'): JsonObject {
  const schema = { ...(ANSWERS as Readonly<Record<string, JsonObject>>), ...OWN_ANSWERS }[route] ?? { type: 'object' };
  if (route === 'events' && method === 'GET') {
    const about = { type: 'string', description: 'The data of each event is as a line of POST.' };
    const event = JSON.stringify(exampleValue(schema, PARTS));
    return {
      description: 'What comes, as it comes.',
      content: { 'text/event-stream': { schema: about, example: `id: 3\ndata: ${event}\n\n` } },
    };
  }
  return answerOf('kind' in row && row.kind === 'stream' ? 'application/x-ndjson' : 'application/json', schema);
}

function answerOf(type: string, schema: JsonObject): JsonObject {
  return { description: 'What was asked for.', content: { [type]: { schema, example: exampleValue(schema, PARTS) } } };
}
