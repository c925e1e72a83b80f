import type { JsonObject, JsonValue } from '../json.ts';

/** The body fields that have one type in every kind of event, by that type. */
const FIELDS = {
  string: 'trigger reason model text speaker ref from origin tool output type task summary error message title',
  boolean: 'success interrupted denied person echo withheld',
  number: 'exitCode durationMs tokensBefore tokensAfter',
};
const TYPES = new Map(
  Object.entries(FIELDS).flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)),
);

/** Copies a foreign event body without the fields whose value has the wrong type. */
export function validateBody(body: JsonObject): JsonObject {
  const isSound = ([name, value]: [string, JsonValue]): boolean => {
    if (name === 'result' && body.kind === 'subagent.end') return typeof value === 'string';
    if (name === 'tagged') return Array.isArray(value) && value.every((hash) => typeof hash === 'number');
    return !TYPES.has(name) || typeof value === TYPES.get(name);
  };
  return Object.fromEntries(Object.entries(body).filter(isSound));
}
