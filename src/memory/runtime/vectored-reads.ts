import type { Note } from '../../api/answers.ts';
import type { Call } from '../../api/calls/call.ts';
import { CALLS } from '../../api/calls.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { PromptNeed } from '../../context/context-reads.ts';
import type { Deadlines } from '../../core/deadlines.ts';
import { asString } from '../../core/json.ts';
import { isSubstantive } from '../../derive/event/is-request.ts';
import { questionText } from '../../retrieval/query/question-syntax.ts';
import type { QuestionVectors } from './question-vectors.ts';
import type { ReadCall, Reads } from './reads-contract.ts';

/** The same reads, each with the vector of its question or prompt when that is made in time. */
export function withQuestionVectors(
  reads: Reads,
  questions: QuestionVectors,
  { questionMs, promptMs }: Pick<Deadlines, 'questionMs' | 'promptMs'>,
): Reads {
  const vectored = Object.entries<Call>(CALLS).flatMap(([name, { vector: field }]) => {
    if (field === undefined) return [];
    const read = reads[name as ReadCall] as (...args: unknown[]) => Promise<{ notes: Note[] }>;
    const asked = async (input: VectoredInput, now: number, options?: CallOptions): Promise<unknown> => {
      const limit = { ms: questionMs, signal: options?.signal };
      const { missing, ...vector } = await questions.of(textOf(input, field), limit);
      return noted(await read({ ...input, ...vector }, now, options), missing);
    };
    return [[name, asked]];
  });
  return {
    ...reads,
    // Each takes and answers what the read of the same name does.
    ...(Object.fromEntries(vectored) as Partial<Reads>),
    async prepare(need) {
      // Kept for the block that is asked for next.
      const vector = questions.of(promptOf(need), { ms: promptMs });
      await reads.prepare(need);
      await vector;
    },
    async hookContext(need, now) {
      const { vector } = await questions.of(promptOf(need), { ms: promptMs });
      return reads.hookContext({ ...need, ...(vector === undefined ? {} : { vector }) }, now);
    },
  };
}

/** The input of a read that is asked by vector, as far as its text depends on it. */
type VectoredInput = Readonly<Record<string, unknown>>;

/** The text whose vector a read is asked by: empty for words alone, and for a file, whose subject is in its path. */
function textOf(input: VectoredInput, field: string): string {
  const text = asString(input[field]) ?? '';
  if (field === 'prompt') return input.file === undefined ? said(text) : '';
  return input.mode === 'words' ? '' : questionText(text);
}

function promptOf({ occasion, prompt }: PromptNeed): string {
  return occasion === 'prompt' ? said(prompt) : '';
}

/** A prompt that bears on something; "go on" bears on nothing. */
function said(prompt = ''): string {
  return isSubstantive(prompt) ? prompt : '';
}

function noted<Result extends { notes: Note[] }>(result: Result, missing: string | undefined): Result {
  if (missing === undefined) return result;
  const note = { code: 'words_only', message: `Found by words alone: ${missing}` };
  return { ...result, notes: [...result.notes.filter(({ code }) => code !== note.code), note] };
}
