import { isDeepStrictEqual } from 'node:util';
import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { insertJsonc, type JsonPath, readJsonc, removeJsonc } from '../shared/edit-jsonc.ts';
import { HOOK_TIMEOUT_S, hookCommandLine, isHookCommandLine } from '../shared/hook-command.ts';
import { REGISTERED_HOOKS, type RegisteredHook } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';

/** The settings with Cairn's hooks in place, once each; what is right already stays as it is. Throws `damaged`. */
export function withHooks(settings: string | undefined, hookCommand: string): string {
  let text = settings;
  for (const hook of REGISTERED_HOOKS) text = withHook(text, hook, groupOf(hook, hookCommand));
  const wanted = new Set(REGISTERED_HOOKS.map(({ event }) => event));
  const stale = ourHandlers(text ?? '').filter(({ event }) => !wanted.has(event));
  return removeAll(text ?? '', stale) ?? '';
}

/** The settings without Cairn's hooks; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutHooks(settings: string): string | undefined {
  return removeAll(settings, ourHandlers(settings));
}

interface OurHandler {
  event: string;
  /** The group of handlers if all of it is ours, else the handler alone. */
  path: JsonPath;
  value: JsonValue;
}

function groupOf({ event, matcher }: RegisteredHook, hookCommand: string): JsonObject {
  const command = hookCommandLine(hookCommand, { agent: AGENT_NAME, event });
  const hooks = [{ type: 'command', command, timeout: HOOK_TIMEOUT_S }];
  return matcher === undefined ? { hooks } : { matcher, hooks };
}

function withHook(text: string | undefined, { event }: RegisteredHook, group: JsonObject): string {
  const path = ['hooks', event];
  if (text === undefined || text.trim() === '') return insertJsonc(text, { path, append: true }, group);
  const [first, ...others] = ourHandlers(text).filter((handler) => handler.event === event);
  if (first === undefined) return insertJsonc(text, { path, append: true }, group);
  const rest = removeAll(text, others) ?? text;
  if (isDeepStrictEqual(first.value, group)) return rest;
  if (isGroup(first.path)) return insertJsonc(rest, { path: first.path }, group);
  return insertJsonc(removeJsonc(rest, first.path), { path, append: true }, group);
}

/** From the last that was put in to the first: an insertion is undone byte for byte when it is the last one. */
function removeAll(text: string, handlers: readonly OurHandler[]): string | undefined {
  const order = REGISTERED_HOOKS.map(({ event }) => event);
  const inOrder = handlers.toSorted((one, other) => order.indexOf(one.event) - order.indexOf(other.event));
  return inOrder.reduceRight<string | undefined>(
    (rest, { path }) => (rest === undefined ? undefined : removeJsonc(rest, path)),
    text,
  );
}

function ourHandlers(text: string): OurHandler[] {
  const hooks = text.trim() === '' ? undefined : readJsonc(text, ['hooks']);
  if (!isJsonObject(hooks)) return [];
  return Object.entries(hooks).flatMap(([event, groups]) =>
    Array.isArray(groups) ? groups.flatMap((group, index) => oursInGroup(group, event, ['hooks', event, index])) : [],
  );
}

function oursInGroup(group: JsonValue, event: string, path: JsonPath): OurHandler[] {
  if (!isJsonObject(group) || !Array.isArray(group.hooks)) return [];
  const ours = group.hooks.flatMap((handler, index) => (isOurs(handler) ? [{ handler, index }] : []));
  if (ours.length > 0 && ours.length === group.hooks.length) return [{ event, path, value: group }];
  return ours.map(({ handler, index }) => ({ event, path: [...path, 'hooks', index], value: handler }));
}

function isGroup(path: JsonPath): boolean {
  return path.length === 3;
}

function isOurs(handler: JsonValue): boolean {
  return isJsonObject(handler) && isHookCommandLine(asString(handler.command) ?? '', AGENT_NAME);
}
