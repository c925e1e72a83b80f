import { hashBase32 } from '../../core/hash.ts';
import { baseName, oneLine } from '../../core/text/text.ts';

const LINE_CHARS = 400;
const KEY_CHARS = 200;
const HASH_CHARS = 12;
/** Parts that differ from run to run and say nothing about the failure, replaced in this order. Each is linear. */
const DROPPED: readonly (readonly [RegExp, string])[] = [
  // Marks of a test runner, a log or a stack before the message.
  [/^[\s│┃|>!✖✗×●❌⨯✘*•└─━╰╭·]+/u, ''],
  // File and line before the message.
  [/^\S{1,300}?[:(]\d+(?:[:,]\d+)?\)?(?::| -)\s/, ''],
  [/^\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?\]?\s*/, ''],
  [/\b[a-z][a-z0-9+.-]{1,12}:\/\/[^\s'"`)\]>]{1,300}/gi, 'URL'],
  [/[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,6}\b/g, 'MAIL'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, 'ID'],
  [/\b0x[0-9a-f]{1,32}\b/gi, 'N'],
  [/\b(?=[0-9a-f]{0,63}\d)(?=[0-9]{0,63}[a-f])[0-9a-f]{7,64}\b/gi, 'ID'],
  [/\b\d{4}[-/]\d\d[-/]\d\d\b/g, 'N'],
  // Paths: with slashes, or a file name with a line number.
  [
    /(?:\b[A-Za-z]:|~|\.{1,2}|[\w@.+-]{1,80})?(?:[\\/][^\s'"`:,;<>|[\]{}\\/]{1,100}){1,40}[\\/]?(?:[:(]\d+(?:[:,]\d+)?\)?)?/g,
    'PATH',
  ],
  [/\b[\w-]{1,80}\.[a-z]{1,6}(?::\d+(?::\d+)?|\(\d+(?:,\d+)?\))/gi, 'PATH'],
  [/"([^"]{0,300})"|'([^']{0,300})'(?!\w)|`([^`]{0,300})`|‘([^’]{0,300})’|“([^”]{0,300})”/g, 'TEXT'],
  [/\b\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?(?:\s?[ap]m)?\b/gi, 'N'],
  [/(?<![\w])[-+]?\d+(?:[.,_]\d+)*(?:\s?(?:ns|µs|ms|s|m|min|h|seconds?|minutes?|bytes?|[kmg]i?b|%))?(?!\w)/gi, 'N'],
];
/** A quoted name that stays: the thing that is missing, unknown or wrong distinguishes two failures. */
const NAME = /^[A-Za-z_$@.][\w$@.*:#[\]<>-]{0,60}$/;

/** Errors about something missing: its name stays, since another missing file is another failure. */
const MISSING =
  /no such file|not found|cannot find|can't find|does not exist|did not match|find(?:en)? nicht|找不到|不存在/i;

/** An error line without the parts that differ from run to run: places, numbers, ids, times, long quotations. */
export function normalizeError(line: string): string {
  const isMissing = MISSING.test(line);
  let text = line.slice(0, LINE_CHARS);
  for (const [pattern, name] of DROPPED) {
    if (name === 'TEXT') text = text.replace(pattern, withoutLongText);
    else if (name === 'PATH' && isMissing) text = text.replace(pattern, fileName);
    else text = text.replace(pattern, name);
  }
  return oneLine(text)
    .replace(/^(?:(?:PATH|N|line)\b[\s:,-]*)+/, '')
    .replace(/[\s.:,;]+$/, '')
    .toLowerCase();
}

/** The name of a file, without folders and line number. */
function fileName(path: string): string {
  return baseName(path.replace(/[:(][\d:,]+\)?$/, ''));
}

function withoutLongText(...groups: (string | number | undefined)[]): string {
  const inner = groups.slice(1, 6).find((group) => typeof group === 'string') as string | undefined;
  return inner !== undefined && NAME.test(inner) ? inner : 'TEXT';
}

/** A key of at most 200 characters; a longer one is cut and ends in a hash of the whole. */
export function boundedKey(key: string): string {
  if (key.length <= KEY_CHARS) return key;
  return `${key.slice(0, KEY_CHARS - HASH_CHARS - 1)}~${hashBase32([key], HASH_CHARS)}`;
}
