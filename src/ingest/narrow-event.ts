import type { JsonObject, JsonValue } from '../core/json.ts';
import type { CleanEvent, EventBody } from '../core/model/event.ts';
import type { ProjectConfig } from '../projects/project-config.ts';
import { withoutExcluded } from './excluded/without-excluded.ts';
import { PAUSED_SOURCES } from './pauses.ts';

const DEPTH = 100;
/** Fields of a body that hold words, and those of what was stated. The others are names that programs go by. */
const WORDS = ['text', 'title', 'output', 'input', 'result', 'task', 'summary', 'error', 'message', 'reason', 'picked'];
const STATED = ['reason', 'facts', 'alternatives', 'subtitle'];

/** An event as its project's own settings let it be kept; `undefined`: not at all. The event has passed the door. */
export function narrowEvent(event: CleanEvent, config: ProjectConfig): CleanEvent | undefined {
  if (config.narrowed['capture.enabled'] === false && isOfAgent(event)) return undefined;
  const { excludes } = config;
  const isTyped = event.body.kind === 'prompt' && event.body.origin !== 'system';
  const hide = isTyped ? config.hideTyped : config.hide;
  const shown = withoutExcluded(event.body, excludes, event.cwd);
  const isLess = shown !== event.body && shown.kind === 'tool.end';
  const narrowed: EventBody = isLess ? { ...shown, withheld: true } : shown;
  // What a person tells Cairn is the person's: no project has a word in it.
  const body = 'person' in narrowed && narrowed.person ? narrowed : hideWords(narrowed, hide);
  return body === event.body ? event : { ...event, body };
}

/** True for what an agent did, as it says itself; that an act in a person's name is taken back is none of its deeds. */
export function isOfAgent({ source, body }: Pick<CleanEvent, 'source' | 'body'>): boolean {
  return PAUSED_SOURCES.has(source) && body.kind !== 'revoked';
}

/** The body without the words that a project's patterns name. */
function hideWords(body: EventBody, hide: (text: string) => string): EventBody {
  const given = body as unknown as JsonObject;
  const hidden: JsonObject = pick(given, WORDS, hide);
  if (isObject(given.detail)) Object.assign(hidden, within('detail', given.detail, pick(given.detail, STATED, hide)));
  if (isObject(given.reply))
    Object.assign(hidden, within('reply', given.reply, pick(given.reply, ['text', 'answers'], hide)));
  if (Object.keys(hidden).length === 0) return body;
  const { fileHash, ...rest } = { ...given, ...hidden };
  return rest as unknown as EventBody;
}

function within(field: string, given: JsonObject, hidden: JsonObject): JsonObject {
  return Object.keys(hidden).length === 0 ? {} : { [field]: { ...given, ...hidden } };
}

/** Those of some fields in which something is hidden, with what is left. */
function pick(given: JsonObject, fields: readonly string[], hide: (text: string) => string): JsonObject {
  const found: JsonObject = {};
  for (const field of fields) {
    const value = given[field];
    const left = value === undefined ? undefined : hideIn(value, hide, 0);
    if (left !== undefined && left !== value) found[field] = left;
  }
  return found;
}

/** The same value where nothing in it is hidden. */
function hideIn(value: JsonValue, hide: (text: string) => string, depth: number): JsonValue {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null || depth > DEPTH) return value;
  if (Array.isArray(value)) {
    const list = value.map((one) => hideIn(one, hide, depth + 1));
    return list.every((one, i) => one === value[i]) ? value : list;
  }
  const entries = Object.entries(value).map(
    ([key, one]) => [key, hide(key), one, hideIn(one, hide, depth + 1)] as const,
  );
  if (entries.every(([key, name, one, left]) => key === name && one === left)) return value;
  return Object.fromEntries(entries.map(([, name, , left]) => [name, left]));
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
