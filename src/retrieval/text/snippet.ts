// retrieval/text: snippets, passages, stop words and times as retrieval reads and writes them.
// It knows neither the store nor a score.

import { safeText } from '../../core/text/safe-text.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { oneLine } from '../../core/text/text.ts';

const MAX_CHARS = 200;
const WORD = /[\p{L}\p{N}\p{Co}]+/gu;

/** The stems that a snippet should show, each with its weight. */
export type StemWeights = ReadonlyMap<string, number>;

/**
 * The passage of a text, at most 200 characters on one line, that contains most of a question's weight; without any of
 * its words, the beginning. `…` marks omissions.
 */
export function snippetOf(text: string, weights: StemWeights, maxChars = MAX_CHARS): string {
  const line = oneLine(safeText(text));
  if (line.length <= maxChars) return line;
  const start = weights.size === 0 ? 0 : bestStart(line, weights, maxChars - 2);
  const end = Math.min(line.length, start + maxChars - 2);
  const from = start === 0 ? 0 : wordBoundary(line, start);
  const to = end === line.length ? end : line.lastIndexOf(' ', end) > from ? line.lastIndexOf(' ', end) : end;
  return `${from > 0 ? '…' : ''}${wellFormed(line.slice(from, to))}${to < line.length ? '…' : ''}`;
}

/** The start of the window of `size` characters whose distinct stems have the greatest weight. */
function bestStart(line: string, weights: StemWeights, size: number): number {
  const hits = hitsIn(line, weights);
  let best = { weight: 0, start: 0 };
  for (let i = 0; i < hits.length; i += 1) {
    const first = hits[i];
    if (first === undefined) break;
    const seen = new Map<string, number>();
    for (let j = i; j < hits.length; j += 1) {
      const hit = hits[j];
      if (hit === undefined || hit.end - first.at > size) break;
      seen.set(hit.stem, hit.weight);
    }
    const weight = [...seen.values()].reduce((sum, value) => sum + value, 0);
    if (weight > best.weight) best = { weight, start: Math.max(0, first.at - Math.floor(size / 5)) };
  }
  return Math.min(best.start, Math.max(0, line.length - size));
}

interface StemHit {
  stem: string;
  weight: number;
  at: number;
  end: number;
}

function hitsIn(line: string, weights: StemWeights): StemHit[] {
  const stems = new Map<string, string>();
  const hits: StemHit[] = [];
  for (const match of line.matchAll(WORD)) {
    const word = match[0];
    const stem = stems.get(word) ?? stemOf(wordsOf(word)[0] ?? '');
    stems.set(word, stem);
    const weight = weights.get(stem);
    if (weight !== undefined) hits.push({ stem, weight, at: match.index, end: match.index + word.length });
  }
  return hits.slice(0, 400);
}

function wordBoundary(line: string, at: number): number {
  const space = line.indexOf(' ', at);
  return space < 0 || space - at > 24 ? at : space + 1;
}

/** The text without half surrogate pairs at its ends. */
function wellFormed(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
