/** Longest name of a branch that is kept, in characters. */
const BRANCH_CHARS = 250;
/** Characters that git-check-ref-format(1) refuses in a name, and those that cannot be seen. */
const REFUSED = /[\s~^:?*[\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\.\.|@\{|\/\//u;

/** A text as the name of a git branch; `undefined` for what is none, and for `HEAD`, which a detached one is called. */
export function toBranch(text: string | undefined): string | undefined {
  if (text === undefined || text === '' || text === 'HEAD' || text.length > BRANCH_CHARS) return undefined;
  return REFUSED.test(text) || /^[-/]|[/.]$/.test(text) ? undefined : text;
}
