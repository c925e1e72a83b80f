import { isDeepStrictEqual } from 'node:util';
import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { insertJsonc, type JsonPath, readJsonc, removeJsonc } from './edit-jsonc.ts';
import { HOOK_TIMEOUT_S, type HookCondition, hookCommandLine, isHookCommandLine } from './hook-command.ts';

/** A hook event that set-up registers, and the tools or kinds for which it is registered; absent: all. */
export interface RegisteredHook {
  event: string;
  matcher?: string;
  when?: HookCondition;
}

/**
 * How an agent stores hooks in a JSON file: in Claude's form, `{<at>: {<event>: [{matcher?, hooks: [handler]}]}}`, or
 * in the `flat` one, `{<at>: {<event>: [handler]}}`, where a matcher is a field of the handler.
 */
export interface JsonHooks {
  agent: string;
  /** The agent's name for people. */
  title: string;
  hooks: readonly RegisteredHook[];
  /** Path of the object whose keys are events; `['hooks']` by default. */
  at?: JsonPath;
  flat?: true;
  /** Fields of a handler besides its command; by default a time-out in seconds. */
  fields?: JsonObject;
  /** What the hooks are for, in one sentence, when it is not to record and to inject context. */
  why?: string;
  /** The `folder` of `hookCommandLine`. */
  folder?: string;
}

/** The settings with each of Cairn's hooks exactly once; correct ones stay as they are. Throws `damaged`. */
export function withJsonHooks(settings: string | undefined, hookCommand: string, file: JsonHooks): string {
  let text = settings;
  for (const hook of file.hooks) {
    const alike = file.hooks.filter(({ event }) => event === hook.event);
    const place = { event: hook.event, nth: alike.indexOf(hook), of: alike.length };
    text = withHook(text, { ...place, group: groupOf(hook, hookCommand, file) }, file);
  }
  const wanted = new Set(file.hooks.map(({ event }) => event));
  const stale = ourHandlers(text ?? '', file).filter(({ event }) => !wanted.has(event));
  return removeAll(text ?? '', stale, file) ?? '';
}

/** The settings without Cairn's hooks; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutJsonHooks(settings: string, file: JsonHooks): string | undefined {
  return removeAll(settings, ourHandlers(settings, file), file);
}

interface OurHandler {
  event: string;
  /**
   * Path of the group of handlers if all of it is Cairn's, else of the handler; in the flat form always of the handler.
   */
  path: JsonPath;
  isGroup: boolean;
  value: JsonValue;
}

function groupOf({ event, matcher, when }: RegisteredHook, hookCommand: string, file: JsonHooks): JsonObject {
  const { agent, fields = { timeout: HOOK_TIMEOUT_S }, folder } = file;
  const command = hookCommandLine(hookCommand, { agent, event, ...omitUndefined({ folder, when }) });
  const matching = matcher === undefined ? {} : { matcher };
  if (file.flat === true) return { command, ...matching, ...fields };
  return { ...matching, hooks: [{ type: 'command', command, ...fields }] };
}

function placeOf({ at = ['hooks'] }: JsonHooks): JsonPath {
  return at;
}

function withHook(
  text: string | undefined,
  { event, nth, of, group }: { event: string; nth: number; of: number; group: JsonObject },
  file: JsonHooks,
): string {
  const path = [...placeOf(file), event];
  if (text === undefined || text.trim() === '') return insertJsonc(text, { path, append: true }, group);
  const ours = ourHandlers(text, file).filter((handler) => handler.event === event);
  const first = ours[nth];
  if (first === undefined) return insertJsonc(text, { path, append: true }, group);
  const rest = removeAll(text, ours.slice(of), file) ?? text;
  if (isDeepStrictEqual(first.value, group)) return rest;
  if (first.isGroup) return insertJsonc(rest, { path: first.path }, group);
  return insertJsonc(removeJsonc(rest, first.path), { path, append: true }, group);
}

/** Removes the handlers from the last inserted to the first: only the last insertion can be reverted byte for byte. */
function removeAll(text: string, handlers: readonly OurHandler[], { hooks }: JsonHooks): string | undefined {
  const order = hooks.map(({ event }) => event);
  const inOrder = handlers.toSorted((one, other) => order.indexOf(one.event) - order.indexOf(other.event));
  return inOrder.reduceRight<string | undefined>(
    (rest, { path }) => (rest === undefined ? undefined : removeJsonc(rest, path)),
    text,
  );
}

function ourHandlers(text: string, file: JsonHooks): OurHandler[] {
  const at = placeOf(file);
  const hooks = text.trim() === '' ? undefined : readJsonc(text, at);
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    Array.isArray(groups)
      ? groups.flatMap((group, index) => oursInGroup(group, { event, path: [...at, event, index] }, file))
      : [],
  );
}

function oursInGroup(
  group: JsonValue,
  { event, path }: { event: string; path: JsonPath },
  file: JsonHooks,
): OurHandler[] {
  if (file.flat === true) return isOurs(group, file) ? [{ event, path, isGroup: true, value: group }] : [];
  if (!isJsonObject(group) || !Array.isArray(group.hooks)) return [];
  const ours = group.hooks.flatMap((handler, index) => (isOurs(handler, file) ? [{ handler, index }] : []));
  if (ours.length > 0 && ours.length === group.hooks.length) return [{ event, path, isGroup: true, value: group }];
  return ours.map(({ handler, index }) => {
    return { event, path: [...path, 'hooks', index], isGroup: false, value: handler };
  });
}

function isOurs(handler: JsonValue, { agent }: JsonHooks): boolean {
  return isJsonObject(handler) && isHookCommandLine(asString(handler.command) ?? '', agent);
}
