import { asNumber, asString, type JsonValue } from '../../../core/json.ts';

/** A time in milliseconds or as ISO 8601 text, in milliseconds since 1970; `undefined` for anything else. */
export function timeOf(value: JsonValue | undefined): number | undefined {
  const time = asNumber(value) ?? Date.parse(asString(value) ?? '');
  return Number.isFinite(time) ? time : undefined;
}
