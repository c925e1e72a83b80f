import type { Note } from '../../api/answers.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { PromptNeed } from '../../context/context-reads.ts';
import type { Deadlines } from '../../core/deadlines.ts';
import { isSubstantive } from '../../derive/event/is-request.ts';
import { questionText } from '../../retrieval/query/question-syntax.ts';
import type { AskedVector, QuestionVectors } from './question-vectors.ts';
import type { Reads } from './reads-contract.ts';

/** The same reads, with the vectors of questions and prompts that come without one, as far as they are made in time. */
export function withQuestionVectors(
  reads: Reads,
  questions: QuestionVectors,
  { questionMs, promptMs }: Pick<Deadlines, 'questionMs' | 'promptMs'>,
): Reads {
  const ask = (text: string | undefined, { signal }: CallOptions = {}): Promise<AskedVector> =>
    questions.of(text ?? '', { ms: questionMs, signal });
  return {
    ...reads,
    async search(query, now, options) {
      const text = query.mode === 'words' ? '' : questionText(query.query);
      const { missing, ...vectored } = await ask(text, options);
      return noted(await reads.search({ ...query, ...vectored }, now, options), missing);
    },
    async recall(input, now, options) {
      const { missing, ...vectored } = await ask(questionText(input.query), options);
      return noted(await reads.recall({ ...input, ...vectored }, now, options), missing);
    },
    async ask(input, now, options) {
      const { missing, ...vectored } = await ask(questionText(input.question), options);
      return noted(await reads.ask({ ...input, ...vectored }, now, options), missing);
    },
    async context(request, now, options) {
      // What a file is about stands in its path.
      const { missing, ...vectored } = request.file === undefined ? await ask(said(request.prompt), options) : {};
      return noted(await reads.context({ ...request, ...vectored }, now, options), missing);
    },
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
