import { given } from '../core/given.ts';
import { LIMITS } from '../core/limits.ts';
import type { QuestionVector } from '../core/question-vector.ts';
import { tellRecalled } from '../recall/recall-prose.ts';
import type { Store } from '../store/contract.ts';
import type { RecallResult } from './answers.ts';
import { readQuestion } from './read-question.ts';
import type { RecallInput } from './requests.ts';
import type { FilterPlace } from './resolve-filter.ts';
import { selectProject } from './select-project.ts';

/** A question, and the folder of whoever asks: memories of the project there come first. */
export type PlacedRecall = RecallInput & { cwd?: string; vector?: QuestionVector };

/** What the memory holds about a question, as prose for a person. */
export async function findRecall(store: Store, input: PlacedRecall, place: FilterPlace): Promise<RecallResult> {
  const near = await selectProject(store, input.cwd, place.userHome);
  const { question, notes } = await readQuestion(store, input, place);
  const told = await tellRecalled(
    store,
    { ...question, ...given({ near, vector: input.vector }), limit: LIMITS.hitsMax },
    place.now,
  );
  return { ...told, notes: [...notes, ...told.notes] };
}
