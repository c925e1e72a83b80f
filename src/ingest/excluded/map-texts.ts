import type { JsonObject, JsonValue } from '../../core/json.ts';
import { EXCLUDED_MARK } from './cut-text.ts';

const DEPTH_MAX = 100;

/** A value with what `map` makes of each of its texts, below 100 levels with a mark; the same one where nothing changes. Linear. */
export function mapTexts<T extends JsonValue>(value: T, map: (text: string) => string): T {
  const mapOne = (one: JsonValue, depth: number): JsonValue => {
    if (typeof one === 'string') return map(one);
    if (typeof one !== 'object' || one === null) return one;
    if (depth > DEPTH_MAX) return EXCLUDED_MARK;
    return Array.isArray(one)
      ? mappedList(one, (entry) => mapOne(entry, depth + 1))
      : mapped(one, (entry) => mapOne(entry, depth + 1));
  };
  return mapOne(value, 0) as T;
}

/** A list with what `map` makes of its entries; the same one where nothing changes. */
export function mappedList(list: JsonValue[], map: (one: JsonValue) => JsonValue): JsonValue[] {
  const left = list.map(map);
  return left.every((one, i) => one === list[i]) ? list : left;
}

/** An object with what `map` makes of its values; the same one where nothing changes. */
export function mapped(value: JsonObject, map: (one: JsonValue, key: string) => JsonValue): JsonObject {
  const entries = Object.entries(value).map(([key, one]) => [key, one, map(one, key)] as const);
  if (entries.every(([, one, left]) => one === left)) return value;
  return Object.fromEntries(entries.map(([key, , left]) => [key, left]));
}
