import { isJsonObject, isTexts, type JsonObject, type JsonValue } from '../json.ts';
import type { PromptOrigin } from './event.ts';

/** The body fields that have one type in every kind of event, by that type. */
const FIELDS = {
  string:
    'trigger reason model text speaker ref from origin tool output type task summary error message title fileHash terminal act by undoes',
  boolean: 'success interrupted denied person echo withheld hidden interim',
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
    if (name === 'picked') return isTexts(value);
    if (name === 'reply') return body.kind === 'tool.end' && isReply(value);
    return !TYPES.has(name) || typeof value === TYPES.get(name);
  };
  return Object.fromEntries(Object.entries(body).filter(isSound));
}

const ORIGINS: readonly JsonValue[] = ['person', 'program', 'system', 'unknown'] satisfies PromptOrigin[];

function isReply(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false;
  const { origin, refused = true, text = '', answers = [] } = value;
  const isAnswer = (one: JsonValue): boolean =>
    isJsonObject(one) && [one.question, one.answer, one.about ?? ''].every((part) => typeof part === 'string');
  const isSound = ORIGINS.includes(origin ?? null) && refused === true && typeof text === 'string';
  return isSound && Array.isArray(answers) && answers.every(isAnswer);
}
