import type { Hit, SearchResult, SessionHit } from '../../api/answers.ts';
import type { Output } from '../terminal/output.ts';
import { markWords } from './mark-words.ts';
import { plain } from './show.ts';
import { numbered, showMore } from './show-entry.ts';
import { showNotes } from './show-notes.ts';

const SHOWN_SESSIONS = 10;

/** Shows hits as numbered entries: title, then id, kind, date and author, then the snippet. */
export function showHits(
  { hits, sessions = [], nextCursor, notes }: SearchResult,
  { query, out }: { query: string; out: Output },
): void {
  const mark = markWords(query, out.colors);
  if (hits.length > 0) out.print(hits.map((hit, index) => toText(hit, index + 1, { ...out, mark })).join('\n\n'));
  else if (query.trim() === '') out.say('Nothing is in memory here.');
  else out.say('Nothing in memory matches. Try fewer or other words.');
  if (sessions.length > 0) out.print(['', 'Sessions:', ...sessions.slice(0, SHOWN_SESSIONS).map(toLine)].join('\n'));
  out.number(hits.map(({ id }) => id));
  showNotes(notes, out);
  showMore(nextCursor, out);
}

function toLine({ sessionId, title, score }: SessionHit): string {
  return `  ${sessionId}  ${score.toFixed(2)}  ${plain(title)}`;
}

function toText(hit: Hit, number: number, out: Output & { mark: (text: string) => string }): string {
  const { colors } = out;
  const margin = ' '.repeat(String(number).length + 2);
  const lines = [numbered(hit, number, out)];
  if (hit.reasons !== undefined && hit.reasons.length > 0) {
    // The sum of the rounded scores that are shown below it, so that they add up.
    lines.push(`score ${hit.reasons.reduce((sum, { score }) => sum + score, 0).toFixed(2)}`);
  }
  for (const { score, says } of hit.reasons ?? []) lines.push(`${signed(score)}  ${says}`);
  return lines.map((line, i) => (i === 0 ? line : `${margin}${colors.dim(line)}`)).join('\n');
}

function signed(score: number): string {
  return `${score < 0 ? '-' : '+'}${Math.abs(score).toFixed(2)}`;
}
