// recall: from a question to the memories that answer it, and from a moment to what is worth saying. Parses, ranks,
// explains, packs; pure but for what it asks of the store. No SQL, no writing, no clock of its own.

import type { ItemId, ProjectId, SessionId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { cutText } from '../core/text.ts';
import { countTokens } from '../core/tokens.ts';
import type { Hit, Note, SearchQuery, SearchResult } from '../memory/contract.ts';
import type { CandidateAnswer, ItemFilter, Store } from '../store/contract.ts';
import type { ParsedQuery } from './parse-query.ts';
import { parseQuery } from './parse-query.ts';
import type { Ranked } from './rank.ts';
import { rankCandidates } from './rank.ts';
import { snippetOf } from './snippet.ts';
import { storedPath } from './stored-path.ts';
import { sayable } from './trust.ts';
import { weighQuery } from './weigh-query.ts';

/** A search with its project and times resolved. Times in milliseconds since 1970. */
export type ResolvedQuery = Omit<SearchQuery, 'project' | 'since' | 'until'> & {
  project?: ProjectId;
  /** The project at hand: its items rank higher, others are found too. */
  near?: ProjectId;
  since?: number;
  until?: number;
};

/** What ranking gave for a question, the best first, and what its author should know. */
export interface RankedAnswer {
  parsed: ParsedQuery;
  ranked: Ranked[];
  answer: CandidateAnswer;
}

const FOLD_AMONG = 60;
/** Tokens of a hit's title and of its snippet at most: 100 together. */
const TITLE_TOKENS = 45;
const SNIPPET_TOKENS = 54;
const SNIPPET_CHARS = 200;

/** The memories that answer a question, as hits of 50 to 100 tokens. A question without words lists the newest. */
export async function searchItems(store: Store, query: ResolvedQuery, now: number): Promise<SearchResult> {
  const limit = Math.min(Math.max(Math.trunc(query.limit ?? LIMITS.hits), 1), LIMITS.hitsMax);
  const { parsed, ranked, answer } = await rankItems(store, query, now);
  const weights = weighQuery(parsed, answer).weights;
  const hits = ranked.slice(0, limit).map(({ item }) => toHit(item, query.explain === true, snippetFor(item, weights)));
  return { hits, tokens: hits.reduce((sum, hit) => sum + hit.tokens, 0), notes: notesOf(answer, parsed) };
}

/** The ranked items for a question, equal ones folded into the best of them. */
export async function rankItems(store: Store, query: ResolvedQuery, now: number): Promise<RankedAnswer> {
  const parsed = parseQuery(query.query);
  const filter = filterOf(
    query.file === undefined ? query : { ...query, file: await storedPath(store, query.file, query.project) },
  );
  const named = await itemsNamed(store, parsed.ids);
  const answer =
    parsed.words.length > 0
      ? await store.candidates.query({
          words: parsed.words,
          phrases: parsed.phrases,
          filter,
          limit: LIMITS.candidates,
        })
      : await newestItems(store, filter, parsed);
  const ranked = rankCandidates(parsed, answer, { project: query.project ?? query.near, now });
  const folded = await foldRepeats(store, ranked);
  const ids = new Set(named.map(({ item }) => item.id));
  return { parsed, answer, ranked: [...named, ...folded.filter(({ item }) => !ids.has(item.id))] };
}

function filterOf(query: ResolvedQuery): ItemFilter {
  return {
    ...(query.kinds === undefined || query.kinds.length === 0 ? {} : { kinds: query.kinds }),
    ...(query.project === undefined ? {} : { project: query.project }),
    ...(query.session === undefined ? {} : { session: query.session as SessionId }),
    ...(query.file === undefined ? {} : { file: query.file }),
    ...(query.since === undefined ? {} : { since: query.since }),
    ...(query.until === undefined ? {} : { until: query.until }),
    ...(query.agent === undefined ? {} : { agent: query.agent }),
  };
}

/** Items whose ids stand in the question come first. */
async function itemsNamed(store: Store, ids: readonly string[]): Promise<Ranked[]> {
  if (ids.length === 0) return [];
  const items = await store.items.get(ids.slice(0, LIMITS.getIds) as ItemId[]);
  const match = { stems: new Set<string>(), pairs: new Set<string>() };
  return items.map((item) => ({ item: { ...item, score: 10, why: { id: 10 } }, match, coverage: 1 }));
}

/** Without a word to look for: the newest items of the filter, unless ids alone were asked for. */
async function newestItems(store: Store, filter: ItemFilter, parsed: ParsedQuery): Promise<CandidateAnswer> {
  const items = parsed.ids.length > 0 ? [] : await store.items.list(filter, { limit: LIMITS.hitsMax });
  const candidates = items.map((item) => ({ item, bm25: 0 }));
  return { candidates, dropped: [], newestOnly: true, total: items.length, frequency: {} };
}

/** Leaves of equal memories (same content, or linked as repetitions) only the one that ranks best. */
async function foldRepeats(store: Store, ranked: readonly Ranked[]): Promise<Ranked[]> {
  const links = await store.items.repeats(ranked.slice(0, FOLD_AMONG).map(({ item }) => item.id));
  const earliest = new Map(links.filter((link) => link.relation === 'repeats').map((link) => [link.from, link.to]));
  const seen = new Set<string>();
  return ranked.filter(({ item }) => {
    const content = `${item.kind}:${item.contentHash}`;
    const id = earliest.get(item.id) ?? item.id;
    if (seen.has(content) || seen.has(id)) return false;
    seen.add(content).add(id);
    return true;
  });
}

/** The passage that answers; the title is not said twice when the text begins with it. */
function snippetFor(item: Item, weights: ReadonlyMap<string, number>): string {
  const title = item.title.replace(/…$/, '');
  const rest = item.text.startsWith(title) ? item.text.slice(title.length) : item.text;
  const snippet = snippetOf(rest, weights, SNIPPET_CHARS);
  return countTokens(snippet) <= SNIPPET_TOKENS ? snippet : snippetOf(rest, weights, charsFor(snippet, SNIPPET_TOKENS));
}

/** How many characters like those of a text fit a number of tokens: fewer where one is a token of its own. */
function charsFor(text: string, tokens: number): number {
  return Math.max(1, Math.floor((text.length * tokens) / (countTokens(text) + 1)));
}

function titleFor(item: Item): string {
  const title = sayable(item.title);
  return countTokens(title) <= TITLE_TOKENS ? title : cutText(title, charsFor(title, TITLE_TOKENS));
}

function toHit(item: Item & { score: number; why: Record<string, number> }, explain: boolean, snippet: string): Hit {
  const title = titleFor(item);
  return {
    id: item.id,
    kind: item.kind,
    ...(item.session === undefined ? {} : { sessionId: item.session }),
    ...(item.project === undefined ? {} : { project: item.project }),
    at: new Date(item.at).toISOString(),
    title,
    snippet,
    score: item.score,
    ...(explain ? { why: item.why } : {}),
    tokens: countTokens(`${title}\n${snippet}`),
    author: item.author,
    ...(item.detail.ref === undefined ? {} : { ref: item.detail.ref }),
  };
}

function notesOf(answer: CandidateAnswer, parsed: ParsedQuery): Note[] {
  const notes: Note[] = [];
  if (answer.dropped.length > 0) {
    notes.push({ code: 'common_words', message: `Left out as too common: ${answer.dropped.slice(0, 10).join(', ')}.` });
  }
  if (parsed.words.length === 0 && parsed.ids.length === 0) {
    notes.push({ code: 'no_words', message: 'The question holds no word to look for: these are the newest.' });
  } else if (answer.newestOnly) {
    notes.push({ code: 'newest_only', message: 'All its words are common: only the newest memories were searched.' });
  }
  return notes;
}
