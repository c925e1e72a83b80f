import { codeTable } from '../kinds/code-table.ts';
import { isRandomLooking } from '../kinds/randomness.ts';
import type { AnchorPlace, Look, Secret } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

/** Characters before and after a word for one that are looked at, on its line. */
const REACH = 64;
/** Characters between a flag and its value. */
const FLAG_REACH = 16;
const DRAWN_LEAST = 20;
const OF_KEY = /key|token|secret|ssel/i;
/** What ends a password, what a key is made of, and the upper bound on the characters of either. */
const STOPS = codeTable(' \t\r\n"\'`<>()[]{},;|\\:/');
const OF_KEYS = codeTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_+/=~:-');
const RUN_MAX = 400;
/** Addresses, paths, versions and variables have all kinds of characters as well. */
const PLAIN = /@[\w-]+[.\d]|^[./~$@%#&*-]|[=?&]\w+=|%[\dA-F]{2}|\$\{|\.\w{2,4}$/;

/**
 * A password of small letters, capitals, digits and signs near a word for one, or a key of letters and digits that looks
 * drawn behind a word for one; or the offset up to which the text was read without either.
 */
export function findNearSecret(
  text: string,
  { start, end, floor }: AnchorPlace,
  { startOfName, secretNameKind }: SecretTests,
): Look {
  if (/[ </]/.test(text.slice(start, end))) {
    return strongBehind(text, end, { reach: FLAG_REACH, isKey: false }) ?? end + FLAG_REACH;
  }
  if (/[^\s:.,"'`(|)=-]/.test(text.charAt(end))) return end;
  // Within another word it is none, but at the end of a name or of a German word; nor within Base64.
  const nameStart = startOfName(text, start);
  const name = text.slice(nameStart, end);
  const isWord = nameStart === start ? !/[+/]/.test(text.charAt(start - 1)) : secretNameKind(name) !== undefined;
  if (!isWord && !/(?:wort|ssel)$/i.test(name)) return end;
  const isKey = OF_KEY.test(text.slice(start, end));
  const window = text.slice(Math.max(floor, start - REACH), start);
  const before = isKey ? '' : window.slice(window.lastIndexOf('\n') + 1);
  return (
    strongBehind(text, end, { reach: REACH, isKey }) ??
    strongIn(before, { at: start - before.length, reach: REACH, isKey: false }) ??
    Math.min(end + REACH, text.length)
  );
}

/** The first strong word behind an offset, on its line. */
function strongBehind(
  text: string,
  at: number,
  { reach, isKey }: { reach: number; isKey: boolean },
): Secret | undefined {
  // Looked at first, since most words have no digit behind them: the rest costs ten times as much.
  const window = text.slice(at, at + REACH * 8);
  if (!/\d/.test(isKey ? window : window.slice(0, reach + DRAWN_LEAST))) return undefined;
  if (isKey && !hasRun(window, Math.min(window.length, reach + DRAWN_LEAST))) return undefined;
  const lineEnd = window.indexOf('\n');
  return strongIn(lineEnd < 0 ? window : window.slice(0, lineEnd), { at, reach, isKey });
}

/** True when as many characters of a key as a drawn one has stand in a row in the first `length`: mostly a few are looked at. */
function hasRun(text: string, length: number): boolean {
  let from = 0;
  while (from + DRAWN_LEAST <= length) {
    let at = from + DRAWN_LEAST - 1;
    while (at >= from && OF_KEYS[text.charCodeAt(at)] === 1) at -= 1;
    if (at < from) return true;
    from = at + 1;
  }
  return false;
}

/** The first strong word of a part of a line that starts at an offset. */
function strongIn(
  part: string,
  { at, reach, isKey }: { at: number; reach: number; isKey: boolean },
): Secret | undefined {
  if (!/\d/.test(part)) return undefined;
  for (let index = 0; index <= reach && index < part.length; index += 1) {
    const run = runAt(part, index, isKey);
    index += run.length;
    const least = isKey ? DRAWN_LEAST : 8;
    if (run.length < least) continue;
    const word = run.replace(/[.:?!*]+$/, '');
    if (
      word.length >= least &&
      /[a-z]/.test(word) &&
      /[A-Z]/.test(word) &&
      /\d/.test(word) &&
      !PLAIN.test(word) &&
      !/\/\/\S*$/.test(part.slice(0, index - run.length)) &&
      (isKey ? isRandomLooking(word) : /[!#%&*+=@^~$]/.test(word))
    ) {
      const start = at + index - run.length;
      return { start, end: start + word.length, kind: isKey ? 'token' : 'password' };
    }
  }
  return undefined;
}

/** The characters from an offset on that a password or a key may have. */
function runAt(part: string, start: number, isKey: boolean): string {
  const last = Math.min(part.length, start + RUN_MAX);
  let end = start;
  while (end < last && (isKey ? OF_KEYS[part.charCodeAt(end)] === 1 : STOPS[part.charCodeAt(end)] !== 1)) end += 1;
  return part.slice(start, end);
}
