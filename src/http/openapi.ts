import { type CallName, INPUTS } from '../api/inputs.ts';
import { ROUTES, type Route, routePath } from '../api/routes.ts';
import { ANSWERS, PARTS } from '../api/schema/answer-schemas.ts';
import { fieldSchema, objectSchema } from '../api/schema/input-schema.ts';
import type { JsonObject } from '../core/json.ts';
import { ROUTE_TABLE, type RouteRow } from './routes.ts';

const DESCRIPTION = `The memory of coding agents, on 127.0.0.1. Every request shows the token that stands in \`http.json\`
of Cairn's home. Times are milliseconds since 1970 or ISO 8601. Every failure has one shape: a code, what happened, and what helps.`;

const FAILED: JsonObject = {
  description: 'What went wrong, and what helps.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** Routes that answer a line for each value. */
const BY_LINES: ReadonlySet<Route> = new Set(['events', 'import', 'export']);

/** The OpenAPI 3.1 document of the routes that are there on TCP, made from the tables of routes, inputs and answers. */
export function describeApi(version: string): JsonObject {
  const routes = ROUTES.filter((route) => ROUTE_TABLE[route].on === 'anywhere');
  return {
    openapi: '3.1.0',
    info: {
      title: 'Cairn',
      version,
      description: DESCRIPTION.replaceAll('\n', ' '),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths: Object.fromEntries(routes.map((route) => [routePath(route), describePath(route, ROUTE_TABLE[route])])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...PARTS },
    },
  };
}

function describePath(route: Route, row: RouteRow): JsonObject {
  const methods = row.methods.map((method) => {
    const name = route.replace('.json', '');
    const operationId = row.methods.length > 1 && method === 'GET' ? `${name}ByGet` : name;
    const answers = { 200: describeAnswer(route, method), default: FAILED };
    return [
      method.toLowerCase(),
      { operationId, summary: row.help, ...describeInput(row, method), responses: answers },
    ];
  });
  return Object.fromEntries(methods) as JsonObject;
}

function describeInput({ call }: RouteRow, method: 'GET' | 'POST'): JsonObject {
  if (call === undefined) return {};
  if (method === 'POST') {
    const schema = inputSchema(call);
    return {
      requestBody: {
        required: schema.required !== undefined || call === 'record',
        content: { 'application/json': { schema } },
      },
    };
  }
  const parameters = Object.entries(INPUTS[call]).map(([name, field]) => {
    const { description = '', ...schema } = fieldSchema(field);
    return { name, in: 'query', description, schema };
  });
  if (call === 'events') {
    const description = 'As `after`; what a browser sends when it connects again.';
    parameters.push({ name: 'last-event-id', in: 'header', description, schema: { type: 'integer', minimum: 0 } });
  }
  return parameters.length === 0 ? {} : { parameters };
}

function inputSchema(call: CallName): JsonObject {
  const schema = objectSchema(INPUTS[call]);
  return call === 'record' ? { ...schema, oneOf: [{ required: ['events'] }, { required: ['messages'] }] } : schema;
}

function describeAnswer(route: Route, method: 'GET' | 'POST'): JsonObject {
  if (route === 'openapi.json') return answerOf('application/json', { type: 'object' });
  const schema = ANSWERS[route as keyof typeof ANSWERS];
  if (route === 'events' && method === 'GET') {
    return answerOf('text/event-stream', {
      type: 'string',
      description: 'The data of each event is as a line of POST.',
    });
  }
  return answerOf(BY_LINES.has(route) ? 'application/x-ndjson' : 'application/json', schema);
}

function answerOf(type: string, schema: JsonObject): JsonObject {
  return { description: 'What was asked for.', content: { [type]: { schema } } };
}
