import type { Call, CallTable, RouteRow } from '../api/calls/call.ts';
import type { Field, Fields } from '../api/calls/fields.ts';
import { CALLS } from '../api/calls.ts';
import { routePath } from '../api/routes.ts';
import { ANSWERS } from '../api/schema/answer-schemas.ts';
import { PARTS } from '../api/schema/part-schemas.ts';
import type { JsonObject } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { routesOf } from './routes.ts';

const DESCRIPTION = `The memory of coding agents, on 127.0.0.1. Every request shows the token that stands in \`http.json\`
of Cairn's home. Times are milliseconds since 1970 or ISO 8601. Every failure has one shape: a code, what happened, and what helps.`;

const FAILED: JsonObject = {
  description: 'What went wrong, and what helps.',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
};

/** The OpenAPI 3.1 document of the routes that are there on TCP, made from the tables of routes, inputs and answers. */
export function describeApi(version: string, { calls = CALLS }: { calls?: CallTable } = {}): JsonObject {
  const routes = Object.entries(routesOf(calls)).filter(([, { on }]) => on === 'anywhere');
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
    paths: Object.fromEntries(routes.map(([route, row]) => [routePath(route), describePath(route, row)])),
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      schemas: { ...PARTS },
    },
  };
}

function describePath(route: string, row: RouteRow): JsonObject {
  const methods = row.methods.map((method) => {
    const name = route.replace('.json', '');
    const operationId = row.methods.length > 1 && method === 'GET' ? `${name}ByGet` : name;
    const answers = { 200: describeAnswer(route, row, method), default: FAILED };
    return [
      method.toLowerCase(),
      { operationId, summary: row.help, ...describeInput(route, row, method), responses: answers },
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
        content: { 'application/json': { schema } },
      },
    };
  }
  const parameters = Object.entries(input).map(([name, field]) => {
    const { description = '', ...schema } = fieldSchema(field);
    return { name, in: 'query', description, schema };
  });
  if (call === 'events') {
    const description = 'As `after`; what a browser sends when it connects again.';
    parameters.push({ name: 'last-event-id', in: 'header', description, schema: { type: 'integer', minimum: 0 } });
  }
  return parameters.length === 0 ? {} : { parameters };
}

function inputSchema(call: string, input: Fields): JsonObject {
  const schema = objectSchema(input);
  return call === 'record' ? { ...schema, oneOf: [{ required: ['events'] }, { required: ['messages'] }] } : schema;
}

function describeAnswer(route: string, row: RouteRow | Call, method: 'GET' | 'POST'): JsonObject {
  const schema = (ANSWERS as Readonly<Record<string, JsonObject>>)[route] ?? { type: 'object' };
  if (route === 'events' && method === 'GET') {
    return answerOf('text/event-stream', {
      type: 'string',
      description: 'The data of each event is as a line of POST.',
    });
  }
  return answerOf('kind' in row && row.kind === 'stream' ? 'application/x-ndjson' : 'application/json', schema);
}

function answerOf(type: string, schema: JsonObject): JsonObject {
  return { description: 'What was asked for.', content: { [type]: { schema } } };
}

/** The JSON Schema (2020-12) of an object with these fields, and no others unless `open`. */
export function objectSchema(fields: Fields, options: { open?: boolean } = {}): JsonObject {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required === true ? [name] : []));
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)])),
    ...(required.length === 0 ? {} : { required }),
    ...(options.open === true ? {} : { additionalProperties: false }),
  };
}

/** The JSON Schema of a field, with its help as the description. */
export function fieldSchema(field: Field): JsonObject {
  return { ...typeSchema(field), description: field.help };
}

function typeSchema(field: Field): JsonObject {
  switch (field.type) {
    case 'text':
      return textSchema(field.choices);
    case 'texts':
      return { type: 'array', items: textSchema(field.choices), minItems: field.least, maxItems: field.most };
    case 'number':
    case 'integer':
      return { type: field.type, minimum: field.least, maximum: field.most };
    case 'boolean':
      return { type: 'boolean' };
    case 'time':
      return { type: ['string', 'number'], minimum: LIMITS.times.least, maximum: LIMITS.times.most };
    case 'object':
      return field.fields === undefined ? { type: 'object' } : objectSchema(field.fields);
    case 'objects':
      return { type: 'array', items: objectSchema(field.fields, { open: true }), maxItems: field.most };
  }
}

function textSchema(choices: readonly string[] | undefined): JsonObject {
  return choices === undefined ? { type: 'string' } : { type: 'string', enum: [...choices] };
}
