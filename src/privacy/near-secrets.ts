import { isRandomLooking } from './kinds/randomness.ts';
import type { AnchorPlace, Look, Secret } from './kinds/secret.ts';
import { startOfName } from './named-secrets.ts';
import { secretNameKind } from './secret-names.ts';

/** Words and flags near which a password may stand; those that end in a blank or a sign have it behind them alone. */
export const NEAR_ANCHORS: readonly string[] =
  'password,passwd,passwort,kennwort,passphrase,pwd,pass,pw,key,token,secret,creds,credentials,login,zugang,zugangsdaten,anmeldedaten,ssel, -p, -w, -k, -a, -u, /p, /rp,<<<, --value , --auth ,identify ,echo '.split(
    ',',
  );

/** Characters before and after a word for one that are looked at, on its line. */
const REACH = 64;
/** Characters between a flag and its value. */
const FLAG_REACH = 16;
const DRAWN_LEAST = 20;
const OF_KEY = /key|token|secret|ssel/i;
const RUN = /[^\s"'`<>()[\]{},;|\\:/]{8,200}/g;
const HINT_OF_KEY = /[\w+/=~:-]{20}/;
const RUN_OF_KEY = /[\w+/=~:-]{20,400}/g;
/** Addresses, paths, versions and variables have all kinds of characters as well. */
const PLAIN = /@[\w-]+[.\d]|^[./~$@%#&*-]|[=?&]\w+=|%[\dA-F]{2}|\$\{|\.\w{2,4}$/;

/**
 * A password of small letters, capitals, digits and signs near a word for one, or a key of letters and digits that looks
 * drawn behind a word for one; or the offset up to which the text was read without either.
 */
export function findNearSecret(text: string, { start, end, floor }: AnchorPlace): Look {
  if (/[ </]/.test(text.slice(start, end))) {
    return strongIn(lineOf(text.slice(end, end + REACH * 3), 0), { at: end, reach: FLAG_REACH }) ?? end + FLAG_REACH;
  }
  if (/[^\s:.,"'`(|)=-]/.test(text.charAt(end))) return end;
  // Within another word it is none, but at the end of a name or of a German word; nor within Base64.
  const nameStart = startOfName(text, start);
  const name = text.slice(nameStart, end);
  const isWord = nameStart === start ? !/[+/]/.test(text.charAt(start - 1)) : secretNameKind(name) !== undefined;
  if (!isWord && !/(?:wort|ssel)$/i.test(name)) return end;
  const isKey = OF_KEY.test(text.slice(start, end));
  const after = lineOf(text.slice(end, end + REACH * 8), 0);
  const from = Math.max(floor, start - REACH);
  const before = isKey ? '' : lineOf(text.slice(from, start), -1);
  return (
    strongIn(after, { at: end, reach: REACH, isKey }) ??
    strongIn(before, { at: start - before.length, reach: REACH }) ??
    Math.min(end + REACH, text.length)
  );
}

function lineOf(window: string, at: number): string {
  return window.split('\n').at(at) ?? '';
}

/** The first strong word of a part of a line that starts at an offset. */
function strongIn(
  part: string,
  { at, reach, isKey }: { at: number; reach: number; isKey?: boolean },
): Secret | undefined {
  if (!(isKey ? HINT_OF_KEY : /\d/).test(part.slice(0, reach + DRAWN_LEAST))) return undefined;
  for (const { 0: run, index } of part.matchAll(isKey ? RUN_OF_KEY : RUN)) {
    const word = run.replace(/[.:?!*]+$/, '');
    if (
      index > reach ||
      !/[a-z]/.test(word) ||
      !/[A-Z]/.test(word) ||
      !/\d/.test(word) ||
      PLAIN.test(word) ||
      /\/\/\S*$/.test(part.slice(0, index))
    )
      continue;
    const isStrong = isKey ? word.length >= DRAWN_LEAST && isRandomLooking(word) : /[!#%&*+=@^~$]/.test(word);
    if (isStrong) return { start: at + index, end: at + index + word.length, kind: isKey ? 'token' : 'password' };
  }
  return undefined;
}
