/** A request or a command that can act for a person, where it says which act and on which memory. */
export const ACTING = /cairn|cli\.js|\/api\/v1\//i;

/** Cairn's own names: its program, package, home, host and headers, and the id of a memory. */
export const CAIRN = /x-cairn-|(?<![a-z-])cairn(?:-memory)?(?![a-z-])|\b[a-z]_[a-z2-7]{16}\b/i;

/** What names an act, or a change of what protects a person, beside that. */
const ACT =
  /remember|checkpoint|summari|observe|review|browse|confirm|withdr|supersed|reopen|\bhid|unhid|mute|merge|rename|\bmove|updat|config\W{1,9}(?:accept|set|unset|edit)|pause|settings|cairn\W{1,9}on\b/i;

/** True for words that name Cairn itself, not a path or file that many programs have; also in escaped text. */
export function namesCairn(words: string): boolean {
  return CAIRN.test(unescaped(words));
}

/** Words with a space in place of each escape, and without colours. */
export function unescaped(words: string): string {
  return withoutColours(words).replace(/\\[bfnrt]/g, ' ');
}

/** Words without the colours of a terminal, also in JSON. */
export function withoutColours(words: string): string {
  return words.replace(/(?:\x1b|\\u001b)\[[\d;]*m/gi, '');
}

/** True for words that name Cairn and an act: where some of them are left out, nobody can see which. */
export function namesAct(words: string): boolean {
  return namesCairn(words) && ACT.test(words);
}
