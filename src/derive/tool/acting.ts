/** A request or a command that can act for a person. */
export const ACTING = /cairn|cli\.js|\/api\/v1\//i;

/** What names an act, or a change of what protects a person, beside that. */
const ACT =
  /remember|checkpoint|summari|observe|review|browse|confirm|withdr|supersed|reopen|\bhid|unhid|mute|merge|rename|\bmove|updat|config\W{1,9}(?:accept|set|unset|edit)|pause|settings|cairn\W{1,9}on\b/i;

/** True for words that can act for a person and name an act: where some of them are left out, nobody can see which. */
export function namesAct(words: string): boolean {
  return ACTING.test(words) && ACT.test(words);
}
