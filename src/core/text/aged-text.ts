import { countTokens } from './tokens.ts';

// Tool outputs are no longer shortened by age; this reads those that an earlier version shortened.

/**
 * The line between head and tail of an output whose middle was removed: the characters left out, and the tokens of the
 * whole output.
 */
const AGED = /\n\[aged: (\d+) characters left out, (\d+) tokens in all\]\n/;
/** The beginning of that line, checked first because most texts lack it. */
const BEGIN = '\n[aged: ';

/** True for a text whose middle was removed. */
export function isAged(text: string): boolean {
  return agedLine(text) !== undefined;
}

/** Characters of the text before its middle was removed. */
export function wholeLength(text: string): number {
  const line = agedLine(text);
  return line === undefined ? text.length : text.length - line[0].length + Number(line[1]);
}

/** Tokens of the text before its middle was removed. */
export function wholeTokens(text: string): number {
  const line = agedLine(text);
  return line === undefined ? countTokens(text) : Number(line[2]);
}

function agedLine(text: string): RegExpExecArray | undefined {
  return text.includes(BEGIN) ? (AGED.exec(text) ?? undefined) : undefined;
}
