import type { Hit, SearchResult, SessionHit } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { markWords } from '../render/mark-words.ts';
import { plain } from '../render/show.ts';
import { numbered, showMore } from '../render/show-entry.ts';
import { showNotes } from '../render/show-notes.ts';
import { callCommand } from '../terminal/call-command.ts';
import { FILTER_SHOWN } from '../terminal/call-options.ts';
import type { Output } from '../terminal/output.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

const SHOWN_SESSIONS = 10;
/** A query that says itself of which project or session it is. */
const OF_PLACE = /(?<!\S)(?:project|session):/;

/** `cairn search QUERY…` */
export const searchCommand = callCommand('search', {
  pages: true,
  lists: ['hits'],
  summary: 'find memories by words, a question, an identifier or a path',
  details:
    'Every query is valid: any word may match, hits with all words rank first, and "an exact phrase" goes in quotes. You can also use -word and -"a phrase" (quote the query, or put -- before it), ord* for the beginning of a word, and file: agent: kind: project: session: concept: before: after: since: until: with a value. Times are ISO 8601, 7d, "last week", a month, or a tag or commit (after:v1.2). Cairn shows how it read the query.\n\nExamples:\n  cairn search "why idempotency keys" --kind knowledge --since 2026-10-01\n  cairn search timeout --meaning bugfix --since 7d\n  cairn search "retry -redis file:queue.ts after:yesterday"\n  cairn search what did we do last week',
  arguments: [{ name: 'query', help: 'words or a question', required: true, many: true }],
  shown: {
    limit: `hits, 1 to ${LIMITS.hitsMax}; default ${LIMITS.hits}`,
    ...FILTER_SHOWN,
    cursor: 'continue after the previous page',
    mode: 'search by words and meaning (hybrid, default), or by one of them',
    explain: 'explain each hit, with what each reason adds to its score',
    sessions: 'also list the sessions that answer',
    asOf: 'search as of this time: ignore everything later',
  },
  counted: ({ hits }) => formatCounted(hits.length, 'hit'),
  complete: (asked, { io }) => (OF_PLACE.test(asked.query) ? asked : ofHere(asked, io)),
  show(result, { io, out }, { asked }) {
    showHits(result, { query: asked.query, out });
    sayScope(asked, { isEmpty: result.hits.length === 0, io, out });
  },
});

/** Shows hits as numbered entries: title, then id, kind, date and author, then the snippet. */
export function showHits(
  { hits, sessions = [], nextCursor, notes }: SearchResult,
  { query, out }: { query: string; out: Output },
): void {
  const mark = markWords(query, out.colors);
  if (hits.length > 0) out.print(hits.map((hit, index) => toText(hit, index + 1, { ...out, mark })).join('\n\n'));
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
