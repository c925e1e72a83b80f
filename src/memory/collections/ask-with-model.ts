import type { AskResult } from '../../api/collection-answers.ts';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/**
 * The answer in the words of a model, where one is set for that, each sentence with its passages; otherwise the answer
 * unchanged. A model costs a person's money, so for an agent the rules answer.
 */
export async function askWithModel(
  { store, models }: MemoryParts,
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
