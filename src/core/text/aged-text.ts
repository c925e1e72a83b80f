import { countTokens } from './tokens.ts';

// Nothing shortens outputs of tools by their age any more; those that an earlier version shortened are read as before.

/** The line between head and tail of an output whose middle was removed: its characters, and tokens of the whole output. */
const AGED = /\n\[aged: (\d+) characters left out, (\d+) tokens in all\]\n/;
/** How such a line begins: most texts hold none. */
const BEGIN = '\n[aged: ';

/** True for a text without its middle. */
export function isAged(text: string): boolean {
  return agedLine(text) !== undefined;
}

/** Characters of a text as it was when it was whole. */
export function wholeLength(text: string): number {
  const line = agedLine(text);
  return line === undefined ? text.length : text.length - line[0].length + Number(line[1]);
}

/** Tokens of a text as it was when it was whole. */
export function wholeTokens(text: string): number {
  const line = agedLine(text);
  return line === undefined ? countTokens(text) : Number(line[2]);
}

function agedLine(text: string): RegExpExecArray | undefined {
  return text.includes(BEGIN) ? (AGED.exec(text) ?? undefined) : undefined;
}
