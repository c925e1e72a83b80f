const OPENS = '<hook_context>';
const CLOSES = '</hook_context>';
/** The context that Gemini CLI itself puts at the start of a session or a subagent. */
const OWN = /^\s*<(session_context|loaded_context)>/;

/**
 * A text without the context that hooks injected; `<` and `>` are escaped in that, so that it cannot contain the end
 * mark.
 */
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

/** True for Gemini CLI's own context before the first prompt. */
export function isOwnContext(text: string): boolean {
  return OWN.test(text);
}
