import { matchEnd } from '../kinds/match-end.ts';
import { type AnchorPlace, MARK_START, type Secret } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

const BEFORE_MAX = 200;
const LINES_MAX = 200;
/** The rest of a path. */
const REST = /[\w.-]{0,40}/y;
/** The rest of a path, and what `grep` prints before a line: with `-n` its number, between dashes for lines of context. */
const OF_GREP = /([\w.-]{0,40}?)(?::(?:\d{1,6}:)?|-\d{1,6}-)/y;
/** The rest of a path at the end of a line that announces a file. */
const OF_HEAD = /([\w.-]{0,40})(?: <==| :::)?[ \t]{0,4}(?:\\{1,8}n|\r?\n)/y;
/** What announces a file: `head`, `more`, a diff, a command that prints it. */
const HEAD = /^(?:==> |::: |\+\+\+ (?:b\/)?|(?:\$ )?(?:cat|less|head|tail) )(?=\S*$)/;
const NEXT_HEAD = /^(?:==> |::: |diff |--- |\$ |$)/;
const PATH = /^[\w./~@+-]*$/;
const ASSIGNED = /^[+ -]?[ \t]{0,20}(?:export )?[\w.-]{1,80}[ \t]{0,4}[=:][ \t]{0,4}["']?/;

/** A line, also of a text within JSON, and its end. */
const LINE = /(?:(?!\\{1,8}[nr"'])[^\r\n]){0,4096}/y;
const LINE_END = /(?:\\{1,8}r)?\\{1,8}n|\r?\n/y;

/**
 * What stands in lines that are named as those of a file with secrets, in whose name an anchor is: one that `grep` prints
 * with the file's path, or all below a head. Of an assignment its name stays. Or the offset up to which was read.
 */
export function findSecretLines(
  text: string,
  { start, end }: AnchorPlace,
  { isSecretFile, isPlaceholder }: SecretTests,
): readonly Secret[] | number {
  // All anchors of one path say the same: what ends as no line of a file does is read once.
  const pathEnd = matchEnd(REST, text, end);
  if (!/[:\s<\\]/.test(text.charAt(pathEnd)) && !/-\d/.test(text.slice(end, pathEnd))) return pathEnd;
  if (matchEnd(OF_GREP, text, end) < 0 && matchEnd(OF_HEAD, text, end) < 0) return pathEnd;
  const before = text.slice(Math.max(0, start - BEFORE_MAX), start);
  const lead = before.split(/\n|\\n|["'`]/).at(-1) ?? '';
  const head = HEAD.exec(lead)?.[0];
  const pattern = head === undefined ? OF_GREP : OF_HEAD;
  const path = lead.slice(head?.length ?? 0);
  if (!PATH.test(path)) return end;
  pattern.lastIndex = end;
  const rest = pattern.exec(text);
  if (rest === null || !isSecretFile(path + text.slice(start, end) + rest[1])) return end;
  const secrets: Secret[] = [];
  let at = pattern.lastIndex;
  for (let lines = 0; lines < (head === undefined ? 1 : LINES_MAX) && at < text.length; lines += 1) {
    const lineEnd = matchEnd(LINE, text, at);
    const line = text.slice(at, lineEnd);
    if (head !== undefined && NEXT_HEAD.test(line)) break;
    const name = ASSIGNED.exec(line)?.[0] ?? '';
    const value = /^[^"`]*/.exec(line.slice(name.length))?.[0].replace(/['; ,]{1,4}$/, '') ?? '';
    const from = at + name.length;
    if (!isPlaceholder(value) && !isKept(value, name))
      secrets.push({ start: from, end: from + value.length, kind: 'secret' });
    at = matchEnd(LINE_END, text, lineEnd);
    if (at < 0) return secrets.length > 0 ? secrets : lineEnd;
  }
  return secrets.length > 0 ? secrets : Math.min(at, text.length);
}

function isKept(value: string, name: string): boolean {
  if (value.length < 3 || value.startsWith(MARK_START) || /^\d{1,5}$/.test(value)) return true;
  // A line that assigns nothing is a sentence about the file, unless it is one long word.
  return name === '' && !/^\S{8,}$/.test(value);
}
