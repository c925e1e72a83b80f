import { CairnError } from '../core/errors.ts';

/** A time given as milliseconds since 1970 or as ISO 8601 text, as milliseconds; `invalid_input` names the field. */
export function parseTime(value: number | string, field: string): number {
  const time = typeof value === 'number' ? value : Date.parse(value);
  if (Number.isFinite(time)) return Math.trunc(time);
  throw new CairnError('invalid_input', `${field}: "${value}" is no time.`, {
    fix: 'Give milliseconds since 1970 or ISO 8601, as 2026-03-01 or 2026-03-01T12:00:00Z.',
  });
}
