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

const CLOSE = /\\{0,7}["'`]\]?/y;
const TYPE = /[ \t]{0,4}:?[ \t]{0,4}(?:&?(?:'static )?(?:string|str|String)|SecretStr)\??[ \t]{0,4}(?==)/y;
const OPERATOR = /[ \t]{0,40}(:=|=>|={1,3}|!==?|::?=?|\?=|\+=|\|\|=|>|,|\()[ \t]{0,40}/y;
const PAIR = /\\{0,7}["']?,?(?:\s|\\n|\\t){0,40}\\{0,7}["']?value\\{0,7}["']?[ \t]{0,4}[:=][ \t]{0,4}/iy;
const VERB = /[ \t]{1,2}(?:is|was|are)(?: now| set to)?:?[ \t]{1,2}/y;
const BLANK = /[ \t]{1,4}/y;

/** End of the match of a sticky pattern at an offset; -1 when it does not match. */
export function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** How the name `text.slice(start, end)` is joined to a value; `undefined` when none follows. */
export function jointAfter(text: string, start: number, end: number): Joint | undefined {
  const close = matchEnd(CLOSE, text, end);
  const quotedName = close >= 0 && /["'`]/.test(text.charAt(start - 1));
  OPERATOR.lastIndex = close >= 0 ? close : Math.max(end, matchEnd(TYPE, text, end));
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
  if (name.operator === '>') return text.charAt(name.start - 1) === '<';
  return true;
}

/** `the password is …`, `--password …`, `ENV DB_PASSWORD …`, `WITH PASSWORD '…'`, ``the token `…` ``. */
function spokenJoint(text: string, start: number, end: number): Joint | undefined {
  const verb = matchEnd(VERB, text, end);
  if (verb >= 0) return { at: verb, operator: 'is', quotedName: false, spaced: true };
  const blank = matchEnd(BLANK, text, end);
  if (blank < 0) return undefined;
  const joint = { at: blank, operator: ' ', quotedName: false, spaced: true };
  if (text.charAt(start) === '-' && text.charAt(blank) !== '-') return joint;
  if (/(?:^|\n)[ \t]*ENV[ \t]+$/.test(text.slice(Math.max(0, start - 20), start))) return joint;
  if (/^(?:requirepass|masterauth)$/.test(text.slice(start, end))) return joint;
  if (text.charAt(blank) === "'" && /password$/i.test(text.slice(start, end))) return joint;
  return /["'`]/.test(text.charAt(blank)) ? { ...joint, operator: 'is' } : undefined;
}
