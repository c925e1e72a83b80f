import { promptText } from '../shared/dialects/claude-prompt.ts';

const EDITOR_OPENS = '# Context from my IDE setup:';
const REQUEST_OPENS = '## My request for Codex:';

/**
 * A prompt's text on which hook and transcript agree. Context that an editor puts before the request, such as open
 * files, is moved behind it, with the heading of the request.
 */
export function textOfPrompt(raw: string): string {
  const text = promptText(raw);
  const at = text.startsWith(EDITOR_OPENS) ? text.indexOf(REQUEST_OPENS) : -1;
  if (at < 0) return text;
  const end = at + REQUEST_OPENS.length;
  return `${text.slice(end).trim()}\n\n${text.slice(0, end)}`.trim();
}
