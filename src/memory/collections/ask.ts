import type { AskResult, Passage } from '../../api/collection-answers.ts';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { fullTexts } from '../../retrieval/entries/full-text.ts';
import { writeRanked } from '../../retrieval/prose/recall-prose.ts';
import { readQuestion } from '../../retrieval/query/read-question.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import type { ResolvedQuery } from '../../retrieval/query/resolved-query.ts';
import { weighQuery } from '../../retrieval/query/weigh-query.ts';
import type { Ranked } from '../../retrieval/ranking/rank.ts';
import { rankItems } from '../../retrieval/search/search.ts';
import { passageOf } from '../../retrieval/text/passage.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { findCollection, membersOf } from './members.ts';

type AskWithModelDeps = Pick<MemoryParts, 'store' | 'models'>;

const PASSAGES = 5;
const PASSAGE_CHARS = 600;
/** Share of a question's weight, or cosine, from which a memory bears on the question. */
const BEARS = { coverage: 0.25, nearness: 0.4 } as const;

/**
 * Answers a question from the memories of a collection: the passages that bear on it, and sentences composed from them
 * by rule.
 */
export async function askCollection(
  store: Store,
  input: ReadInput<'ask'>,
  place: FilterEnvironment,
): Promise<AskResult> {
  const collection = await findCollection(store, input.collection);
  const members = await membersOf(store, collection, place);
  const { question, notes } = await readQuestion(store, { query: input.question }, place);
  const ids = members.map(({ id }) => id);
  const filter = { ...question.filter, ids };
  const asked: ResolvedQuery = { ...question, filter, ...omitUndefined({ vector: input.vector }) };
  const found = await rankItems(store, asked, place.now);
  const { parsed, ranked, answer } = found;
  const weights = weighQuery(parsed, answer).weights;
  const bearing = ranked.filter(bears).slice(0, input.limit ?? PASSAGES);
  const texts = await fullTexts(
    store,
    bearing.map(({ item }) => item),
  );
  const passages = bearing.map(
    ({ item }): Passage => ({
      id: item.id,
      kind: item.kind,
      at: new Date(item.at).toISOString(),
      title: sayable(item.title),
      text: sayable(passageOf(texts.get(item.id) ?? item.text, weights, PASSAGE_CHARS)),
      author: item.author,
      score: item.score,
    }),
  );
  const told =
    passages.length === 0
      ? { text: '', ids: [] as ItemId[] }
      : await writeRanked(store, asked.query, { ...found, now: place.now });
  return {
    collection: collection.id,
    passages,
    text: told.text,
    ids: told.ids,
    tokens: countTokens([told.text, ...passages.map(({ text }) => text)].join('\n')),
    notes,
  };
}

function bears({ coverage, nearness }: Ranked): boolean {
  return coverage >= BEARS.coverage || nearness >= BEARS.nearness;
}

/**
 * The answer in the words of a model, where one is set for that, each sentence with its passages; otherwise the answer
 * unchanged. A model costs a person's money, so for an agent the rules answer.
 */
export async function askWithModel(
  { store, models }: AskWithModelDeps,
  { result, question }: { result: AskResult; question: string },
  { caller, signal }: { caller: Caller } & CallOptions,
): Promise<AskResult> {
  const { passages } = result;
  if (passages.length === 0 || caller.agent === true) return result;
  const items = await store.items.get(passages.map(({ id }) => id as ItemId));
  const inOrder = passages.flatMap(({ id }) => items.find((item) => item.id === id) ?? []);
  const told = await models.answer({
    question,
    passages: inOrder,
    signal: signal ?? new AbortController().signal,
  });
  if (told === undefined) return result;
  const text = told.sentences.map((sentence) => `${sentence.text} [${sentence.ids.join(', ')}]`).join(' ');
  const ids = [...new Set(told.sentences.flatMap((sentence) => sentence.ids))];
  const tokens = countTokens([text, ...passages.map((passage) => passage.text)].join('\n'));
  return { ...result, text, ids, tokens, model: told.model };
}
