import { asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import { appendTables, readTables, removeTables } from '../shared/edit-toml.ts';
import { HOOK_TIMEOUT_S, hookCommandLine, isHookCommandLine } from '../shared/hook-command.ts';
import { REGISTERED_HOOKS } from './capabilities.ts';
import { AGENT_NAME } from './hooks.ts';

const TABLE = 'hooks';

/** The settings with Cairn's hooks in place, once each; what is right already stays as it is. Throws `damaged`. */
export function withHooks(config: string | undefined, hookCommand: string): string {
  const wanted = REGISTERED_HOOKS.map((event) => ({
    event,
    command: hookCommandLine(hookCommand, { agent: AGENT_NAME, event }),
    timeout: HOOK_TIMEOUT_S,
  }));
  const seen = new Set<string>();
  const isStale = (entry: JsonValue): boolean => {
    if (!isOurs(entry)) return false;
    const event = asString(entry.event) ?? '';
    const right = wanted.some((hook) => hook.event === event && hook.command === entry.command);
    if (!right || seen.has(event)) return true;
    seen.add(event);
    return false;
  };
  const kept = config === undefined ? undefined : removeTables(config, TABLE, isStale);
  return appendTables(
    kept,
    TABLE,
    wanted.filter(({ event }) => !seen.has(event)),
  );
}

/** The settings without Cairn's hooks; `undefined` when nothing else was in them. Throws `damaged`. */
export function withoutHooks(config: string): string | undefined {
  return readTables(config, TABLE).some(isOurs) ? removeTables(config, TABLE, isOurs) : config;
}

function isOurs(entry: JsonValue): entry is JsonObject {
  return isJsonObject(entry) && isHookCommandLine(asString(entry.command) ?? '', AGENT_NAME);
}
