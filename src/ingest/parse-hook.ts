import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';

/**
 * A hook's payload as an object, or the reason for skipping it, for the counts. `undefined` stands for a payload beyond
 * the limit.
 */
export function parseHook(dialect: { name: string } | undefined, payload: string | undefined): JsonObject | string {
  if (dialect === undefined) return 'unknown agent';
  if (payload === undefined) return `${dialect.name}: payload is too long`;
  const value = parseJson(payload);
  return isJsonObject(value) ? value : `${dialect.name}: payload is no JSON object`;
}
