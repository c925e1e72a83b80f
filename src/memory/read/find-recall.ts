import type { RecallResult } from '../../api/answers.ts';
import * as LIMITS from '../../core/limits.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { writeRecall } from '../../retrieval/prose/recall-prose.ts';
import { readQuestion } from '../../retrieval/query/read-question.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import { findRunningSession } from '../../retrieval/query/running-session.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

/** Answers a question from the memory, as prose for a person. */
export async function findRecall(
  store: Store,
  input: ReadInput<'recall'>,
  place: FilterEnvironment,
): Promise<RecallResult> {
  const near = await selectProject(store, input.cwd, place.userHome);
  const { question, notes } = await readQuestion(store, input, place);
  const running = question.filter.session === undefined ? await findRunningSession(store, input.asking) : undefined;
  const told = await writeRecall(
    store,
    { ...question, ...omitUndefined({ near, running, vector: input.vector }), limit: LIMITS.hitsMax },
    place.now,
  );
  return { ...told, notes: [...notes, ...told.notes] };
}
