import * as LIMITS from '../../core/limits.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { showHits } from '../render/show-hits.ts';
import { callCommand } from '../terminal/call-command.ts';
import { FILTER_SHOWN } from '../terminal/call-options.ts';
import { ofHere, sayScope } from '../terminal/scope.ts';

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
