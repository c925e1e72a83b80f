// privacy: finds and removes what must not be stored: secrets, system tags, private passages, Cairn's own words,
// excluded files and projects. Pure: text in, text out; nothing is read, written or logged.

import type { JsonObject, JsonValue } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import { addCounts, countLines, cutRedacted, isTooLong, type Truncated } from './bound-text.ts';
import { type InjectedWords, stripOwnWords } from './own-words.ts';
import type { PrivateState } from './rare/private-tags.ts';
import { rareForms } from './rare/rare-forms.ts';
import { redact, redactField } from './redact.ts';
import { secretNameKind } from './secret-names.ts';
import { stripSystemTags } from './system-tags.ts';

/** Options of the door for one event. */
export interface SanitizeOptions {
  /**
   * Upper bound on the UTF-16 code units of one string; a longer one is truncated to its head and tail. Default
   * 100,000.
   */
  maxChars?: number;
  /** What was injected into the session. */
  ledger?: InjectedWords;
  /** Fields of the root that a program writes; an open private tag of another field does not reach them. */
  programFields?: ReadonlySet<string>;
}

/** A value that may be stored, and counts of what was removed from it. */
export interface Sanitized {
  value: JsonValue;
  /** Secrets replaced, by kind. */
  redacted: Record<string, number>;
  privateRemoved: number;
  truncated: Truncated[];
}

const MAX_DEPTH = 100;
const MAX_NODES = 200_000;
const FIELD_NAME = /^[A-Za-z_$][\w$-]{0,63}$/;
/** Fields that say what kind of event it is: an open private tag must not blank them. */
const PROGRAM_FIELDS: ReadonlySet<string> = new Set(['origin', 'trigger', 'type', 'tool', 'model', 'knowledge']);

/**
 * The pure part of the door. Cleans every string of a JSON value, keys included: removes system tags, private passages,
 * Cairn's own words and secrets, and bounds length, depth and number. Fields are processed in order, since a private
 * tag that is not closed reaches over all that follow. Linear in the size of the value; cleaning twice changes nothing.
 */
export function sanitize(value: JsonValue, options: SanitizeOptions = {}): Sanitized {
  const walk: Walk = {
    options,
    maxChars: options.maxChars ?? LIMITS.capturedChars,
    programFields: options.programFields ?? PROGRAM_FIELDS,
    state: { depth: 0, removed: 0 },
    path: [],
    nodes: 0,
    redacted: {},
    truncated: [],
  };
  const clean = cleanValue(value, '', walk);
  return { value: clean, redacted: walk.redacted, privateRemoved: walk.state.removed, truncated: walk.truncated };
}

interface Walk {
  options: SanitizeOptions;
  maxChars: number;
  programFields: ReadonlySet<string>;
  state: PrivateState;
  path: (string | number)[];
  nodes: number;
  redacted: Record<string, number>;
  truncated: Truncated[];
}

/** `name` is the name of the value: of its field, its pair or its flag. */
function cleanValue(value: JsonValue, name: string, walk: Walk): JsonValue {
  walk.nodes += 1;
  if (typeof value === 'string') return cleanText(value, name, walk);
  if (typeof value === 'number') return cleanNumber(value, name, walk);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (walk.path.length >= MAX_DEPTH) return `[cut: nested deeper than ${MAX_DEPTH}]`;
  return Array.isArray(value) ? cleanList(value, name, walk) : cleanObject(value, name, walk);
}

function cleanList(list: readonly JsonValue[], name: string, walk: Walk): JsonValue[] {
  const clean: JsonValue[] = [];
  for (const [index, item] of list.entries()) {
    if (walk.nodes >= MAX_NODES) {
      clean.push(`[cut: ${list.length - index} more]`);
      break;
    }
    walk.path.push(index);
    clean.push(cleanValue(item, nameInList(list, index) ?? name, walk));
    walk.path.pop();
  }
  return clean;
}

/** `["--password", "x"]` and `["X-Api-Key", "x"]`: the string before names the value. */
function nameInList(list: readonly JsonValue[], index: number): string | undefined {
  const before = list[index - 1];
  if (typeof before !== 'string' || before.length > 64) return undefined;
  const kind = secretNameKind(before);
  const names = before.startsWith('-') || (list.length === 2 && kind !== 'password');
  return kind !== undefined && names ? before : undefined;
}

function cleanObject(object: JsonObject, name: string, walk: Walk): JsonObject {
  const keys = Object.keys(object);
  const pair = nameOfPair(object) ?? name;
  const clean: JsonObject = {};
  const doubles = new Map<string, number>();
  for (const [index, key] of keys.entries()) {
    if (walk.nodes >= MAX_NODES) {
      setField(clean, freeKey('[cut]', clean, doubles), `[cut: ${keys.length - index} more]`);
      break;
    }
    const { depth } = walk.state;
    const isProgram = walk.path.length === 0 && walk.programFields.has(key);
    if (isProgram) walk.state.depth = 0;
    walk.path.push(key);
    const cleanKey = freeKey(cleanName(key, walk), clean, doubles);
    setField(clean, cleanKey, cleanValue(object[key] ?? null, key === 'value' ? pair : key, walk));
    walk.path.pop();
    if (isProgram) walk.state.depth = depth;
  }
  return clean;
}

/** The key, or, when two keys are redacted to the same mark, the key with a number appended. */
function freeKey(key: string, taken: JsonObject, doubles: Map<string, number>): string {
  if (!Object.hasOwn(taken, key)) return key;
  for (let count = doubles.get(key) ?? 2; ; count += 1) {
    const free = `${key} (${count})`;
    if (Object.hasOwn(taken, free)) continue;
    doubles.set(key, count + 1);
    return free;
  }
}

/** Sets a field; `__proto__` is a key like any other. */
function setField(object: JsonObject, key: string, value: JsonValue): void {
  if (key !== '__proto__') object[key] = value;
  else Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

/** `{ "name": "DB_PASSWORD", "value": … }`: the name of the pair names the value. */
function nameOfPair(object: JsonObject): string | undefined {
  const name = object.name ?? object.key;
  return typeof name === 'string' && name.length <= 64 ? name : undefined;
}

/** A cleaned key. Field names stay while a private passage is open, since a program wrote them. */
function cleanName(key: string, walk: Walk): string {
  if (FIELD_NAME.test(key) && key.length < 16) return key;
  if (walk.state.depth > 0 && !FIELD_NAME.test(key)) return '[private]';
  const state = { depth: 0, removed: 0 };
  const text = stripTags(key, walk.options, state);
  walk.state.removed += state.removed;
  return boundText(text, '', walk);
}

function cleanText(text: string, name: string, walk: Walk): string {
  return boundText(stripTags(text, walk.options, walk.state), name, walk);
}

function cleanNumber(value: number, name: string, walk: Walk): JsonValue {
  if (name === '' || secretNameKind(name) !== 'password') return value;
  const { text, counts } = redactField(name, String(value));
  addCounts(walk.redacted, counts);
  return text === String(value) ? value : text;
}

/** Cairn's own words are removed first: tags that they quote are no tags of this event. */
function stripTags(text: string, options: SanitizeOptions, state: PrivateState): string {
  const whole = text.includes('\0') ? text.replaceAll('\0', '') : text;
  const kept = stripSystemTags(stripOwnWords(whole.toWellFormed()));
  const isPlain = !/private/i.test(kept);
  const others = isPlain ? (state.depth > 0 ? '' : kept) : rareForms().stripPrivate(kept, state);
  return options.ledger?.strip(others) ?? others;
}

function boundText(text: string, name: string, walk: Walk): string {
  const tooLong = isTooLong(text, walk.maxChars);
  if (tooLong) walk.truncated.push({ path: walk.path.join('.'), chars: text.length, lines: countLines(text) });
  const named = name !== '' && !tooLong && secretNameKind(name) !== undefined;
  const clean = tooLong ? cutRedacted(text, walk.maxChars) : named ? redactField(name, text) : redact(text);
  addCounts(walk.redacted, clean.counts);
  return clean.text;
}
