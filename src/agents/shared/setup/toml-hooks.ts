import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../../core/json.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { appendTables, readTables, removeTables } from './edit-toml.ts';
import { HOOK_TIMEOUT_S, hookCommandLine, isHookCommandLine } from './hook-command.ts';
import type { JsonHooks } from './json-hooks.ts';

const TABLE = 'hooks';

/** How an agent stores hooks in `[[hooks]]` of a TOML file, in Kimi's form. */
export interface TomlHooks extends Pick<JsonHooks, 'agent' | 'title' | 'hooks' | 'why'> {
  /** Set when each has a name, and the event as its type, as in Vibe's form. */
  named?: true;
}

/** The tables of Cairn's hooks. */
export function tomlHookTables(
  hookCommand: string,
  { agent, hooks, named }: Pick<TomlHooks, 'agent' | 'hooks' | 'named'>,
): JsonObject[] {
  return hooks.map(({ event, matcher, when }) => ({
    ...(named === true ? { name: `cairn-${event}`, type: event } : { event }),
    ...omitUndefined({ matcher }),
    command: hookCommandLine(hookCommand, { agent, event, ...omitUndefined({ when }) }),
    timeout: HOOK_TIMEOUT_S,
  }));
}

/** The settings with each of Cairn's hooks exactly once; correct ones stay as they are. Throws `damaged`. */
export function withTomlHooks(config: string | undefined, hookCommand: string, file: TomlHooks): string {
  const { agent } = file;
  const missing = tomlHookTables(hookCommand, file);
  const isStale = (entry: JsonValue): boolean => {
    if (!isOurs(entry, agent)) return false;
    const { command, matcher } = entry;
    const event = eventOf(entry);
    const at = missing.findIndex(
      (hook) => eventOf(hook) === event && hook.command === command && hook.matcher === matcher,
    );
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  };
  const kept = config === undefined ? undefined : removeTables(config, TABLE, isStale);
  return appendTables(kept, TABLE, missing);
}

/** The settings without Cairn's hooks; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutTomlHooks(config: string, { agent }: TomlHooks): string | undefined {
  const isOurEntry = (entry: JsonValue): boolean => isOurs(entry, agent);
  return readTables(config, TABLE).some(isOurEntry) ? removeTables(config, TABLE, isOurEntry) : config;
}

function eventOf({ event, type }: JsonObject): JsonValue | undefined {
  return event ?? type;
}

function isOurs(entry: JsonValue, agent: string): entry is JsonObject {
  return isJsonObject(entry) && isHookCommandLine(asString(entry.command) ?? '', agent);
}
