import { oneLine } from './text.ts';

/** Upper bounds on the name of a team's member. */
const CHARS = 60;
const WORDS = 6;
/** Letters, digits and what stands in names; no sign that ends a clause or begins another one. */
const NAME = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} .'’@_()+-]*/u;

/**
 * The name of a team's member, as far as a text is one: it stands in lines for agents, who would read a sentence there as one of
 * Cairn's. `''` for a text that begins with something else.
 */
export function memberName(text: string): string {
  const name = NAME.exec(oneLine(text))?.[0] ?? '';
  return name.split(' ', WORDS).join(' ').slice(0, CHARS).trim();
}
