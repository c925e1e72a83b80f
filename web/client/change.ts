import { signal } from '@preact/signals';
import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { toast } from '../app/toasts.ts';
import { ask } from './ask.ts';
import { toCallError } from './call-error.ts';

/** Counts the changes that this page made: what is shown is asked again after each. */
export const changes = signal(0);

/** What a change says when it is done, and how it is taken back. */
export interface ChangeWords<Answer> {
  says: string | ((answer: Answer) => string);
  undo?: (answer: Answer) => Promise<unknown>;
}

/**
 * Makes a change: what is shown follows it, and a toast says what was done, with Undo where there is a way back. A failure is
 * said in a toast too, and answers `undefined`.
 */
export function change<Name extends CallName>(
  call: Name,
  input: InputOfCall<Name>,
  words: ChangeWords<CallAnswers[Name]>,
): Promise<CallAnswers[Name] | undefined> {
  return changeBy(() => ask(call, input), words);
}

/** Makes a change that takes several calls; where one of them fails, those before it were made all the same. */
export async function changeBy<Answer>(
  make: () => Promise<Answer>,
  { says, undo }: ChangeWords<Answer>,
): Promise<Answer | undefined> {
  try {
    const answer = await make();
    const takeBack =
      undo &&
      (async () => {
        await undo(answer);
        changes.value += 1;
      });
    toast(typeof says === 'string' ? says : says(answer), takeBack && { undo: takeBack });
    return answer;
  } catch (error) {
    const { message, fix } = toCallError(error);
    toast(fix === undefined ? message : `${message} ${fix}`, { isBad: true });
    return undefined;
  } finally {
    changes.value += 1;
  }
}
