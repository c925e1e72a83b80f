import { matchEnd } from '../kinds/match-end.ts';
import type { AnchorPlace, Look, Secret } from '../kinds/secret.ts';

const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/y;
const END = /-{4,5} ?END (?:[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1) ?-{4,5}/y;
/** What may separate the lines of a key: white space, also escaped, quotes, concatenation, line numbers, diff signs. */
const BETWEEN = /(?:[\s"'`,+|>;#*]|\\{1,8}[nrt"']|\\\r?\n|\d{1,6}[→\t:|]){1,400}/y;
const HEADER =
  /(?:Proc-Type|DEK-Info|Version|Comment|Hash|MessageID|Charset|Subject|X-[\w-]{1,30}): [^\n\\"'`]{0,200}/iy;
const BODY = /[A-Za-z0-9+/=_]{1,4096}/y;
const LONG = 32;
const LEAST = 32;
const BODY_MAX = 65_536;
const KEY_LINE = /^(?:[\s"'`,+|>;#*]|\d{1,6}[→\t:|]){0,40}([A-Za-z0-9+/=]{1,80})[\s"'`,+\\rt]{0,10}$/;

/**
 * The private key that starts or ends at an anchor, with all its lines. Also matches a key whose end is cut off, and
 * the rest of one whose beginning is missing, for which nothing before `floor` is read.
 */
export function findPrivateKey(text: string, { start, floor }: AnchorPlace): Look {
  const bodyStart = matchEnd(BEGIN, text, start);
  if (bodyStart >= 0) return keyFrom(text, start, bodyStart) ?? start;
  const end = matchEnd(END, text, start);
  return end < 0 ? start : (keyUpTo(text, start, { end, floor }) ?? start);
}

function keyFrom(text: string, start: number, bodyStart: number): Secret | undefined {
  const last = Math.min(text.length, bodyStart + BODY_MAX);
  let at = bodyStart;
  let end = bodyStart;
  let chars = 0;
  while (at < last) {
    const next = endOf(HEADER, text, endOf(BETWEEN, text, at));
    const keyEnd = matchEnd(END, text, next);
    if (keyEnd >= 0) return chars >= LEAST ? { start, end: keyEnd, kind: 'private-key' } : undefined;
    const bodyEnd = endOf(BODY, text, next);
    const size = bodyEnd - next;
    if (size > 0 && (size >= LONG || endsKey(text, { at: next, end: bodyEnd }))) {
      chars += size;
      end = bodyEnd;
    } else if (size > 0 || next === at) break;
    at = bodyEnd;
  }
  return chars >= LEAST ? { start, end, kind: 'private-key' } : undefined;
}

/** True for a short line that is the last of a key: padded, or before the end line, the checksum or the end of the text. */
function endsKey(text: string, line: { at: number; end: number }): boolean {
  if (line.end === text.length || text.charAt(line.end - 1) === '=' || text.charAt(line.at) === '=') return true;
  const behind = endOf(BETWEEN, text, line.end);
  return text.startsWith('----', behind) || (text.charAt(behind) === '=' && behind > line.end);
}

function keyUpTo(text: string, start: number, to: { end: number; floor: number }): Secret | undefined {
  const least = Math.max(to.floor, start - BODY_MAX);
  let first = start;
  let chars = 0;
  for (let lineEnd = start; lineEnd > least; ) {
    const line = lineBefore(text, lineEnd, least);
    const body = KEY_LINE.exec(text.slice(line.start, lineEnd))?.[1] ?? '';
    const blank = lineEnd === start && lineEnd - line.start < 20 && body === '';
    if (!blank && body.length < (chars === 0 ? 1 : LONG)) break;
    if (body !== '') first = line.start;
    chars += body.length;
    lineEnd = line.breakStart;
  }
  return chars >= LEAST ? { start: first, end: to.end, kind: 'private-key' } : undefined;
}

/** The line that ends at an offset, and where the line break before it starts; a break may be escaped. */
function lineBefore(text: string, end: number, least: number): { start: number; breakStart: number } {
  for (let at = end; at > Math.max(least, end - 200); at -= 1) {
    const code = text.charCodeAt(at - 1);
    if (code === 0x0a) return { start: at, breakStart: at - 1 };
    if (code === 0x6e && text.charCodeAt(at - 2) === 0x5c && at - 2 >= least) return { start: at, breakStart: at - 2 };
  }
  return { start: Math.max(least, end - 200), breakStart: Math.max(least, end - 200) };
}

function endOf(pattern: RegExp, text: string, at: number): number {
  return Math.max(at, matchEnd(pattern, text, at));
}
