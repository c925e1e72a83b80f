import { isJsonObject, isTexts, type JsonObject, type JsonValue } from '../json.ts';
import type { EventBody, PromptOrigin } from './event.ts';

/** The body fields that have one type in every kind of event, by that type. */
const FIELDS = {
  string:
    'trigger reason model text speaker ref from origin tool output type task summary error message title fileHash terminal act by undoes place',
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
    if (name === 'from' && body.kind === 'shared') return isJsonObject(value);
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

/** Fields that must be strings. */
const TEXT_FIELDS: Partial<Record<EventBody['kind'], readonly string[]>> = {
  prompt: ['text', 'origin'],
  message: ['text'],
  'tool.start': ['tool'],
  'tool.end': ['tool', 'output'],
  'subagent.start': ['type'],
  'subagent.end': ['type'],
  'turn.failed': ['error'],
  notification: ['message'],
  permission: ['tool'],
  noted: ['text'],
  revised: ['target'],
  confirmed: ['target'],
  withdrawn: ['target'],
  hidden: ['target'],
  shown: ['target'],
  renamed: ['target', 'name'],
  merged: ['target', 'into'],
  retired: ['batch'],
  restored: ['batch'],
  collected: ['target'],
  pruned: ['target'],
  shared: ['home', 'member', 'target'],
};
/** Fields that must be lists of strings when they are present; `needed` ones must be present. */
const LIST_FIELDS: Partial<Record<EventBody['kind'], Readonly<Record<string, 'needed' | 'optional'>>>> = {
  retired: { targets: 'needed' },
  restored: { targets: 'needed' },
  collected: { add: 'optional', remove: 'optional' },
  confirmed: { rules: 'optional' },
  withdrawn: { rules: 'optional' },
  superseded: { rules: 'optional' },
  reopened: { rules: 'optional' },
};
/** The field that must be an object. */
const OBJECT_FIELDS: Partial<Record<EventBody['kind'], string>> = {
  'tool.start': 'input',
  'tool.end': 'input',
  permission: 'input',
  noted: 'detail',
  revised: 'changes',
  shared: 'item',
};

/** True for a body, as `validateBody` copies it, that has all fields that its kind always has. */
export function hasItsFields(body: JsonObject): boolean {
  const kind = body.kind as EventBody['kind'];
  const object = OBJECT_FIELDS[kind];
  const isWhole = (TEXT_FIELDS[kind] ?? []).every((field) => typeof body[field] === 'string');
  const lists = Object.entries(LIST_FIELDS[kind] ?? {}).every(([field, need]) =>
    body[field] === undefined ? need === 'optional' : isTexts(body[field]),
  );
  return isWhole && lists && isRepresentedList(body.standing) && (object === undefined || isJsonObject(body[object]));
}

/** True for a valid list of represented memories: absent, or each with its id, count and times. */
function isRepresentedList(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  const numbers = ['count', 'firstAt', 'lastAt'] as const;
  const isOne = (one: JsonValue): boolean =>
    isJsonObject(one) && typeof one.id === 'string' && numbers.every((name) => typeof one[name] === 'number');
  return Array.isArray(value) && value.every(isOne);
}
