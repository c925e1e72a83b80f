// derive/text: reads sentences, changed lines and concepts from text for the rules.
// It knows neither events nor items.

import { memoizeLast } from '../../core/memoize-last.ts';

const LONG_TEXT = 4_000;
const LONG_TEXT_ENDS = 400;
const MAX_SENTENCE = 320;
const MAX_SENTENCES = 200;
const SENTENCE_END = /(?<=[.!?])(?<!\b(?:e\.g|i\.e|etc|vs|cf|no)\.)\s+/i;

/**
 * The sentences that the author of a text wrote, at most 200: without fenced and indented code, quotations, tables, diffs, log
 * lines, and sentences of more than `maxChars` characters. A text with several headings is a pasted document: at most 400
 * characters before its first heading are read. Of any other text over 4,000 characters the first and last 400 are read, since
 * pasted text is mostly in between.
 */
export const sentencesOf = memoizeLast((text: string, maxChars: number = MAX_SENTENCE): readonly string[] => {
  const sentences: string[] = [];
  for (const line of proseLines(ownPart(text))) {
    for (const sentence of line.split(SENTENCE_END)) {
      const trimmed = sentence.trim();
      if (trimmed.length > 0 && trimmed.length <= maxChars) sentences.push(trimmed);
      if (sentences.length >= MAX_SENTENCES) return sentences;
    }
  }
  return sentences;
});

function ownPart(text: string): string {
  const headings = [...text.matchAll(/^#{1,6} /gm)];
  if (headings.length > 1) return text.slice(0, Math.min(headings[0]?.index ?? 0, LONG_TEXT_ENDS));
  if (text.length <= LONG_TEXT) return text;
  return `${text.slice(0, LONG_TEXT_ENDS)}\n\n${text.slice(text.length - LONG_TEXT_ENDS)}`;
}

function proseLines(text: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.split('\n')) {
    if (/^\s{0,8}(?:```|~~~)/.test(line)) fenced = !fenced;
    else if (!fenced && !isQuoted(line)) lines.push(line.replace(/^\s{0,8}(?:[-*•]\s+|\d{1,3}[.)]\s+|#{1,6}\s+)/, ''));
  }
  return lines;
}

/** True for lines that are not the writer's own sentences. */
function isQuoted(line: string): boolean {
  return (
    /^(?:\t| {8,})\S/.test(line) ||
    /^\s{0,8}(?:>|\||[+-]\S|@@|\$ |❯|›|│|╭|╰|⏺|⎿)/.test(line) ||
    /^\s{0,8}[\w./-]{1,120}:\d+[:\s]/.test(line) ||
    /^\s{0,8}(?:\[?(?:error|warn(?:ing)?|info|debug)\]?[:\s]|at \S{1,120} ?\()/i.test(line)
  );
}
