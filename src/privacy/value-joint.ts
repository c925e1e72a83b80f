import { codeTable } from './kinds/code-table.ts';
import { matchEnd } from './kinds/match-end.ts';

/** How a telltale name is joined to its value. Offsets are UTF-16. */
export interface Joint {
  /** Where the value starts. */
  at: number;
  /**
   * `=`, `:`, `=>`, `,`, `(`, `>`; `is` for prose, `value` for a name and value pair, `argument` for one in a call, `line` for
   * one alone on its line, a blank for a flag.
   */
  operator: string;
  /** The name is in quotes, as a JSON key is. */
  quotedName: boolean;
  /** There is white space before or after the operator. */
  spaced: boolean;
}

const QUOTES = codeTable('"\'`');
/** What `CLOSE` can start with. */
const CLOSES = codeTable('\\"\'`}]*');
const CLOSE = /\\{0,7}["'`][\])}]?|[\]}](?=[ \t]{0,4}=)|\*{1,2}(?=:)/y;
const TYPE =
  /(?:\[\d{0,4}\]| \{ get; \w{3,4}; \}|[ \t]{0,4}:?[ \t]{0,4}[&'\w.<>[\]?]{2,30}(?: \w{1,20})?)[ \t]{0,4}(?==[ \t]{0,4}[\w@$]{0,2}["'`])/y;
/** Characters of a type and the blanks around it. */
const TYPE_MAX = 72;
const OPERATOR = /[ \t]{0,40}(?::=|<-|=>|={1,3}|!==?|::?=?|\?=|\+=|\|\|=?|\?\?|\?:|>|,|\()[ \t]{0,40}/y;
const PAIR =
  /\\{0,7}["']?,?(?:\s|\\n|\\t){0,40}(?:-value |\\{0,7}["']?(?:\w{1,10}:)?value\\{0,7}["']?[ \t]{0,4}[:=])[ \t]{0,4}/iy;
/** Characters from a name to the end of the word `value`. */
const PAIR_MAX = 72;
/** A block with a value in it: of Terraform, or an object of JSON. */
const BLOCK =
  /\\{0,7}["']?[ \t]{0,3}[:=]?[ \t]{0,3}\{[^{}]{0,160}?\b(?:default|\w{0,10}value|result)\\{0,7}["']?[ \t]{0,8}[:=][ \t]{0,4}/iy;
/** The rest of a tag whose name, or in which the value of an attribute, is the name of a secret; or its end, and the next. */
const TAG =
  /["']?(?:[ \t]{1,4}[\w:.-]{1,30}=["'][^"'<>\n]{0,80}["']){0,4}[ \t]{0,4}(?:<\/[\w-]{1,20}>\s{0,20}<[\w-]{1,20})?>(?:<\w{1,10}>|<!\[CDATA\[)?/iy;
/** `String by lazy {`: a value that a block in code gives. */
const LAZY =
  /(?:[ \t]{0,4}:[ \t]{0,4}[\w.<>?]{2,30})?(?:[ \t]{1,4}(?:by|=)[ \t]{1,4}\w{1,12})?[ \t]{0,4}\{[ \t]{0,4}(?=["'])/y;
const VERB =
  /(?: \([\w ]{1,20}\)| (?:f(?:o|ü|ue)r|of|on|in|vo[nm])(?: [\w.'@-]{1,24}){1,4}?)?(?:[ \t]{1,2}(?:is|was|are|ist|lautet|hei(?:ß|ss)t|war|est|es|é|è|should be)(?: now| set to| jetzt)?:?| ?[:：→]|[ .]{2,40}:?| (?:to|auf|-|->))[ \t]{1,2}/y;
const BLANK = /[ \t]{1,4}/y;
/** The start of a list, up to the first of its values that is not redacted; the end of what is bold; an anchor of YAML. */
const SKIPPED =
  /\[\s{0,20}(?:["']\[redacted:[\w-]{1,40}\]["'],\s{0,20}){0,9}(?=["'])|(?:\*{1,2}|<\/\w{1,10}>|&\w{1,20})[ \t]{1,4}/y;
/** Between a name and what follows it alone on their line, or in the next cell, which has a digit. */
const LONE =
  /[ \t]{1,40}(?:[|│][ \t]{1,40})?(?=["']?(?=\S{0,99}\d)[^\s"'|]{4,128}["']?;?[ \t]{0,40}[|│]?[ \t]{0,4}(?:\r?\n|\\n|$))/y;
const BEFORE_LONE = /(?:^|\n)(?:[|│][^|│\n]{1,40}){0,2}[ \t|│:]*(?:option |set |hide )?$/i;
/** `as bob with the password …`: a user's name before the name of a password, and the blanks before a value with a digit. */
const TOLD =
  /\b(?:user(?:name)?|login|account|as|benutzer(?:name)?) [\w.@-]{1,40},? (?:(?:and|with|und|mit|the|dem) ){0,2}$/i;
const OF_TOLD = /[ \t]{1,4}(?=["'`]?(?=\S{0,99}\d)[^\s"'|]{4,128})/y;
/** A drawn key of one case behind its name. */
const OF_HEX = / (?=[\da-f]{32}|[\da-f]{8}-[\da-f]{4}-)/y;

/** How the name `text.slice(start, end)` is joined to a value; `undefined` when none follows. */
export function jointAfter(text: string, start: number, end: number): Joint | undefined {
  // Looked at first, since most names have neither behind them: a quote, a type.
  const next = text.charAt(end);
  const close = CLOSES[text.charCodeAt(end)] === 1 ? matchEnd(CLOSE, text, end) : -1;
  const quotedName = close >= 0 && QUOTES[text.charCodeAt(start - 1)] === 1;
  const near = text.slice(end, end + 4);
  if (near.includes('{') && /^["']? ?[:=]? ?\{/.test(near)) {
    const block = matchEnd(BLOCK, text, end);
    if (block >= 0) return { at: block, operator: 'value', quotedName: false, spaced: true };
  }
  const lead = text.charAt(start - 1);
  if (lead === '<' || lead === '>' || lead === ':' || quotedName) {
    const tag = matchEnd(TAG, text, end);
    if (tag >= 0) return { at: tag, operator: '>', quotedName, spaced: false };
  }
  const ahead = next === ' ' || next === ':' || next === '\t' ? text.slice(end, end + TYPE_MAX) : '';
  const lazy = ahead.includes('{ "') ? matchEnd(LAZY, text, end) : -1;
  if (lazy >= 0) return { at: lazy, operator: '=', quotedName: false, spaced: true };
  const isTyped = ahead.includes('=');
  OPERATOR.lastIndex = close >= 0 ? close : isTyped ? Math.max(end, matchEnd(TYPE, text, end)) : end;
  const from = OPERATOR.lastIndex;
  // Without the groups of a match, which cost as much as the match.
  const at = OPERATOR.test(text) ? OPERATOR.lastIndex : -1;
  const operator = at < 0 ? '' : text.slice(from, at).trim();
  if (at < 0 || operator === ',') {
    const pair = /alue/i.test(text.slice(end, end + PAIR_MAX)) ? matchEnd(PAIR, text, end) : -1;
    if (pair >= 0) return { at: pair, operator: 'value', quotedName: false, spaced: true };
  }
  if (at < 0 && close < 0) return spokenJoint(text, start, end);
  if (at < 0) return quotedName ? besideJoint(text, close) : undefined;
  if (!isJoining(text, { start, operator, quotedName, at })) return undefined;
  const isArgument =
    operator === ',' &&
    (lead === '{' ||
      lead === ':' ||
      text
        .slice(start - 3, start - 1)
        .trimEnd()
        .endsWith('('));
  return {
    at: /[[*<&]/.test(text.charAt(at)) ? Math.max(at, matchEnd(SKIPPED, text, at)) : at,
    operator: isArgument ? 'argument' : operator,
    quotedName,
    spaced: at - from > operator.length,
  };
}

function isJoining(text: string, name: { start: number; operator: string; quotedName: boolean; at: number }): boolean {
  if (name.operator === ',') return name.quotedName || /[{:]/.test(text.charAt(name.start - 1));
  // `arn:…:secret:name` names one.
  if (name.operator === ':') return text.charAt(name.start - 1) !== ':' || text.charAt(name.at - 1) === ' ';
  return name.operator !== '>';
}

/** `(setenv "TOKEN" "…")`, `set "password" "…"`: two literals side by side. */
function besideJoint(text: string, close: number): Joint | undefined {
  const at = matchEnd(BLANK, text, close);
  return at >= 0 && /["']/.test(text.charAt(at))
    ? { at, operator: 'argument', quotedName: true, spaced: true }
    : undefined;
}

const ENV = /(?:^|\n)[ \t]*(?:Set)?Env[ \t]+$/i;

/** `the password is …`, `--password …`, `ENV DB_PASSWORD …`, `WITH PASSWORD '…'`, ``the token `…` ``. */
function spokenJoint(text: string, start: number, end: number): Joint | undefined {
  const verb = matchEnd(VERB, text, end);
  if (verb >= 0) return { at: verb, operator: 'is', quotedName: false, spaced: true };
  const blank = matchEnd(BLANK, text, end);
  if (blank < 0) return undefined;
  // Looked at first, since few names have a digit behind them.
  const mayBeTold = /\d/.test(text.slice(end, end + 80));
  const lone = mayBeTold ? endOfTold(text, start, end) : -1;
  if (lone >= 0) return { at: lone, operator: 'line', quotedName: false, spaced: true };
  const joint = { at: blank, operator: ' ', quotedName: false, spaced: true };
  if (text.charAt(start) === '-' && text.charAt(blank) !== '-') return joint;
  const lead = text.charAt(start - 2);
  const isOfEnv = (lead === 'v' || lead === 'V' || lead === ' ') && text.charAt(start - 1) === ' ';
  if (isOfEnv && ENV.test(text.slice(Math.max(0, start - 20), start))) return joint;
  if (/^(?:requirepass|masterauth)$/.test(text.slice(start, end))) return joint;
  if (text.charAt(blank) === "'" && /password$/i.test(text.slice(start, end))) return joint;
  return /["'`]/.test(text.charAt(blank)) || (mayBeTold && matchEnd(OF_HEX, text, end) >= 0)
    ? { ...joint, operator: 'is' }
    : undefined;
}

/** Where a value with a digit starts that is alone on the line of its name, or follows a user's name and its own; -1 for none. */
function endOfTold(text: string, start: number, end: number): number {
  if (BEFORE_LONE.test(text.slice(Math.max(0, start - 64), start))) return matchEnd(LONE, text, end);
  const isPassword = /pass|pw|wort/i.test(text.slice(start, end));
  return isPassword && TOLD.test(text.slice(Math.max(0, start - 80), start)) ? matchEnd(OF_TOLD, text, end) : -1;
}
