/** How a telltale name is joined to its value. Offsets are UTF-16. */
export interface Joint {
  /** Where the value starts. */
  at: number;
  /** `=`, `:`, `=>`, `,`, `(`, `>`; `is` for prose, `value` for a name and value pair, a blank for a flag. */
  operator: string;
  /** The name is in quotes, as a JSON key is. */
  quotedName: boolean;
  /** There is white space before or after the operator. */
  spaced: boolean;
}

const CLOSE = /\\{0,7}["'`][\])]?/y;
const TYPE =
  /(?:\[\d{0,4}\]|[ \t]{0,4}:?[ \t]{0,4}[&'\w.<>[\]?]{2,30}(?: \w{1,20})?)[ \t]{0,4}(?==[ \t]{0,4}[\w@$]{0,2}["'`])/y;
const OPERATOR = /[ \t]{0,40}(:=|<-|=>|={1,3}|!==?|::?=?|\?=|\+=|\|\|=?|\?\?|\?:|>|,|\()[ \t]{0,40}/y;
const PAIR = /\\{0,7}["']?,?(?:\s|\\n|\\t){0,40}(?:-value |\\{0,7}["']?value\\{0,7}["']?[ \t]{0,4}[:=])[ \t]{0,4}/iy;
/** A block with a value in it: of Terraform, or an object of JSON. */
const BLOCK =
  /\\{0,7}["']?[ \t]{0,3}[:=]?[ \t]{0,3}\{[^{}]{0,160}?\b(?:default|\w{0,10}value|result)\\{0,7}["']?[ \t]{0,8}[:=][ \t]{0,4}/iy;
/** The rest of a tag whose name, or in which the value of an attribute, is the name of a secret; or its end, and the next. */
const TAG =
  /["']?(?:[ \t]{1,4}[\w:.-]{1,30}=["'][^"'<>\n]{0,80}["']){0,4}[ \t]{0,4}(?:<\/\w{1,20}>\s{0,20}<\w{1,20})?>(?:<value>|<!\[CDATA\[)?/iy;
const VERB =
  /(?: \([\w ]{1,20}\)| (?:f(?:o|ü|ue)r|of|on|in|vo[nm])(?: [\w.'@-]{1,24}){1,4}?)?(?:[ \t]{1,2}(?:is|was|are|ist|lautet|hei(?:ß|ss)t|war|should be)(?: now| set to| jetzt)?:?|:| (?:to|auf))[ \t]{1,2}/y;
const BLANK = /[ \t]{1,4}/y;

/** End of the match of a sticky pattern at an offset; -1 when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** How the name `text.slice(start, end)` is joined to a value; `undefined` when none follows. */
export function jointAfter(text: string, start: number, end: number): Joint | undefined {
  // Looked at first, since most names have neither behind them: a quote, a type.
  const next = text.charAt(end);
  const close = /[\\"'`]/.test(next) ? matchEnd(CLOSE, text, end) : -1;
  const quotedName = close >= 0 && /["'`]/.test(text.charAt(start - 1));
  if (next === '{' || /^["']? ?[:=]? ?\{/.test(text.slice(end, end + 4))) {
    const block = matchEnd(BLOCK, text, end);
    if (block >= 0) return { at: block, operator: 'value', quotedName: false, spaced: true };
  }
  const lead = text.charAt(start - 1);
  if (/[<>:]/.test(lead) || quotedName) {
    const tag = matchEnd(TAG, text, end);
    if (tag >= 0) return { at: tag, operator: '>', quotedName, spaced: false };
  }
  OPERATOR.lastIndex = close >= 0 ? close : /[\s:]/.test(next) ? Math.max(end, matchEnd(TYPE, text, end)) : end;
  const match = OPERATOR.exec(text);
  const operator = match?.[1] ?? '';
  if (match === null || operator === ',') {
    const pair = matchEnd(PAIR, text, end);
    if (pair >= 0) return { at: pair, operator: 'value', quotedName: false, spaced: true };
  }
  if (match === null) return close >= 0 ? undefined : spokenJoint(text, start, end);
  if (!isJoining(text, { start, operator, quotedName })) return undefined;
  return { at: OPERATOR.lastIndex, operator, quotedName, spaced: match[0].length > operator.length };
}

function isJoining(text: string, name: { start: number; operator: string; quotedName: boolean }): boolean {
  if (name.operator === ',') return name.quotedName;
  // `arn:…:secret:name` names one.
  if (name.operator === ':') return text.charAt(name.start - 1) !== ':' || text.charAt(OPERATOR.lastIndex - 1) === ' ';
  return name.operator !== '>';
}

/** `the password is …`, `--password …`, `ENV DB_PASSWORD …`, `WITH PASSWORD '…'`, ``the token `…` ``. */
function spokenJoint(text: string, start: number, end: number): Joint | undefined {
  const verb = matchEnd(VERB, text, end);
  if (verb >= 0) return { at: verb, operator: 'is', quotedName: false, spaced: true };
  const blank = matchEnd(BLANK, text, end);
  if (blank < 0) return undefined;
  const joint = { at: blank, operator: ' ', quotedName: false, spaced: true };
  if (text.charAt(start) === '-' && text.charAt(blank) !== '-') return joint;
  if (/(?:^|\n)[ \t]*(?:Set)?Env[ \t]+$/i.test(text.slice(Math.max(0, start - 20), start))) return joint;
  if (/^(?:requirepass|masterauth)$/.test(text.slice(start, end))) return joint;
  if (text.charAt(blank) === "'" && /password$/i.test(text.slice(start, end))) return joint;
  return /["'`]/.test(text.charAt(blank)) ? { ...joint, operator: 'is' } : undefined;
}
