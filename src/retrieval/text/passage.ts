import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { oneLine } from '../../core/text/text.ts';
import { type StemWeights, snippetOf } from './snippet.ts';

const SENTENCE_END = /(?<=[.!?。！？])\s+|\n+/;
const READ_CHARS = 8_000;

/**
 * The sentences of a text that bear most on a question, on one line of at most `maxChars` characters: the best one,
 * then those after it that fit. Markup is removed; a sentence longer than the limit is cut around the question's words.
 */
export function passageOf(text: string, weights: StemWeights, maxChars: number): string {
  const sentences = withoutMarkup(text.slice(0, READ_CHARS)).split(SENTENCE_END).map(oneLine).filter(saysWords);
  const shares = sentences.map((sentence) => weightOf(sentence, weights));
  const best = shares.indexOf(Math.max(...shares, 0));
  const first = sentences[best];
  if (first === undefined) return '';
  if (first.length > maxChars) return snippetOf(first, weights, maxChars);
  let passage = first;
  for (const next of sentences.slice(best + 1)) {
    if (passage.length + next.length + 1 > maxChars) break;
    passage = `${passage} ${next}`;
  }
  return passage;
}

/** The text without Markdown: headings, fences, rules, bold, bullets. */
export function withoutMarkup(text: string): string {
  return text
    .replace(/^[ \t]{0,20}(?:```|~~~).*$/gm, '')
    .replace(/^[ \t]{0,20}#{1,6}[ \t]+(.*)$/gm, '$1:')
    .replace(/^[ \t]{0,20}(?:[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replace(/\*\*|__|`/g, '');
}

function saysWords(sentence: string): boolean {
  return /[\p{L}\p{N}]/u.test(sentence);
}

function weightOf(sentence: string, weights: StemWeights): number {
  const stems = new Set(wordsOf(sentence).map(stemOf));
  return [...stems].reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
}
