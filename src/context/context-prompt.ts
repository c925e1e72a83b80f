import { LIMITS } from '../core/limits.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { sum } from '../core/sum.ts';
import { isRequest, isSubstantive } from '../derive/event/is-request.ts';
import type { ParsedQuery } from '../retrieval/query/parse-query.ts';
import { type WeighedQuery, weighQuery } from '../retrieval/query/weigh-query.ts';
import { type Ranked, WEIGHTS } from '../retrieval/ranking/rank.ts';
import { rankItems } from '../retrieval/search/search.ts';
import { asksForHistory } from '../retrieval/text/history-words.ts';
import { snippetOf } from '../retrieval/text/snippet.ts';
import { isTalk } from '../retrieval/text/stop-words.ts';
import { isCurrentKnowledge } from '../retrieval/validity/is-current.ts';
import { composedTitle, mayQuote, quotableWords } from '../retrieval/validity/trust.ts';
import { isValid } from '../retrieval/validity/validity.ts';
import type { CandidateAnswer } from '../store/contract/candidates.ts';
import type { Store } from '../store/contract/store.ts';
import { type BlockRequest, isUsable } from './lines/block-request.ts';
import {
  type ContextLine,
  contextLineOf,
  dateOf,
  factLine,
  knowledgeLine,
  promptLine,
  sourceOf,
} from './lines/context-line.ts';
import { sessionLines } from './lines/session-lines.ts';

/**
 * What an item must share with a prompt to bear on it: a share of the prompt's weight, an absolute weight (idf), and
 * one word as rare as this; in a small memory, where no word is that rare, these shares of ln(items + 1). An item that
 * scores below this share of the best one is left out. Alternatively its cosine to the prompt. Set by reading what they
 * let through on prompts of real sessions; bench/results/context-evidence.md shows larger blocks.
 */
const FLOOR = {
  share: 0.3,
  weight: 7,
  weightShare: 0.9,
  rarity: 3,
  rarityShare: 0.35,
  ofBest: 0.6,
  cosine: 0.55,
} as const;
/**
 * Least number of items from which the rarity of a word is computed; otherwise a first memory would never bear on
 * anything.
 */
const SMALL_MEMORY = 50;
const MAX_LINES = 5;
const PASSAGE_CHARS = 260;
/** Shorter messages of an agent announce its next step; longer prompts are documents handed over. */
const MESSAGE_MIN_CHARS = 200;
const PROMPT_MAX_CHARS = 1_500;

/** Lines for the memories that bear on a prompt; none when none shares enough of its words. */
export async function promptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const query = request.prompt ?? '';
  if (!isSubstantive(query)) return [];
  const filter = omitUndefined({ project: request.project });
  const found = await rankItems(store, { filter, query, ...omitUndefined({ vector: request.vector }) }, request.now);
  const answer = { ...found.answer, total: Math.max(found.answer.total, SMALL_MEMORY) };
  const weighed = weighQuery(found.parsed, answer);
  const bearing = found.ranked
    .filter(({ item }) => isUsable(item, request) && isCurrentKnowledge(item) && isWorthTelling(item))
    .filter(({ marks }) => isValid(marks) || asksForHistory(query))
    .filter((ranked) => bearsOn(ranked, { ...found, answer, weighed }));
  const least = (bearing[0]?.item.score ?? 0) * FLOOR.ofBest;
  // A larger budget than the default for prompts has room for more lines.
  const room = Math.max(request.budget / LIMITS.contextTokens.prompt, 1);
  const lines = bearing
    .filter(({ item }) => item.score >= least)
    .slice(0, Math.floor(MAX_LINES * room))
    .map((ranked, i) => bearingLine(ranked, weighed, MAX_LINES - i / room));
  return room > 1 ? [...lines, ...(await sessionLines(store, found.ranked, request))] : lines;
}

/** True for an item that may be quoted, or that is a fact by itself: a change, or a failed command. */
function isWorthTelling(item: Item): boolean {
  const { observation, success } = detailOfKind(item, 'observation');
  // A tripwire is injected with its rule or when an action trips it.
  if (detailOfKind(item, 'pattern').pattern?.pattern === 'tripwire') return false;
  if (!mayQuote(item)) return observation === 'file-write' || (observation === 'command' && success === false);
  if (item.kind === 'message') return quotableWords(item).length >= MESSAGE_MIN_CHARS;
  if (item.kind === 'prompt') return item.text.length <= PROMPT_MAX_CHARS && isRequest(item);
  return true;
}

/** The question, as far as the floor needs it. */
interface PromptQuestion {
  parsed: ParsedQuery;
  weighed: WeighedQuery;
  answer: CandidateAnswer;
}

/**
 * True when an item is about the subject of a prompt: it contains a path or identifier as written, is near in meaning,
 * or contains enough of its words (words of talk aside, one of them rare) that carry a good share of its weight.
 */
function bearsOn({ match, item, nearness }: Ranked, { parsed, weighed, answer }: PromptQuestion): boolean {
  const isNamed = parsed.identifiers.length + parsed.paths.length > 0;
  if (isNamed && (item.why.exact ?? 0) >= WEIGHTS.exact / 2) return true;
  if (nearness >= FLOOR.cosine) return true;
  const telling = [...weighed.weights].filter(([stem]) => !isTalk(stem));
  const found = telling.filter(([stem]) => match.stems.has(stem)).map(([, weight]) => weight);
  const weight = sum(found);
  const size = Math.log(answer.total + 1);
  const rareEnough = Math.max(...found, 0) >= Math.min(FLOOR.rarity, FLOOR.rarityShare * size);
  const share = weight / sum(telling.map(([, one]) => one));
  return rareEnough && share >= FLOOR.share && weight >= Math.min(FLOOR.weight, FLOOR.weightShare * size);
}

function bearingLine({ item, marks }: Ranked, weighed: WeighedQuery, worth: number): ContextLine {
  const place = { section: 'bearing', worth: worth * 10 };
  if (item.kind === 'knowledge' && mayQuote(item)) return knowledgeLine(item, { ...place, worth: place.worth + 40 });
  const passage = snippetOf(quotableWords(item), weighed.weights, PASSAGE_CHARS);
  if (item.kind === 'prompt') return promptLine(item, { ...place, words: passage });
  const since = marks?.stale === undefined ? '' : `; its file changed since, ${dateOf(marks.stale.since)}`;
  const when = `${dateOf(item.at)}${since}`;
  if (!mayQuote(item)) return factLine(item, { ...place, text: `${composedTitle(item)}, ${when}` });
  return contextLineOf(item, { ...place, label: `${labelOf(item)}, ${when}`, words: passage });
}

function labelOf(item: Item): string {
  if (item.kind === 'observation' && item.detail.observation === 'note') return `Note ${sourceOf(item)}`;
  if (item.kind === 'observation') return composedTitle(item);
  return item.kind === 'message'
    ? 'An agent said'
    : item.kind === 'summary'
      ? "An agent's summary"
      : `An agent's ${item.kind}`;
}
