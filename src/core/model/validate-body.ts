import type { JsonObject, JsonValue } from '../json.ts';

/** The type of each body field that has one type in every kind. */
const TYPES: Readonly<Record<string, 'string' | 'number' | 'boolean'>> = {
  trigger: 'string',
  reason: 'string',
  model: 'string',
  text: 'string',
  speaker: 'string',
  ref: 'string',
  from: 'string',
  origin: 'string',
  tool: 'string',
  output: 'string',
  type: 'string',
  task: 'string',
  summary: 'string',
  error: 'string',
  message: 'string',
  title: 'string',
  success: 'boolean',
  interrupted: 'boolean',
  denied: 'boolean',
  person: 'boolean',
  echo: 'boolean',
  withheld: 'boolean',
  exitCode: 'number',
  durationMs: 'number',
  tokensBefore: 'number',
  tokensAfter: 'number',
};

/** Copies a foreign event body without the fields whose value has the wrong type. */
export function validateBody(body: JsonObject): JsonObject {
  const isSound = ([name, value]: [string, JsonValue]): boolean => {
    if (name === 'result' && body.kind === 'subagent.end') return typeof value === 'string';
    if (name === 'tagged') return Array.isArray(value) && value.every((hash) => typeof hash === 'number');
    return !Object.hasOwn(TYPES, name) || typeof value === TYPES[name];
  };
  return Object.fromEntries(Object.entries(body).filter(isSound));
}
