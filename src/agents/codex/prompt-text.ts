import { promptText } from '../shared/dialects/claude-prompt.ts';

const EDITOR_OPENS = '# Context from my IDE setup:';
const REQUEST_OPENS = '## My request for Codex:';

/**
 * A prompt's text on which hook and transcript agree. Context that an editor puts before the request, such as open
 * files, is moved behind it, with the heading of the request: the last one, since a selected text may hold it, too.
 */
export function textOfPrompt(raw: string): string {
  const text = promptText(raw);
  const at = text.startsWith(EDITOR_OPENS) ? text.lastIndexOf(REQUEST_OPENS) : -1;
  if (at < 0) return text;
  const end = at + REQUEST_OPENS.length;
  return `${text.slice(end).trim()}\n\n${text.slice(0, end)}`.trim();
}

/** True for a prompt that holds the heading of the request twice: what of it was typed cannot be told. */
export function isUnclearPrompt(raw: string): boolean {
  return raw.includes(EDITOR_OPENS) && raw.indexOf(REQUEST_OPENS) !== raw.lastIndexOf(REQUEST_OPENS);
}
