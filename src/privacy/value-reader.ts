import { codeTable } from './kinds/code-table.ts';
import { matchEnd } from './kinds/match-end.ts';
import type { ValueForm } from './kinds/secret-values.ts';
import type { Joint } from './value-joint.ts';

/** A value in a text: UTF-16 offsets, without its quotes. */
export interface NamedValue {
  start: number;
  end: number;
  text: string;
  form: ValueForm;
  /** The end of the whole value, when it is longer than the part that was read to judge it. */
  fullEnd?: () => number;
}

/** The name before a value, as written. */
export interface WrittenName {
  text: string;
  start: number;
  /** The value reaches to the end of the line, as a header's does. */
  isHeader: boolean;
}

/** Upper bound on the characters of an unquoted value that are read to judge it, so that many names cost no more. */
const BARE_MAX = 256;
const QUOTED_MAX = 8_192;
/** Upper bound on the backslashes before a quote: JSON within JSON within JSON has seven. */
const DEPTH_MAX = 7;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;

/** What stands before a value of YAML: that it is on the next line or in a list, or what type it has. */
const FOLDED =
  /(?:[|>][-+]?[ \t]*\r?\n[ \t]+|!!str |\r?\n[ \t]{0,20}- (?:\[redacted:[\w-]{1,40}\][ \t]{0,4}\r?\n[ \t]{0,20}- ){0,9})(?=[^\s"'])/y;
const DEFAULT = /\$\{\w{1,60}:?[-=]/y;
/** What may precede a quoted literal: a variable with the literal as fallback, a constructor, a string prefix. */
const LEAD =
  /(?:[\w.$?!]{1,80}(?:\(\w{0,20}\))?[ \t]{0,4}(?:\|\||\?\?|or)[ \t]{0,4}|(?:new [A-Za-z_]|[A-Z])[\w.:]{0,40}\(|[bBruf@$LN]{1,2})(?=\\{0,7}["'`])/y;
/** What may precede a name on its line: indentation, a line number, a list or diff sign, `export`. */
const LINE_START = /^[ \t]*(?:\d{1,6}[→:|\t])?[ \t]*(?:[-+>] ?)?[ \t]*(?:export +|set +|- )?$/;
const LINE_END = /[ \t]{0,20}(?:$|\r?\n|\\[nr]|["'`]|[ \t]#)/y;

/** `the --username and --password options`. */
const IN_PROSE = /\b(?:and|or|the|with|use|using|of) ["'`]?$/;

/** Words alone on the rest of a line, as a passphrase is. */
const PHRASE = /[a-z]{3,10}(?: [a-z]{3,10}){2,23}(?= *(?:\n|\\n|$))/y;
/** A value with blanks in it, between the fields of a connection string. */
const SPACED = /[^\s;"'=]{1,64} [^;"'=\n]{1,64}(?=;(?:[A-Za-z][\w ]{1,30}=|["'\s]|$))/y;
const STOPS = codeTable(' \t\r\n"\'`\\,;&|(){}[]<>');
const LINE_STOPS = codeTable(' \t\r\n"\'`\\<>');
const ELEMENT_STOPS = codeTable('\r\n"\'<>]');
const HEADER_STOPS = codeTable('\r\n"\'`\\');

/** Reads the value at a joint; `undefined` when there is none. */
export function readValue(text: string, joint: Joint, name: WrittenName): NamedValue | undefined {
  const literal = isLiteralPlace(text, joint, name);
  const fallback = text.charAt(joint.at) === '$' ? matchEnd(DEFAULT, text, joint.at) : -1;
  if (fallback >= 0) return readBare(text, fallback, { joint, name, literal });
  const folded = /[|>!\n]/.test(text.charAt(joint.at)) ? matchEnd(FOLDED, text, joint.at) : -1;
  if (folded >= 0) return readBare(text, folded, { joint, name, literal });
  const quoted = openingQuote(text, joint.at);
  const at = quoted === undefined ? Math.max(joint.at, matchEnd(LEAD, text, joint.at)) : joint.at;
  const opening = quoted ?? openingQuote(text, at);
  if (opening === undefined) return isCall(joint) ? undefined : readBare(text, at, { joint, name, literal });
  const { start } = opening;
  const inner = text.charAt(start) === '$' ? matchEnd(DEFAULT, text, start) : -1;
  if (inner >= 0) return readBare(text, inner, { joint, name, literal: true });
  const nested = openingQuote(text, start);
  if (nested !== undefined && nested.start < start + 3) {
    const nestedEnd = endOfQuoted(text, nested.start, nested);
    // A string in a string: `"\\"…\\""`.
    if (nestedEnd !== undefined && nestedEnd > nested.start)
      return { start: nested.start, end: nestedEnd, text: text.slice(nested.start, nestedEnd), form: 'literal' };
  }
  const end = endOfQuoted(text, start, opening);
  if (end === undefined) return readBare(text, start, { joint, name, literal });
  const sure = literal || (joint.quotedName && !isCall(joint)) || joint.operator === 'value';
  const isBare = joint.operator !== 'argument' && (isCall(joint) || /^(?:[=!]==?|is)$/.test(joint.operator));
  const form = sure ? 'literal' : isBare ? 'bare' : 'quoted';
  return { start, end, text: text.slice(start, end), form };
}

function isCall(joint: Joint): boolean {
  return /^(?:[(,]|argument)$/.test(joint.operator);
}

/** The quote that opens a value, the number of backslashes before it, and the offset at which the value starts. */
function openingQuote(text: string, at: number): { depth: number; quote: number; start: number } | undefined {
  let start = at;
  while (start < at + DEPTH_MAX && text.charCodeAt(start) === BACKSLASH) start += 1;
  const quote = text.charCodeAt(start);
  if (quote !== 0x22 && quote !== 0x27 && quote !== 0x60) return undefined;
  const isTriple = text.charCodeAt(start + 1) === quote && text.charCodeAt(start + 2) === quote;
  return { depth: start - at, quote, start: start + (isTriple ? 3 : 1) };
}

/**
 * End of a quoted value: the closing quote with as many backslashes before it as the opening one has (JSON within
 * JSON); `undefined` when it is not closed on its line.
 */
function endOfQuoted(text: string, start: number, opening: { depth: number; quote: number }): number | undefined {
  const last = Math.min(text.length, start + QUOTED_MAX);
  let backslashes = 0;
  for (let at = start; at < last; at += 1) {
    const code = text.charCodeAt(at);
    if (code === NEWLINE) return undefined;
    if (code === opening.quote) {
      const closes = opening.depth === 0 ? backslashes % 2 === 0 : backslashes <= opening.depth;
      if (closes) return opening.depth === 0 ? at : at - backslashes;
    }
    backslashes = code === BACKSLASH ? backslashes + 1 : 0;
  }
  return undefined;
}

function readBare(
  text: string,
  start: number,
  place: { joint: Joint; name: WrittenName; literal: boolean },
): NamedValue | undefined {
  const { joint, name, literal } = place;
  if (LINE_STOPS[text.charCodeAt(start)] === 1) return undefined;
  const isField = (joint.operator === '=' && !joint.spaced) || joint.operator === ':';
  const startsLine = isField && isFirstInLine(text, name.start);
  const isLone = joint.operator === 'line';
  const toSpace = startsLine || isLone || name.text.startsWith('-');
  const stops = name.isHeader ? HEADER_STOPS : joint.operator === '>' ? ELEMENT_STOPS : toSpace ? LINE_STOPS : STOPS;
  let end = Math.max(endOfRun(text, start, { stops, max: BARE_MAX }), matchEnd(PHRASE, text, start));
  const isSpaced = joint.operator === '=' && text.charAt(end) === ' ' && text.slice(end, end + 66).includes(';');
  const spaced = isSpaced ? matchEnd(SPACED, text, start) : -1;
  if (spaced > end) return { start, end: spaced, text: text.slice(start, spaced), form: 'literal' };
  const fullEnd = end - start === BARE_MAX ? () => endOfRun(text, start, { stops, max: text.length }) : undefined;
  const endsOpen = /[.:?,;]/.test(text.charAt(end - 1));
  const wholeLine = startsLine && !/[,;]/.test(text.charAt(end - 1)) && matchEnd(LINE_END, text, end) >= 0;
  if (!literal && !wholeLine && endsOpen) end -= 1;
  if (end <= start || (joint.operator === '>' && !/^(?:<\\?\/|\]\]>)/.test(text.slice(end, end + 3)))) return undefined;
  if (!literal && /[[(]/.test(text.charAt(end))) return undefined;
  const form = literal ? 'literal' : isLone || (wholeLine && !/^(?:self|this)\./.test(name.text)) ? 'line' : 'bare';
  return { start, end, text: text.slice(start, end), form, ...(fullEnd === undefined ? {} : { fullEnd }) };
}

function isFirstInLine(text: string, at: number): boolean {
  const windowStart = Math.max(0, at - 40);
  const before = text.slice(windowStart, at);
  const escaped = before.lastIndexOf('\\n');
  const lineStart = Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2);
  return (lineStart > 0 || windowStart === 0) && LINE_START.test(before.slice(lineStart));
}

/**
 * True for places where a value is a literal, not code: an environment line, a flag, a query or connection string, an
 * element.
 */
function isLiteralPlace(text: string, joint: Joint, name: WrittenName): boolean {
  if (name.isHeader || joint.operator === '>') return !joint.quotedName;
  if (name.text.startsWith('-')) return !IN_PROSE.test(text.slice(Math.max(0, name.start - 8), name.start));
  if (joint.operator === ' ') return true;
  if (joint.operator === 'is') return false;
  const before = text.charAt(name.start - 1);
  if (!joint.spaced && joint.operator === '=' && /[?&;]/.test(before)) return true;
  const upper = /^[A-Z][A-Z0-9_]{3,}$/.test(name.text);
  return upper && (joint.operator === ':' || (joint.operator === '=' && !joint.spaced));
}

/** End of a run of characters that are not in `stops`, at most `max` characters on. */
function endOfRun(text: string, start: number, { stops, max }: { stops: Uint8Array; max: number }): number {
  const last = Math.min(text.length, start + max);
  let end = start;
  while (end < last && stops[text.charCodeAt(end)] !== 1) end += 1;
  return end;
}
