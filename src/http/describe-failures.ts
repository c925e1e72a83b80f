import type { Fields } from '../api/calls/fields.ts';
import { codesOf, PROBLEMS } from '../api/schema/problems.ts';
import type { JsonObject } from '../core/json.ts';

/** What decides how a route can fail. */
export interface FailureCauses {
  /** `write`: it may change something, so that a page that only reads is refused and a full disk matters. */
  kind: 'read' | 'write' | 'stream';
  fields: Fields;
  /** It takes a JSON body. */
  hasBody: boolean;
  /** It is about one thing by its id. */
  isOne: boolean;
  /** Statuses that this route has beside those that follow from the rest. */
  own: readonly number[];
}

/** Fields that name something, which may not be there. */
const NAMING = [
  'id',
  'ids',
  'anchor',
  'session',
  'sessionId',
  'project',
  'cwd',
  'collection',
  'confirm',
  'undo',
  'cancel',
  'retry',
  'paths',
  'from',
  'verify',
];

const ALWAYS = [400, 401, 403, 408, 409, 500, 503];

/** The responses of a route that fails: each status that occurs, with its codes. */
export function describeFailures({ kind, fields, hasBody, isOne, own }: FailureCauses): JsonObject {
  const namesSomething = isOne || Object.keys(fields).some((name) => NAMING.includes(name));
  const statuses = [
    ...ALWAYS,
    ...(namesSomething ? [404] : []),
    ...(hasBody ? [413, 415] : []),
    ...own,
    ...(kind === 'read' ? [] : [501, 507]),
  ];
  const ordered = statuses.toSorted((one, other) => one - other);
  return Object.fromEntries(ordered.map((status) => [status, { $ref: `#/components/responses/Failure${status}` }]));
}

const STATUSES = [400, 401, 403, 404, 408, 409, 413, 415, 429, 500, 501, 502, 503, 507];

const OF_REQUESTS: Readonly<Record<number, string>> = {
  413: 'the body is longer than the worker takes. Send it in parts.',
  415: 'the body is not called JSON. Send the header `content-type: application/json`.',
};

/** Every failure once, by its status, with the closed list of its codes and what helps. */
export function failureResponses(): JsonObject {
  return Object.fromEntries(STATUSES.map((status) => [`Failure${status}`, failureResponse(status)]));
}

function failureResponse(status: number): JsonObject {
  const codes = codesOf(status);
  const about = OF_REQUESTS[status];
  const lines = codes.map((code) => `\`${code}\`: ${about ?? `${PROBLEMS[code].means} ${PROBLEMS[code].fix}`}`);
  const [code = 'internal'] = codes;
  const example = { error: { code, message: PROBLEMS[code].means, fix: PROBLEMS[code].fix } };
  return {
    description: lines.join('\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example } },
  };
}
