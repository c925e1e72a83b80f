import { CairnError } from '../core/errors.ts';
import { isJsonObject } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { Call, CallTable } from './calls/call.ts';
import type { Field, Fields } from './calls/fields.ts';
import { CALLS, type CallInputs, type CallName } from './calls.ts';

const { times } = LIMITS;
/** How deep an object may be nested. */
const LEVELS = 64;

/**
 * The input of a call as its row in the table has it. Throws `invalid_input` for a field that is missing, of a wrong type,
 * out of its bounds or unknown: a misspelt filter must not widen a question.
 */
export function checkObject<Name extends CallName>(
  call: Name,
  input: unknown,
  calls: CallTable = CALLS,
): CallInputs[Name] {
  const checked = checkFields(call, calls[call]?.input ?? {}, input);
  if (call === 'list') checkListed(checked.kinds);
  if (call === 'record') checkRecorded(checked);
  // The fields were checked one by one, so the input has the type that is inferred from them.
  return checked as unknown as CallInputs[Name];
}

/** An input that has these fields alone, each with a value that fits; else it throws, as `checkObject`. */
export function checkFields(what: string, fields: Fields, input: unknown): Readonly<Record<string, unknown>> {
  if (!isJsonObject(input)) throw wrong(what, 'its input', { wanted: 'an object', got: input });
  checkEach(what, fields, input);
  return input;
}

/** What a caller gave as the object that the wire has: a bare text or list becomes the call's main field. */
export function toInputObject({ main, input }: Pick<Call, 'input' | 'main'>, given: unknown): unknown {
  const field = main === undefined ? undefined : input[main];
  if (main === undefined || field === undefined) return given;
  if (typeof given === 'string') return { [main]: field.type === 'texts' ? [given] : given };
  const isList = field.type === 'texts' || field.type === 'objects';
  return Array.isArray(given) && isList ? { [main]: given } : given;
}

function checkEach(what: string, fields: Fields, input: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || Object.hasOwn(fields, name)) continue;
    throw new CairnError('invalid_input', `${what} has no field ${JSON.stringify(name.slice(0, 60))}.`, {
      fix: `It takes ${Object.keys(fields).join(', ') || 'none'}.`,
    });
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = input[name];
    if (value === undefined && field.required !== true) continue;
    if (!fits(field, value)) throw wrong(what, name, { wanted: describe(field), got: value });
    if (field.type === 'object' && field.fields !== undefined) {
      checkEach(`${what}: ${name}`, field.fields, value as Record<string, unknown>);
    }
  }
}

/** True for a value that a field takes. */
export function fits(field: Field, value: unknown): boolean {
  switch (field.type) {
    case 'text':
      return typeof value === 'string' && isChoice(field.choices, value);
    case 'texts':
      return (
        Array.isArray(value) &&
        isBetween(value.length, field.least, field.most) &&
        value.every((one) => typeof one === 'string' && isChoice(field.choices, one))
      );
    case 'integer':
      return Number.isSafeInteger(value) && isBetween(value as number, field.least, field.most);
    case 'number':
      return typeof value === 'number' && isBetween(value, field.least, field.most);
    case 'time':
      return typeof value === 'string' || (typeof value === 'number' && isBetween(value, times.least, times.most));
    case 'boolean':
      return typeof value === 'boolean';
    case 'object':
      return isJsonObject(value) && !isDeeper(value, LEVELS);
    case 'objects':
      return Array.isArray(value) && value.length <= field.most && !isDeeper(value, LEVELS);
  }
}

function isChoice(choices: readonly string[] | undefined, value: string): boolean {
  return choices === undefined || choices.includes(value);
}

function isBetween(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}

/** What a field takes, as a phrase: `a whole number from 1 to 9`. */
export function describe(field: Field): string {
  switch (field.type) {
    case 'text':
      return field.choices === undefined ? 'a text' : `one of ${field.choices.join(', ')}`;
    case 'texts':
      return `a list of ${field.least} to ${field.most} ${field.choices === undefined ? 'texts' : `of ${field.choices.join(', ')}`}`;
    case 'integer':
      return `a whole number from ${field.least} to ${field.most}`;
    case 'number':
      return `a number from ${field.least} to ${field.most}`;
    case 'time':
      return 'a time (ISO 8601 or milliseconds since 1970)';
    case 'boolean':
      return 'true or false';
    case 'object':
      return `an object of at most ${LEVELS} levels`;
    case 'objects':
      return `a list of at most ${field.most} objects of at most ${LEVELS} levels`;
  }
}

function checkListed(kinds: unknown): void {
  if (!Array.isArray(kinds) || kinds.length < 2) return;
  const alone = kinds.find((kind) => kind === 'session' || kind === 'project');
  if (alone === undefined) return;
  throw new CairnError('invalid_input', `list: the kind ${alone} is listed alone; it got ${kinds.join(', ')}.`, {
    fix: `Ask for kinds ["${alone}"] by itself.`,
  });
}

function checkRecorded({ events, messages }: Readonly<Record<string, unknown>>): void {
  if ((events === undefined) !== (messages === undefined)) return;
  throw new CairnError('invalid_input', 'record takes a list of events, or { sessionId, messages }.', {
    fix: 'See the README, section "SDK".',
  });
}

function wrong(what: string, field: string, { wanted, got }: { wanted: string; got: unknown }): CairnError {
  const shown = isDeeper(got, LEVELS) ? 'more levels' : (JSON.stringify(got)?.slice(0, 60) ?? 'nothing');
  return new CairnError('invalid_input', `${what}: ${field} takes ${wanted}; it got ${shown}.`, {
    fix: 'See the README, section "SDK", or cairn --help.',
  });
}
