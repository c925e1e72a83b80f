const OPENS = '<hook_context>';
const CLOSES = '</hook_context>';
/** What Gemini CLI tells the model at the start of a session or a subagent. */
const OWN = /^\s*<(session_context|loaded_context)>/;

/** A text without what hooks put in; in that, `<` and `>` are escaped, so that it cannot hold the end mark. */
export function withoutHookContext(text: string): string {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf(OPENS, at);
    const end = start < 0 ? -1 : text.indexOf(CLOSES, start);
    if (end < 0) return kept + text.slice(at);
    kept += text.slice(at, start);
    at = end + CLOSES.length;
  }
}

/** True for what Gemini CLI itself tells the model before the first words. */
export function isOwnContext(text: string): boolean {
  return OWN.test(text);
}
