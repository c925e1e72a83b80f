import type { Item, ItemOf } from '../../core/model/item.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { cutTokens } from '../../core/text/truncate-tokens.ts';
import type { Store } from '../../store/contract/store.ts';
import { ENTRY_TOKENS, snippetFor, titleOf } from '../entries/entry.ts';
import { answerOf } from '../passage/answer-runs.ts';
import { type SaidStatement, statementsIn } from '../passage/statements.ts';
import { endWell, tellingRun } from '../passage/telling-passage.ts';
import { weightIn } from '../passage/telling-words.ts';
import { turnOf } from '../passage/turns.ts';
import type { StemWeights } from '../text/snippet.ts';
import { sayable } from '../validity/trust.ts';

/** What the words of a hit are chosen by. */
export interface HitWordsFor {
  /** The weights of the question's words, and of those that tell its subject. */
  weights: StemWeights;
  telling: StemWeights;
}

const PASSAGE_CHARS = 700;
/** The first hits of a page may cost more tokens than the others: they answer most often. */
const FIRST = 5;
const FIRST_TOKENS = 180;
const ANSWERED = 'Answered: ';
/** Characters of a prompt from which it may say more than the answer to it. */
const LONG_PROMPT = 400;
const LEAST_CHARS = 40;

/** The title and the passage of a hit, and the tokens that both cost. */
export interface HitWords {
  title: string;
  snippet: string;
  tokens: number;
}

/** The words of hits: of a message the passage that answers, of a prompt the answer of its turn, of others the words found. */
export async function hitWords(store: Store, items: readonly Item[], asked: HitWordsFor): Promise<HitWords[]> {
  const words: HitWords[] = [];
  for (const [place, item] of items.entries()) {
    const title = titleOf(item);
    const room = (place < FIRST ? FIRST_TOKENS : ENTRY_TOKENS.all) - countTokens(title) - 1;
    const snippet = (await passageFor(store, item, { ...asked, room })) ?? snippetFor(item, asked.weights, room + 1);
    words.push({ title, snippet, tokens: countTokens(`${title}\n${snippet}`) });
  }
  return words;
}

async function passageFor(
  store: Store,
  item: Item,
  { telling, weights, room }: HitWordsFor & { room: number },
): Promise<string | undefined> {
  if (item.kind === 'prompt') return promptPassage(store, item, { telling, weights, room });
  if (item.kind !== 'message' && item.kind !== 'summary') return undefined;
  const statements = withoutTitle(item);
  const passage = fitted((max) => tellingRun(statements, telling, max), room);
  const isTelling = weightIn(passage, weights) > 0 || weightIn(item.text, weights) === 0;
  return passage !== '' && isTelling ? passage : undefined;
}

/** The answer to a prompt, where it has one; a long prompt may say more itself. */
async function promptPassage(
  store: Store,
  item: ItemOf<'prompt'>,
  { telling, weights, room }: HitWordsFor & { room: number },
): Promise<string | undefined> {
  const turn = await turnOf(store, item);
  if (turn?.asked?.id !== item.id) return undefined;
  const answer = answerOf(turn, telling, PASSAGE_CHARS);
  if (answer === undefined) return undefined;
  if (item.text.length > LONG_PROMPT && weightIn(item.text, weights) > weightIn(answer.passage, weights))
    return undefined;
  const statements = statementsIn(answer.message, { code: true });
  const passage = fitted((max) => tellingRun(statements, telling, max), room - 3);
  return passage === '' ? undefined : `${ANSWERED}${passage}`;
}

/** A passage of at most `tokens` tokens: shorter and shorter ones, until it fits. */
function fitted(passageOf: (max: number) => string, tokens: number): string {
  let max = PASSAGE_CHARS;
  for (;;) {
    const passage = sayable(passageOf(max));
    const cost = countTokens(passage);
    if (cost <= tokens) return passage;
    if (max < LEAST_CHARS) return endWell(cutTokens(passage, Math.max(tokens, 1)));
    max = Math.min(max - 1, Math.floor((max * tokens) / cost));
  }
}

/** What an item states but for what its title shows already. */
function withoutTitle(item: Item): SaidStatement[] {
  const title = plain(item.title.replace(/…$/, ''));
  const statements = statementsIn(item, { code: true });
  let shown = title.length === 0 ? '' : title;
  const kept: SaidStatement[] = [];
  for (const one of statements) {
    const words = plain(one.text);
    if (shown !== '' && shown.startsWith(words)) {
      shown = shown.slice(words.length).trimStart();
      continue;
    }
    const cut = shown !== '' && words.startsWith(shown) ? one.text.slice(wordStart(one.text, shown.length)) : undefined;
    shown = '';
    kept.push(cut === undefined ? one : { ...one, text: `…${cut}` });
  }
  return kept;
}

/** The words as they are compared: marks of Markdown left out. */
function plain(text: string): string {
  return text
    .replace(/\*\*|__|^#+\s+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function wordStart(text: string, at: number): number {
  return Math.max(text.lastIndexOf(' ', at) + 1, 0);
}
