import { CALLS } from '../../../src/api/calls.ts';
import { asObject, asString, type JsonObject } from '../../../src/core/json.ts';

/** One way to ask the API, as its description tells it. */
export interface Operation {
  /** `GET /api/v1/sessions` */
  key: string;
  method: string;
  path: string;
  subject: string;
  summary: string;
  /** The fields of a query or body: name, what it takes, what it is. */
  fields: readonly { name: string; schema: JsonObject; help: string; isNeeded: boolean; isOfPath: boolean }[];
  /** Example of the body; absent where there is none. */
  body?: string;
  answers: readonly { status: string; help: string; example?: string }[];
  /** It changes nothing, and ends: it can be tried. */
  isRead: boolean;
}

/** The operations of an OpenAPI document, in its order. */
export function toOperations(document: JsonObject): Operation[] {
  const shared = asObject(asObject(document.components).responses);
  return Object.entries(asObject(document.paths)).flatMap(([path, item]) =>
    Object.entries(asObject(item)).map(([method, operation]) =>
      toOperation({ path, method: method.toUpperCase(), operation: asObject(operation), shared }),
    ),
  );
}

interface Described {
  path: string;
  method: string;
  operation: JsonObject;
  shared: JsonObject;
}

function toOperation({ path, method, operation, shared }: Described): Operation {
  const { schema, example } = asObject(asObject(asObject(operation.requestBody).content)['application/json']);
  const tags = Array.isArray(operation.tags) ? operation.tags : [];
  return {
    key: `${method} ${path}`,
    method,
    path,
    subject: asString(tags[0]) ?? '',
    summary: asString(operation.summary) ?? '',
    fields: [...queryFields(operation), ...bodyFields(asObject(schema))],
    ...(example !== undefined && { body: pretty(example) }),
    answers: Object.entries(asObject(operation.responses)).map(([status, response]) =>
      toAnswer(status, response, shared),
    ),
    isRead: isRead(path, method),
  };
}

function queryFields({ parameters }: JsonObject): Operation['fields'] {
  return (Array.isArray(parameters) ? parameters : []).map(asObject).map((parameter) => ({
    name: asString(parameter.name) ?? '',
    schema: asObject(parameter.schema),
    help: asString(parameter.description) ?? '',
    isNeeded: parameter.required === true,
    isOfPath: parameter.in === 'path',
  }));
}

function bodyFields({ properties, required }: JsonObject): Operation['fields'] {
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(asObject(properties)).map(([name, field]) => {
    const { description, ...schema } = asObject(field);
    return { name, schema, help: asString(description) ?? '', isNeeded: needed.includes(name), isOfPath: false };
  });
}

function toAnswer(status: string, response: unknown, shared: JsonObject): Operation['answers'][number] {
  const { $ref } = asObject(response);
  const { description, content } = asObject(typeof $ref === 'string' ? shared[$ref.split('/').at(-1) ?? ''] : response);
  const [answer] = Object.values(asObject(content)).map(asObject);
  const { example } = answer ?? {};
  return {
    status,
    help: (asString(description) ?? '').replaceAll('`', ''),
    ...(example !== undefined && { example: typeof example === 'string' ? example : pretty(example) }),
  };
}

/** True for what only reads and has an end. */
function isRead(path: string, method: string): boolean {
  if (path === '/api/v1/events') return false;
  if (method === 'GET') return true;
  const call = path.replace('/api/v1/', '');
  return Object.entries(CALLS).some(([name, { kind }]) => name === call && kind === 'read');
}

/** What a field takes, in a few words. */
export function typeWords({ type, enum: choices, items, minimum, maximum }: JsonObject): string {
  if (Array.isArray(choices)) return choices.join(' | ');
  if (type === 'array') return `list of ${typeWords(asObject(items))}`;
  const bounds =
    minimum !== undefined && maximum !== undefined && type === 'integer' ? ` ${minimum} to ${maximum}` : '';
  return `${Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')}${bounds}`;
}

/** A value as JSON of several lines. */
export function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
