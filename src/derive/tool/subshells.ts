import { lineEnd } from '../../core/text/text.ts';
import { beginsWord } from './quotes.ts';
import type { Subshell } from './shell-of-hook.ts';

/** The shell that runs what follows a mark of a line: `(` and a backtick begin one within another, `)` and a backtick end it. */
export function shellBehind(mark: string, shell: Subshell | undefined): Subshell | undefined {
  if (mark === ')' || (mark === '`' && shell?.by === mark)) return shell?.around;
  return mark === '(' || mark === '`' ? { by: mark, around: shell } : shell;
}

/** The shell that runs a line within a line: that of the line itself for `eval`, else one of its own. */
export function shellWithin(program: string | undefined, around: Subshell | undefined): Subshell | undefined {
  return program === 'eval' ? around : { by: '', around };
}

/**
 * Index of the quote that closes the one at `start`; the end of the text when none does. Within `"…"` the quotes of a `$(…)`
 * or of backticks close nothing. Linear.
 */
export function wordQuoteEnd(text: string, start: number): number {
  const open = [text[start]];
  // Within `$'…'` a backslash escapes, too.
  const escapes = text[start - 1] === '$' && text[start - 2] !== '\\';
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    const top = open.at(-1);
    if (char === '\\') at += top !== "'" || escapes ? 1 : 0;
    else if (char === top) {
      open.pop();
      if (open.length === 0) return at;
    } else if (top === "'") continue;
    else if (char === '(') {
      if (top !== '"' || text[at - 1] === '$') open.push(')');
    } else if (char === '"' || char === '`' || (char === "'" && top !== '"')) open.push(char);
    else if (char === '#' && top !== '"' && beginsWord(text, at)) at = lineEnd(text, at) - 1;
  }
  return text.length;
}
