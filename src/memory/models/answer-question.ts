import { type CairnError, toCairnError } from '../../core/errors.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind, type Item, type Sourced } from '../../core/model/item.ts';
import { isoDay } from '../../core/text/calendar.ts';
import { cutText } from '../../core/text/text.ts';
import { askModel } from '../../llm/ask-model.ts';
import type { MeteredModel } from '../../llm/metered-model.ts';
import { ANSWER } from '../../llm/purposes/answer.ts';
import { answerKey, type Subject, toSend } from '../../llm/purposes/material.ts';
import { versionOf } from '../../llm/purposes/purpose.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract/store.ts';

/** A question, and the memories that may answer it, best first. */
export interface Question {
  question: string;
  passages: readonly Item[];
  signal: AbortSignal;
}

/** A model's answer: sentences, each with the passages that it rests on. */
export interface QuestionAnswer {
  sentences: Sourced[];
  model: string;
}

const PASSAGES = 20;
const PASSAGE_CHARS = 1_500;

/**
 * Answers a question in sentences, bought once per question and passages; `undefined` when no sentence was valid. When
 * the model fails, `failed` receives the error and nothing is answered.
 */
export async function answerQuestion(
  { store, model }: { store: Pick<Store, 'models'>; model: MeteredModel },
  { question, passages, signal }: Question,
  failed: (error: CairnError) => void,
): Promise<QuestionAnswer | undefined> {
  const subject = subjectOf(question, passages);
  const key = answerKey(versionOf(ANSWER), subject);
  const bought = await store.models.answer(key);
  if (bought !== undefined) return toAnswer(bought.answer, bought.model);
  try {
    const said = (await askModel(model, ANSWER, { subjects: [subject], signal })).get(subject.id);
    if (said === undefined) return undefined;
    const answer = { sentences: said.sentences } as unknown as JsonObject;
    const sources = subject.pieces.map(({ id }) => id as ItemId);
    await store.models.putAnswer({ key, purpose: ANSWER.name, model: model.name, at: now(), answer, sources });
    return toAnswer(answer, model.name);
  } catch (error) {
    const failure = toCairnError(error);
    if (failure.code === 'cancelled') throw failure;
    failed(failure);
    return undefined;
  }
}

function toAnswer(answer: JsonObject, model: string): QuestionAnswer | undefined {
  const sentences = answer.sentences as unknown as Sourced[];
  return sentences.length === 0 ? undefined : { sentences, model };
}

function subjectOf(question: string, passages: readonly Item[]): Subject {
  const pieces = passages.slice(0, PASSAGES).map((item) => ({
    id: item.id,
    by: item.author,
    what: `${detailOfKind(item, 'observation').observation ?? item.kind}, ${isoDay(item.at)}`,
    text: cutText(`${item.title}\n${item.text}`, PASSAGE_CHARS),
  }));
  return toSend({ id: 'question', head: { question }, pieces });
}
