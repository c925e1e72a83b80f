import type { JsonObject, JsonValue } from '../json.ts';
import { canonicalJson, isJsonObject } from '../json.ts';
import type { EventBody, EventContext } from './event.ts';

/** What merging two reports of one event needs: context, body, and how far its source is the authority. */
export type EventReport = EventContext & { body: EventBody; authority: 1 | 2 };

const PLACE_FIELDS = ['at', 'cwd', 'branch', 'prompt', 'subagent'] as const;

function isEmpty(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null || value === '' || value === 'unknown') return true;
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/**
 * Merges two reports of one event field by field: the field of the better authority wins where it has one, the other
 * fills what is missing. With equal authority the earlier report is better, as when two files report one subagent; at
 * equal times the stored one. Apart from that the result does not depend on the order. `changed` is false when the
 * stored report contained everything already but the branch, of which nothing is derived.
 */
export function mergeEvent(stored: EventReport, incoming: EventReport): { merged: EventReport; changed: boolean } {
  const gain = incoming.authority - stored.authority || stored.at - incoming.at;
  const [better, other] = gain > 0 ? [incoming, stored] : [stored, incoming];
  const body = mergeFields(better.body as unknown as JsonObject, other.body as unknown as JsonObject);
  const merged: EventReport = { ...better, body: withOwnOrigin(body as unknown as EventBody, better.body, other.body) };
  for (const field of PLACE_FIELDS) {
    const value = better[field] ?? other[field];
    if (value !== undefined) Object.assign(merged, { [field]: value });
  }
  return { merged, changed: textOf(merged) !== textOf(stored) };
}

/** Who typed a prompt is said of its words: a report with other words says nothing of these. */
function withOwnOrigin(merged: EventBody, better: EventBody, other: EventBody): EventBody {
  if (merged.kind !== 'prompt' || better.kind !== 'prompt' || other.kind !== 'prompt') return merged;
  const isSame = isEmpty(better.text) || isEmpty(other.text) || better.text === other.text;
  return isSame ? merged : { ...merged, origin: better.origin };
}

function mergeFields(better: JsonObject, other: JsonObject): JsonObject {
  const merged: JsonObject = { ...other };
  for (const [key, value] of Object.entries(better)) {
    if (!isEmpty(value) || isEmpty(merged[key])) merged[key] = value;
  }
  return merged;
}

function textOf(telling: EventReport): string {
  const { at, cwd, prompt, subagent, body } = telling;
  return canonicalJson({
    at,
    cwd: cwd ?? null,
    prompt: prompt ?? null,
    subagent: subagent ?? null,
    body: JSON.parse(JSON.stringify(body)) as JsonValue,
  });
}
