import { asObject, asString, type JsonValue } from '../../core/json.ts';
import { ID_PATTERN } from '../../core/model/ids.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { redact } from '../../privacy/redact.ts';
import type { Subject } from './material.ts';

/** A sentence of a model, and the ids of the material that it names for it. */
export interface CitedSentence {
  text: string;
  ids: string[];
}

/** Where the sentences of an answer are, and the faults found in them, in words for the model. */
export interface Reading {
  subject: Subject;
  faults: string[];
}

const SENTENCE_CHARS = 300;
const IDS_MAX = 8;
const ID_IN_BRACKETS = new RegExp(`\\s*[[(]?(?:${ID_PATTERN.source})(?:[,;\\s]+(?:${ID_PATTERN.source}))*[\\])]?`, 'g');
/** A name: a token with a digit, a mark that words do not have, or a capital inside. */
const NAME = /[\p{L}\p{N}_$@~./\\#:-]*(?:[\d_$@\\#/]|\p{Ll}\p{Lu}|\p{L}\.\p{L})[\p{L}\p{N}_$@~./\\#:-]*/gu;

/**
 * The valid sentences of a list, at most `max`: each names at least one id of the material (other ids are dropped), and
 * every file, number or identifier in it occurs in the material. Text is made safe and bounded.
 */
export function validateSentences(
  value: JsonValue | undefined,
  reading: Reading,
  { where, max }: { where: string; max: number },
): CitedSentence[] {
  if (!Array.isArray(value)) {
    if (value !== undefined) reading.faults.push(`${where} is not a list`);
    return [];
  }
  const known = new Set(reading.subject.pieces.map(({ id }) => id));
  const words = materialOf(reading.subject);
  return value
    .slice(0, 2 * max)
    .flatMap((one, at) => sound(one, `${where}[${at}]`, { reading, known, words }))
    .slice(0, max);
}

/**
 * A text of an answer as it may be stored: one line of at most `max` characters, without secrets, ids and control
 * characters.
 */
export function validateText(text: string, max: number): string {
  const plain = oneLine(safeText(cutText(text, 4 * max)).replace(ID_IN_BRACKETS, ''));
  return cutText(redact(plain).text, max);
}

/** All words of a subject in lower case: the names that an answer may contain. */
export function materialOf({ head, pieces }: Subject): string {
  return [JSON.stringify(head), ...pieces.map(({ text }) => text)].join('\n').toLowerCase();
}

/** The first name in a text that the material does not contain; `undefined` when it contains all. */
export function unknownName(text: string, words: string): string | undefined {
  for (const [match] of text.matchAll(NAME)) {
    const name = match.replace(/^[.:/\\#-]+|[.:/\\-]+$/g, '').toLowerCase();
    // "and/or", "e.g."
    const isWord = /^(?:\p{L}+\/\p{L}+|\p{L}(?:\.\p{L})+)$/u.test(name);
    if (name.length > 1 && !isWord && !words.includes(name)) return match;
  }
  return undefined;
}

function sound(
  value: JsonValue,
  where: string,
  { reading, known, words }: { reading: Reading; known: ReadonlySet<string>; words: string },
): CitedSentence[] {
  const given = asObject(value);
  const text = validateText(asString(given.text) ?? '', SENTENCE_CHARS);
  const ids = (Array.isArray(given.ids) ? given.ids : []).filter((id): id is string => typeof id === 'string');
  const own = [...new Set(ids)].filter((id) => known.has(id)).slice(0, IDS_MAX);
  const unknown = unknownName(text, words);
  if (text === '') reading.faults.push(`${where} has no text`);
  else if (own.length === 0) reading.faults.push(`${where} names no id of the material`);
  else if (unknown !== undefined)
    reading.faults.push(`${where} names ${JSON.stringify(unknown)}, which the material does not`);
  else return [{ text, ids: own }];
  return [];
}
