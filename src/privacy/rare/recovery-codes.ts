import type { AnchorPlace, Secret } from '../kinds/secret.ts';

const REACH = 1_500;
const LINES_MAX = 24;
/** What may stand before the codes of a line, and a code. */
const BULLET = /^[ \t>]*(?:[-*•]|\d{1,2}[.):])?[ \t]*/;
const CODE = /^["'`]?(?=.{0,40}(?:\d|-))[A-Za-z0-9]{2,12}(?:-[A-Za-z0-9]{2,12}){0,5}["'`]?[,;]?$/;
const CODES_MAX = 10;
/** What follows the words on their line. */
const REST = /^["']?[\w ()]{0,40}[:=]?[ \t]*(?:\[|\r?$)/;
const LEAST_LINES = 2;

/** The codes in the lines below words for them, or in the list behind them; or the offset up to which was read without any. */
export function findRecoveryCodes(text: string, { end }: AnchorPlace): readonly Secret[] | number {
  const window = text.slice(end, end + REACH);
  const list = /^["']? ?[:=] ?\[([^[\]]{4,1400})\]/.exec(window);
  if (list !== null) return quotedIn(list[1] ?? '', end + list[0].indexOf('[') + 1) ?? end;
  const lines = window.split('\n');
  if (!REST.test(lines[0] ?? '')) return end;
  const secrets: Secret[] = [];
  let at = end + (lines[0]?.length ?? 0) + 1;
  for (const line of lines.slice(1, LINES_MAX)) {
    const lead = BULLET.exec(line)?.[0].length ?? 0;
    const codes = line.slice(lead).trimEnd();
    if (codes !== '' && !isCodes(codes)) break;
    if (codes !== '') secrets.push({ start: at + lead, end: at + lead + codes.length, kind: 'secret' });
    at += line.length + 1;
  }
  return secrets.length >= LEAST_LINES ? secrets : at;
}

/** True for nothing but codes, with a digit among them. */
function isCodes(line: string): boolean {
  const codes = line.split(/[ \t]+/, CODES_MAX);
  return (
    codes.length < CODES_MAX &&
    /\d/.test(line) &&
    /[A-Za-z0-9-]{8}|\d/.test(line) &&
    codes.every((code) => CODE.test(code))
  );
}

function quotedIn(list: string, from: number): readonly Secret[] | undefined {
  const secrets: Secret[] = [];
  for (const { 0: whole, index } of list.matchAll(/(?<=["'])[A-Za-z0-9][A-Za-z0-9 -]{3,30}(?=["'])/g)) {
    if (/\d/.test(whole)) secrets.push({ start: from + index, end: from + index + whole.length, kind: 'secret' });
  }
  return secrets.length >= LEAST_LINES ? secrets : undefined;
}
