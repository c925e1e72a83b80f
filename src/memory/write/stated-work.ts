import type { Caller } from '../../api/contract.ts';
import type { CheckpointInput } from '../../api/requests.ts';
import type { Noted } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { paragraphs } from '../../core/text/paragraphs.ts';
import { saidParts } from './said-parts.ts';

/** What a caller states of a session's work, as a checkpoint of its own; `undefined` when it states nothing. */
export function statedWork(
  { task: given, progress, nextSteps, openQuestions, files }: CheckpointInput,
  { person }: Caller,
): Noted | undefined {
  const task = given?.trim() === '' ? undefined : given?.trim();
  const lists = {
    progress: saidParts(progress),
    nextSteps: saidParts(nextSteps),
    openQuestions: saidParts(openQuestions),
  };
  const filesChanged = saidParts(files) ?? [];
  const text = paragraphs([
    ['Task', task],
    ['Done', lists.progress],
    ['Next', lists.nextSteps],
    ['Open questions', lists.openQuestions],
    ['Files', filesChanged],
  ]);
  if (text === undefined) return undefined;
  const stated = omitUndefined({ task, ...lists });
  return {
    kind: 'noted',
    item: 'checkpoint',
    text,
    person,
    ...omitUndefined({ title: task }),
    detail: { filesChanged, stated },
  };
}
