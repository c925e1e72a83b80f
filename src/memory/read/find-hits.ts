// memory/read: one file for each call that only reads: from its input to its answer, by means of `retrieval`. They run
// in the reader thread, so they may not write.

import type { SearchResult, SessionHit } from '../../api/answers.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { sessionTitles } from '../../retrieval/entries/session-titles.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { readQuestion } from '../../retrieval/query/read-question.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { SearchPosition } from '../../retrieval/query/resolved-query.ts';
import { findRunningSession } from '../../retrieval/query/running-session.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { searchItems } from '../../retrieval/search/search.ts';
import { readCursor, writeCursor } from '../../retrieval/search/search-cursor.ts';
import type { SearchPage } from '../../retrieval/search/search-page.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

/** One page of hits for a question. Later pages are ranked as of the moment of the first. */
export async function findHits(
  store: Store,
  { asking, ...query }: ReadInput<'search'>,
  place: FilterEnvironment,
): Promise<SearchResult> {
  const after = readCursor(query);
  const then = query.asOf === undefined ? undefined : parsePast(query.asOf, 'asOf', place.now);
  const now = after?.now ?? then ?? place.now;
  const { limit, explain, cwd, mode, sessions: wantsSessions } = query;
  const vector = mode === 'words' ? undefined : asBefore(query.vector, after);
  const near = await selectProject(store, cwd, place.userHome);
  const { question, notes } = await readQuestion(store, query, { ...place, now });
  const { filter } = question;
  const running = filter.session === undefined ? await findRunningSession(store, asking) : undefined;
  if (then !== undefined) filter.until = Math.min(filter.until ?? then, then);
  const { next, sessions, ...page } = await searchItems(
    store,
    { ...question, ...omitUndefined({ limit, explain, mode, near, after, vector, running, sessions: wantsSessions }) },
    now,
  );
  return {
    ...page,
    notes: [...notes, ...page.notes],
    ...omitUndefined({
      sessions: sessions === undefined ? undefined : await namedSessions(store, sessions),
      nextCursor: next === undefined ? undefined : writeCursor(next, query),
    }),
  };
}

/** The vector of a question for a later page: compared with the vectors that the first page counted, or none. */
function asBefore(vector: QuestionVector | undefined, after: SearchPosition | undefined): QuestionVector | undefined {
  if (vector === undefined || after === undefined) return vector;
  return after.upTo === 0 ? undefined : { ...vector, upTo: after.upTo };
}

/** Sessions with the ids that their agents have for them, and what they are called. */
async function namedSessions(store: Store, found: NonNullable<SearchPage['sessions']>): Promise<SessionHit[]> {
  const ids = found.map(({ sessionId }) => sessionId);
  const rows = ids.length === 0 ? [] : await store.log.sessions({ ids, limit: ids.length });
  const names = new Map(rows.map(({ id, agentSession }) => [id, agentSession]));
  const titles = await sessionTitles(store, ids);
  return found.map(({ sessionId, score }) => {
    const ref = names.get(sessionId) ?? sessionId;
    return { sessionId, ref, title: titles.get(sessionId) ?? ref, score };
  });
}
