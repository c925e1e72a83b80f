import { endOfObject, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';

/** Places at which an object may begin that are tried. */
const STARTS = 20;
/** Characters of an answer that are read: several times what the longest may have. */
const TEXT_CHARS = 100_000;
const THOUGHT_END = '</think';

/**
 * The first JSON object of an answer that has a field, whatever is around it: prose, fences, thoughts before it;
 * `undefined` when there is none, or it stops half-way.
 */
export function readJsonObject(answer: string, field: string): JsonObject | undefined {
  const text = answer.slice(answer.lastIndexOf(THOUGHT_END) + 1).slice(0, TEXT_CHARS);
  const whole = parseJson(text.trim());
  if (isJsonObject(whole) && Object.hasOwn(whole, field)) return whole;
  let start = text.indexOf('{');
  for (let tries = 0; start >= 0 && tries < STARTS; tries += 1) {
    const end = endOfObject(text, start);
    const value = end === undefined ? undefined : parseJson(text.slice(start, end));
    if (isJsonObject(value) && Object.hasOwn(value, field)) return value;
    // What parsed was another object: what it contains is none of ours.
    start = text.indexOf('{', value === undefined ? start + 1 : end);
  }
  return undefined;
}
