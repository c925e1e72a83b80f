import { promptText } from '../shared/dialects/claude-prompt.ts';

const QUERY_OPENS = '<user_query>';
const QUERY_CLOSES = '</user_query>';
/** Placeholder for thinking that a transcript leaves out. */
const UNSHOWN = /^\[REDACTED\]$/gm;

/** The typed text of a prompt: a transcript has it in a tag, next to files and rules that the editor adds. */
export function cursorPrompt(raw: string): string {
  const typed: string[] = [];
  for (let at = raw.indexOf(QUERY_OPENS); at >= 0; at = raw.indexOf(QUERY_OPENS, at)) {
    const end = raw.indexOf(QUERY_CLOSES, at);
    if (end < 0) break;
    typed.push(raw.slice(at + QUERY_OPENS.length, end).trim());
    at = end;
  }
  return promptText(typed.length === 0 ? raw : typed.join('\n'));
}

/** True for a prompt with more than one such tag, or a part of one: what of it was typed cannot be told. */
export function isUnclearPrompt(raw: string): boolean {
  const counts = [QUERY_OPENS, QUERY_CLOSES].map((tag) => raw.split(tag).length - 1);
  return counts.some((count) => count > 1) || counts[0] !== counts[1];
}

/** A message of the agent in the form on which hook and transcript agree. */
export function cursorWords(raw: string): string {
  return raw.replace(UNSHOWN, '').trim();
}

/** The time that Cursor adds to a prompt, in milliseconds since 1970; `undefined` when it is missing or unreadable. */
export function cursorTime(raw: string): number | undefined {
  const stated = /<timestamp>([^<]{1,100})<\/timestamp>/.exec(raw)?.[1];
  if (stated === undefined) return undefined;
  const at = Date.parse(stated.replace(/^[A-Za-z]+day, /, '').replace(/\((UTC[^)]*)\)/, '$1'));
  return Number.isFinite(at) && at > 0 ? at : undefined;
}
