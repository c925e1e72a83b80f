import { isJsonObject } from '../../core/json.ts';
import type { CommandSpec } from './command.ts';
import type { Output } from './output.ts';

/**
 * The output of a command with `--json`, in which the list of an answer is called `entries` too, whatever the call of the
 * memory calls it. An answer that has `entries` already stays as it is.
 */
export function withEntries(out: Output, { lists = [] }: Pick<CommandSpec, 'lists'>, json: boolean): Output {
  if (!json || lists.length === 0) return out;
  const named = (value: unknown): unknown => nameList(value, lists);
  return { ...out, json: (value) => out.json(named(value)), result: (value) => out.json(named(value)) };
}

function nameList(value: unknown, lists: readonly string[]): unknown {
  if (!isJsonObject(value) || value.entries !== undefined) return value;
  const list = lists.map((name) => value[name]).find(Array.isArray);
  return list === undefined ? value : { ...value, entries: list };
}
