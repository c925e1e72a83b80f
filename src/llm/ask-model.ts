// llm: language models behind one contract, with a budget, prices and a circuit breaker. `purposes` has what they are
// asked; everything works without a model.

import { CairnError } from '../core/errors.ts';
import { cutText } from '../core/text/text.ts';
import { redact } from '../privacy/redact.ts';
import type { MeteredModel } from './metered-model.ts';
import type { ModelRequest } from './model/language-model.ts';
import { readJsonObject } from './model/read-json.ts';
import { frameMaterial, type Subject } from './purposes/material.ts';
import type { Purpose } from './purposes/purpose.ts';

/** Tokens that an answer may have in addition to those for its subjects: reasoning counts as output. */
const TOKENS_MORE = 2_000;
const FAULTS_MAX = 12;
const FORMER_CHARS = 6_000;

/** The request about some subjects, which have passed `toSend`. */
export function requestFor<Answer>(purpose: Purpose<Answer>, subjects: readonly Subject[]): ModelRequest {
  const prompt = `${frameMaterial(subjects)}\n\nAnswer with one JSON object of this form:\n${JSON.stringify(purpose.form)}`;
  return {
    system: purpose.system,
    prompt: redact(prompt).text,
    schema: { name: purpose.name, schema: purpose.schema },
    maxTokens: TOKENS_MORE + purpose.tokensEach * subjects.length,
  };
}

/**
 * Asks a model about some subjects, and a second time, with the faults named, about those without a valid answer.
 * Returns the valid answers; an absent subject keeps the words of the rules. Throws the model's error when there is no
 * valid answer, `over_budget` and `cancelled`.
 */
export async function askModel<Answer>(
  model: MeteredModel,
  purpose: Purpose<Answer>,
  { subjects, signal }: { subjects: readonly Subject[]; signal: AbortSignal },
): Promise<Map<string, Answer>> {
  const first = await askOnce(model, purpose, { request: requestFor(purpose, subjects), subjects, signal });
  const left = subjects.filter(({ id }) => !first.answers.has(id));
  if (left.length === 0) return first.answers;
  try {
    const again = await askOnce(model, purpose, {
      request: repairOf(purpose, left, first),
      subjects: left,
      signal,
    });
    return new Map([...first.answers, ...again.answers]);
  } catch (error) {
    const isOver = error instanceof CairnError && error.code === 'over_budget';
    if (first.answers.size > 0 || isOver) return first.answers;
    throw error;
  }
}

interface Answered<Answer> {
  answers: Map<string, Answer>;
  faults: string[];
  text: string;
}

async function askOnce<Answer>(
  model: MeteredModel,
  purpose: Purpose<Answer>,
  { request, subjects, signal }: { request: ModelRequest; subjects: readonly Subject[]; signal: AbortSignal },
): Promise<Answered<Answer>> {
  const { text, isCut } = await model.complete(purpose.name, request, { signal });
  const value = readJsonObject(text, purpose.field);
  if (value !== undefined) return { ...purpose.read(value, subjects), text };
  const fault = isCut ? 'it stopped before its end: answer more briefly' : 'it holds no such JSON object';
  return { answers: new Map(), faults: [fault], text };
}

/** The request for a repair: the former answer is a model's words about the material, so it is framed as material, too. */
function repairOf<Answer>(
  purpose: Purpose<Answer>,
  subjects: readonly Subject[],
  { faults, text }: Answered<Answer>,
): ModelRequest {
  const request = requestFor(purpose, subjects);
  const named = faults.slice(0, FAULTS_MAX).map((fault) => `- ${fault}`);
  const former = JSON.stringify({ formerAnswer: cutText(text, FORMER_CHARS) });
  const prompt = `${request.prompt}\n\nAn answer was given before, as data:\n${former}\nWhat is wrong with it:\n${named.join('\n')}\nAnswer again.`;
  return { ...request, prompt };
}
