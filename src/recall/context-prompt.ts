import type { Item } from '../core/item.ts';
import type { CandidateAnswer, Store } from '../store/contract.ts';
import type { BlockRequest } from './block-request.ts';
import { isUsable } from './block-request.ts';
import type { ContextLine } from './context-line.ts';
import { dateOf, factLine, isStanding, knowledgeLine, lineOf, promptLine, sourceOf } from './context-line.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { Ranked } from './rank.ts';
import { rankItems } from './search.ts';
import { snippetOf } from './snippet.ts';
import { composedTitle, maySayWords } from './trust.ts';
import type { WeighedQuery } from './weigh-query.ts';
import { weighQuery } from './weigh-query.ts';

/**
 * What an item must hold of a prompt to bear on it: two of its words, a share of its weight, and one word as rare as this
 * (idf), or in a small memory as this share of the rarest that a word can be there.
 */
const FLOOR = { words: 2, share: 0.3, rarity: 2.5, rarityShare: 0.35 } as const;
const MAX_LINES = 8;
const MIN_WORDS = 2;
const PASSAGE_CHARS = 260;

/** What bears on a prompt: memories that hold enough of its telling words. Nothing when nothing does. */
export async function promptLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const query = request.prompt ?? '';
  const found = await rankItems(
    store,
    { query, ...(request.project === undefined ? {} : { project: request.project }) },
    request.now,
  );
  if (found.parsed.stems.length < MIN_WORDS && found.parsed.identifiers.length === 0) return [];
  const weighed = weighQuery(found.parsed, found.answer);
  return found.ranked
    .filter((ranked) => isUsable(ranked.item, request) && isStanding(ranked.item))
    .filter((ranked) => bearsOn(ranked, { ...found, weighed }))
    .slice(0, MAX_LINES)
    .map((ranked, i) => bearingLine(ranked, weighed, MAX_LINES - i));
}

/** What was asked, as far as the floor needs it. */
interface Asked {
  parsed: ParsedQuery;
  weighed: WeighedQuery;
  answer: CandidateAnswer;
}

/**
 * True when an item is about what a prompt is about: it holds a path or identifier of it as written, or enough of its
 * words, one of them rare, that carry a good share of its weight; side by side counts for more.
 */
function bearsOn({ match, coverage, item }: Ranked, { parsed, weighed, answer }: Asked): boolean {
  if ((item.why.exact ?? 0) > 0 && parsed.identifiers.length + parsed.paths.length > 0) return true;
  if (match.stems.size < FLOOR.words) return false;
  const rarest = Math.max(...[...match.stems].map((stem) => weighed.weights.get(stem) ?? 0));
  const rareEnough = rarest >= Math.min(FLOOR.rarity, FLOOR.rarityShare * Math.log(answer.total + 1));
  return rareEnough && coverage + (item.why.together ?? 0) >= FLOOR.share;
}

function bearingLine({ item }: Ranked, weighed: WeighedQuery, worth: number): ContextLine {
  const place = { section: 'bearing', worth: worth * 10 };
  if (item.kind === 'knowledge' && maySayWords(item)) return knowledgeLine(item, { ...place, worth: place.worth + 40 });
  const passage = snippetOf(item.text, weighed.weights, PASSAGE_CHARS);
  if (item.kind === 'prompt') return promptLine({ ...item, text: passage }, place);
  if (!maySayWords(item)) return factLine(item, { ...place, text: `${composedTitle(item)}, ${dateOf(item.at)}` });
  return lineOf(item, { ...place, label: `${labelOf(item)}, ${dateOf(item.at)}`, words: passage });
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
