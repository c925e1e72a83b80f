import { countTokens } from './tokens.ts';

/** Between head and tail of a text of which the middle went with age: a line that says how much that was. */
const AGED = /\n\[aged: (\d+) characters left out, (\d+) tokens in all\]\n/;
/** How such a line begins: most texts hold none. */
const BEGIN = '\n[aged: ';

/** What is known of a middle that went: its characters as rules count them, and tokens of the whole text. */
export interface AgedMiddle {
  chars: number;
  tokens: number;
}

/** The line that stands for a middle that went. */
export function agedLine({ chars, tokens }: AgedMiddle): string {
  return `${BEGIN}${chars} characters left out, ${tokens} tokens in all]\n`;
}

/** What went of a text; `undefined` when it is whole. */
export function agedMiddle(text: string): AgedMiddle | undefined {
  if (!text.includes(BEGIN)) return undefined;
  const found = AGED.exec(text);
  return found === null ? undefined : { chars: Number(found[1]), tokens: Number(found[2]) };
}

/** Characters of a text as it was when it was whole. */
export function wholeLength(text: string): number {
  const middle = agedMiddle(text);
  return middle === undefined ? text.length : text.length - agedLine(middle).length + middle.chars;
}

/** Tokens of a text as it was when it was whole. */
export function wholeTokens(text: string): number {
  return agedMiddle(text)?.tokens ?? countTokens(text);
}
