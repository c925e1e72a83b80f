import { asNumber, asString, type JsonValue } from '../../../core/json.ts';

/** Milliseconds since 1970 of a time in milliseconds or as text (ISO 8601); `undefined` for what is none. */
export function timeOf(value: JsonValue | undefined): number | undefined {
  const time = asNumber(value) ?? Date.parse(asString(value) ?? '');
  return Number.isFinite(time) ? time : undefined;
}
