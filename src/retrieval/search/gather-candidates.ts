import * as LIMITS from '../../core/limits.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import type { Candidate, CandidateAnswer } from '../../store/contract/candidates.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Neighbours } from '../../store/contract/neighbours.ts';
import type { Store } from '../../store/contract/store.ts';
import { momentIn } from '../query/named-moments.ts';
import { type AskedTime, asksForTimeAlone, type ParsedQuery, parseQuery, withNearWords } from '../query/parse-query.ts';
import { withStoredPath } from '../query/resolve-path.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { type NamedTime, timesIn } from '../query/time-words.ts';
import { bestOf } from '../ranking/features/features-of.ts';
import { findNearestVectors } from './search-by-vector.ts';

/** A parsed question, its candidates, and the neighbours of the best candidates in their sessions. */
export interface GatheredCandidates {
  parsed: ParsedQuery;
  answer: CandidateAnswer;
  neighbours: ReadonlyMap<ItemId, Neighbours>;
}

/** Candidates, best first, whose neighbours in their session are read, and steps on each side. */
const PLACED = 40;
const REACH = 3;
/**
 * Candidates, best first, whose direct neighbours become candidates too: an answer need not contain a word of the
 * question.
 */
const JOINED = 10;
/** Upper bound on session summaries that are added for a question about a time alone. */
const SUMMARIES = 40;

/** Parses a question and asks the store for candidates; `now` in milliseconds since 1970. */
export async function gatherCandidates(store: Store, query: ResolvedQuery, now: number): Promise<GatheredCandidates> {
  const asked = parseQuery(query.query, await timesOf(store, query, now));
  const filter = withinTimes(await withStoredPath(store, query.filter), asked.times);
  const { vector, not, prefixes = [], loose } = query;
  const nearest = await findNearestVectors(store, query, filter);
  if (nearest !== undefined) return { parsed: asked, answer: nearest, neighbours: new Map() };
  if (asked.words.length + prefixes.length === 0) {
    return { parsed: asked, answer: await newestItems(store, { filter, not }, asked), neighbours: new Map() };
  }
  const found = await store.candidates.query({
    words: asked.words,
    phrases: asked.phrases,
    ...omitUndefined({ vector, not, prefixes, loose }),
    filter,
    limit: LIMITS.candidates,
  });
  return { parsed: withNearWords(asked, found.near ?? []), ...(await lookAround(store, found, { filter, not })) };
}

/** The times that a question names, by the calendar or by a commit or tag of the project. */
async function timesOf(store: Store, query: ResolvedQuery, now: number): Promise<NamedTime[]> {
  const moment = await momentIn(store, query.query, { project: query.filter.project ?? query.near, now });
  return [...timesIn(query.query, now), ...(moment === undefined ? [] : [moment])];
}

/** The filter, narrowed to the times that a question asks for alone. */
function withinTimes(filter: ItemFilter, times: readonly AskedTime[]): ItemFilter {
  const hard = times.filter((time) => time.hard);
  if (hard.length === 0) return filter;
  return {
    ...filter,
    since: Math.max(...hard.map(({ from }) => from), ...(filter.since === undefined ? [] : [filter.since])),
    until: Math.min(...hard.map(({ to }) => to), ...(filter.until === undefined ? [] : [filter.until])),
  };
}

/** The candidates of a question without words: the newest items of the filter, none when the question names ids. */
async function newestItems(
  store: Store,
  { filter, not = [] }: { filter: ItemFilter; not: ResolvedQuery['not'] | undefined },
  asked: ParsedQuery,
): Promise<CandidateAnswer> {
  const newest = asked.ids.length > 0 ? [] : await store.items.list(filter, { limit: LIMITS.candidates });
  const known = new Set(newest.map(({ id }) => id));
  // A shorter list is complete and has the summaries already.
  const summaries = newest.length < LIMITS.candidates ? [] : await summariesOf(store, filter, asked);
  const items = [...newest, ...summaries.filter(({ id }) => !known.has(id))];
  const candidates = items.filter((item) => !containsPhrase(item, not)).map((item) => ({ item, bm25: 0 }));
  return { candidates, dropped: [], newestOnly: true, total: newest.length, frequency: {} };
}

/** True for an item that contains one of the phrases, compared by stems; its terms count as the index counts them. */
function containsPhrase(
  { title, text, terms }: Pick<Item, 'title' | 'text' | 'terms'>,
  runs: readonly (readonly string[])[],
): boolean {
  if (runs.length === 0) return false;
  const columns = [title, text, terms].map((column) => ` ${wordsOf(column).map(stemOf).join(' ')} `);
  return runs.some((run) => columns.some((column) => column.includes(` ${run.map(stemOf).join(' ')} `)));
}

/** Summaries of sessions, for a question about a time alone: they describe it in the fewest words. */
async function summariesOf(store: Store, filter: ItemFilter, asked: ParsedQuery): Promise<Item[]> {
  const kinds = filter.kinds ?? ['summary'];
  if (!asksForTimeAlone(asked) || !kinds.includes('summary')) return [];
  return store.items.list({ ...filter, kinds: ['summary'] }, { limit: SUMMARIES });
}

/**
 * Reads the neighbours of the best candidates. Direct neighbours of the very best become candidates, unless the filter
 * might exclude them.
 */
async function lookAround(
  store: Store,
  answer: CandidateAnswer,
  { filter, not = [] }: { filter: ItemFilter; not: ResolvedQuery['not'] | undefined },
): Promise<Pick<GatheredCandidates, 'answer' | 'neighbours'>> {
  const best = bestOf(answer.candidates, PLACED).map(({ item }) => item.id);
  const neighbours = await store.items.neighbours(best, REACH);
  const { project, ...narrower } = filter;
  if (not.length > 0 || Object.values(narrower).some((value) => value !== undefined)) return { answer, neighbours };
  const known = new Set(answer.candidates.map(({ item }) => item.id));
  const direct = best.slice(0, JOINED).flatMap((id) => directNeighbours(neighbours.get(id)));
  const missing = await store.items.get([...new Set(direct)].filter((id) => !known.has(id)));
  const joined = missing
    .filter((item) => project === undefined || item.project === project)
    .map((item): Candidate => ({ item, bm25: 0 }));
  return { answer: { ...answer, candidates: [...answer.candidates, ...joined] }, neighbours };
}

function directNeighbours(neighbours: Neighbours | undefined): ItemId[] {
  return [neighbours?.before[0], neighbours?.after[0]].filter((id) => id !== undefined);
}
