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
