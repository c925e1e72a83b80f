// retrieval/search: from a resolved question to hits: gather candidates, rank, explain, cut into pages.
// No SQL, no writing, no clock of its own.

import type { Entry, Hit } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { CandidateAnswer } from '../../store/contract/candidates.ts';
import type { Store } from '../../store/contract/store.ts';
import { agentsOf, entryOf } from '../entries/entry.ts';
import { projectEntry, sessionEntries } from '../entries/place-entry.ts';
import { tellingWords } from '../passage/telling-words.ts';
import type { ParsedQuery } from '../query/parse-query.ts';
import { type Named, resolveIds } from '../query/resolve-id.ts';
import type { ResolvedQuery } from '../query/resolved-query.ts';
import { isOfRunning, runningNotes } from '../query/running-session.ts';
import { NO_MATCH, weighQuery } from '../query/weigh-query.ts';
import { dedupeHits, dedupeRestatements } from '../ranking/dedupe-hits.ts';
import { demoteAggregates } from '../ranking/demote-aggregates.ts';
import { demoteSameQuestion } from '../ranking/is-same-question.ts';
import { penalizeInvalid } from '../ranking/penalize-invalid.ts';
import { type Ranked, rankCandidates } from '../ranking/rank.ts';
import { rankSessions } from '../ranking/rank-sessions.ts';
import type { StemWeights } from '../text/snippet.ts';
import { withStaleOnDisk } from '../validity/stale-on-disk.ts';
import type { ValidityMarks } from '../validity/validity.ts';
import { notesOf } from './answer-notes.ts';
import { createBears } from './bears.ts';
import { type ExplainWith, explain, explainNamed } from './explain.ts';
import { gatherCandidates } from './gather-candidates.ts';
import { type HitWords, hitWords } from './hit-words.ts';
import { isByVector, rankByVector, vectorNotes } from './search-by-vector.ts';
import type { SearchPage } from './search-page.ts';

/** The ranked items for a question, best first, with the parsed question, the candidates, and what it names by an id. */
export interface RankedAnswer {
  parsed: ParsedQuery;
  ranked: Ranked[];
  answer: CandidateAnswer;
  named: readonly Named[];
  /** Number of items of the session that asks, which are left out. */
  asking: number;
}

/** Score of what the question names by its id: above every score from words. */
const NAMED_SCORE = 10;

/** One answer: a ranked item, or a session or project that the question names. */
type Answer = { id: string; at: number; score: number } & ({ ranked: Ranked } | { entry: Entry });

/** One page of hits (at most 180 tokens each, 100 from the sixth on) for a question. A question without words lists the newest items. */
export async function searchItems(store: Store, query: ResolvedQuery, now: number): Promise<SearchPage> {
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? LIMITS.hits), 1), LIMITS.hitsMax);
  const { after } = query;
  const at = after?.now ?? now;
  const { parsed, ranked, answer, named, asking } = await rankItems(store, query, at);
  const unlike = demoteSameQuestion(dedupeRestatements(ranked), query.query);
  const bearing = isByVector(query, answer) ? unlike : unlike.filter(createBears(parsed, answer, query.query));
  const answers = [...(await placesNamed(store, named)), ...bearing.map(toAnswer)].sort(inOrder);
  const rest = after === undefined ? answers : answers.filter((one) => inOrder(after, one) < 0);
  const page = rest.slice(0, limit);
  const shown = page.flatMap((one) => ('ranked' in one ? one.ranked : []));
  const items = shown.map(({ item }) => item);
  const agents = await agentsOf(store, items);
  const marks = await withStaleOnDisk(store, items, new Map(shown.map((one) => [one.item.id, one.marks ?? {}])));
  const weighed = weighQuery(parsed, answer);
  const { weights } = weighed;
  const explaining = query.explain === true ? explainWith(parsed, answer, now) : undefined;
  const said = await hitWords(store, items, { weights, telling: tellingWords(weighed) });
  const words = new Map(items.map((item, i) => [item.id, said[i]]));
  const hits = page.map((one) => toHit(one, { agents, weights, explaining, marks, words }));
  const last = page.at(-1);
  return {
    hits,
    ...(query.sessions === true ? { sessions: rankSessions(ranked) } : {}),
    ...(last === undefined || rest.length <= limit
      ? {}
      : { next: { now: at, upTo: after?.upTo ?? answer.upTo ?? 0, score: last.score, at: last.at, id: last.id } }),
    tokens: hits.reduce((sum, hit) => sum + hit.tokens, 0),
    notes: [...vectorNotes(query, answer), ...notesOf(answer, parsed), ...runningNotes(query.running, asking)],
  };
}

/** Ranks the items for a question; equal items are folded into the best of them. */
export async function rankItems(store: Store, query: ResolvedQuery, now: number): Promise<RankedAnswer> {
  const { parsed, answer, neighbours } = await gatherCandidates(store, query, now);
  const { ids } = parsed;
  const named = ids.length === 0 ? [] : [...(await resolveIds(store, ids.slice(0, LIMITS.getIds))).values()];
  const items = await itemsNamed(store, named);
  const context = { project: query.filter.project ?? query.near, now, neighbours, question: query.query };
  const ranked = isByVector(query, answer)
    ? await rankByVector(store, answer)
    : demoteAggregates(await penalizeInvalid(store, rankCandidates(parsed, answer, context), context), parsed);
  const folded = await dedupeHits(store, ranked);
  const first = new Set(items.map(({ item }) => item.id));
  const rest = folded.filter(({ item }) => !first.has(item.id));
  const asking = rest.filter(({ item }) => isOfRunning(item, query.running));
  const others = asking.length === 0 ? rest : rest.filter(({ item }) => !isOfRunning(item, query.running));
  return { parsed, answer, named, ranked: [...items, ...others], asking: asking.length };
}

/** Items whose ids the question contains, or that derive from an event it names; they come first. */
async function itemsNamed(store: Store, named: readonly Named[]): Promise<Ranked[]> {
  const items: Item[] = [];
  for (const one of named) {
    if (one.of === 'item') items.push(one.item);
    if (one.of === 'event') items.push(...(await store.items.ofEvent(one.event.id)));
  }
  const shown = new Map(items.filter((item) => item.detail.hidden !== true).map((item) => [item.id, item]));
  return [...shown.values()].map((item) => ({
    item: { ...item, score: NAMED_SCORE, why: { id: NAMED_SCORE } },
    match: NO_MATCH,
    coverage: 1,
    nearness: 0,
  }));
}

/** Sessions and projects whose ids the question contains, and the sessions of named events that no item derives from. */
async function placesNamed(store: Store, named: readonly Named[]): Promise<Answer[]> {
  const ids = new Set<SessionId>();
  for (const one of named) {
    if (one.of === 'session') ids.add(one.session.id);
    if (one.of === 'event' && (await store.items.ofEvent(one.event.id)).length === 0) ids.add(one.event.session);
  }
  const sessions = ids.size === 0 ? [] : await store.log.sessions({ ids: [...ids], limit: ids.size });
  const entries = await sessionEntries(store, sessions);
  for (const one of named) if (one.of === 'project') entries.push(await projectEntry(store, one.project));
  return entries.map((entry) => ({ id: entry.id, at: Date.parse(entry.at), score: NAMED_SCORE, entry }));
}

function toAnswer(ranked: Ranked): Answer {
  const { id, at, score } = ranked.item;
  return { id, at, score, ranked };
}

/** Best first, newest first among equals, then by id, so that pages do not overlap. */
function inOrder(one: Pick<Answer, 'score' | 'at' | 'id'>, other: Pick<Answer, 'score' | 'at' | 'id'>): number {
  return other.score - one.score || other.at - one.at || (one.id < other.id ? -1 : Number(one.id > other.id));
}

function explainWith({ words }: ParsedQuery, { candidates }: CandidateAnswer, now: number): ExplainWith {
  return { words, cosines: new Map(candidates.map(({ item, cosine = 0 }) => [item.id, cosine])), now };
}

/** The inputs for building a hit; `explaining` is set when the caller asked for reasons. */
interface HitWith {
  agents: ReadonlyMap<SessionId, string>;
  weights: StemWeights;
  explaining: ExplainWith | undefined;
  marks: ReadonlyMap<ItemId, ValidityMarks>;
  words: ReadonlyMap<ItemId, HitWords | undefined>;
}

function toHit(one: Answer, { agents, weights, explaining, marks, words }: HitWith): Hit {
  const { score } = one;
  if ('entry' in one) return { ...one.entry, score, ...(explaining === undefined ? {} : explainNamed(score)) };
  const { item } = one.ranked;
  const why = explaining === undefined ? {} : explain(one.ranked, weights, explaining);
  const said = words.get(item.id) ?? { title: item.title, snippet: '', tokens: 0 };
  return { ...entryOf(item, { agents, marks: marks.get(item.id) }, said), score, ...why };
}
