import { promptText } from '../shared/dialects/claude-prompt.ts';

/** Tags around the user's words, in sessions and in tasks of old versions. */
const WRAPPERS = ['user_input', 'task', 'feedback', 'answer', 'user_message'];
const ENVIRONMENT = /<environment_details>[\s\S]*?(?:<\/environment_details>|$)/g;
/** The line before a tool's result in the messages of old versions. */
const RESULT = /^\[\w+(?: for '[\s\S]*?')?\] Result:/;

/**
 * The user's words in the texts of a message: the tagged ones if any, else all; none next to tool results of old
 * versions.
 */
export function wordsOf(raw: readonly string[]): string {
  const texts = raw.map((text) => text.replace(ENVIRONMENT, ''));
  const wrapped = texts.flatMap((text) => WRAPPERS.flatMap((tag) => insideOf(text, tag)));
  if (wrapped.length > 0) return promptText(wrapped.join('\n'));
  return texts.some((text) => RESULT.test(text.trim())) ? '' : promptText(texts.join('\n'));
}

/** The text between the first opening of a tag and its last closing. */
function insideOf(text: string, tag: string): string[] {
  const opening = new RegExp(`<${tag}(?: [^>]*)?>`).exec(text);
  if (opening === null) return [];
  const start = opening.index + opening[0].length;
  const end = text.lastIndexOf(`</${tag}>`);
  return end < start ? [] : [text.slice(start, end)];
}
