import * as LIMITS from '../../core/limits.ts';

/** How the lines of a block are written: each as it is, as an item of a Markdown list, or as a JSON object of its own. */
export const BLOCK_FORMATS = ['plain', 'markdown', 'json'] as const;

/** A format of `BLOCK_FORMATS`. */
export type BlockFormat = (typeof BLOCK_FORMATS)[number];

/** The id with which a line begins. */
const ID = /^\[\w+\] /;

/** A line, `[id] text`, in a format; JSON has `id`, `section` and `text`. It stays one line and says the same. */
export function shapeLine(
  { id, section, text }: { id: string; section: string; text: string },
  format: BlockFormat = 'plain',
): string {
  if (format === 'plain') return text;
  if (format === 'markdown') return `- ${text}`;
  return JSON.stringify({ id, section, text: text.replace(ID, '') });
}

/** The line that says how many rules a block has no room for, and who gives them; none for none. */
export function leftLine(rules: number, format: BlockFormat = 'plain'): string[] {
  if (rules === 0) return [];
  const most = LIMITS.contextTokens.max;
  const text = `${rules} more ${rules === 1 ? 'rule holds' : 'rules hold'} here and had no room: ask for them with the tool context, budget ${most}, or run: cairn context --budget ${most}`;
  if (format === 'plain') return [text];
  return [format === 'markdown' ? `- ${text}` : JSON.stringify({ section: 'rules', text })];
}
