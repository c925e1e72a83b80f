import { useState } from 'preact/hooks';
import type { ForgetPlan, ForgetReport } from '../../../src/api/answers.ts';
import type { InputOfCall } from '../../../src/api/calls.ts';
import { ask } from '../../client/ask.ts';
import { type CallError, toCallError } from '../../client/call-error.ts';
import { changes } from '../../client/change.ts';
import { announce } from '../../parts/announce.ts';
import { countOf } from '../../parts/format.ts';

/** What is to be forgotten. */
export type ForgetInput = InputOfCall<'forget'>;

/** How far it is: nothing asked, what would go, or what went. */
export type ForgetStage =
  | { is: 'asking' }
  | { is: 'planned'; input: ForgetInput; plan: ForgetPlan }
  | { is: 'done'; report: ForgetReport };

/** Plans and erases; only what was planned is erased. */
export function useForget() {
  const [stage, setStage] = useState<ForgetStage>({ is: 'asking' });
  const [error, setError] = useState<CallError | undefined>(undefined);
  const attempt = async (step: () => Promise<void>): Promise<void> => {
    setError(undefined);
    try {
      await step();
    } catch (failure) {
      setError(toCallError(failure));
    }
  };
  const plan = (input: ForgetInput): Promise<void> =>
    attempt(async () => {
      const found = await ask('forget', { ...input, dryRun: true });
      if (found.state !== 'planned') return;
      setStage({ is: 'planned', input, plan: found });
      announce(`${countOf(found.items, 'memory', 'memories')} would go`);
    });
  const erase = (): Promise<void> =>
    attempt(async () => {
      if (stage.is !== 'planned') return;
      const report = await ask('forget', { ...stage.input, confirm: stage.plan.token });
      if (report.state !== 'planned') setStage({ is: 'done', report });
      changes.value += 1;
    });
  return { stage, error, plan, erase, cancel: () => setStage({ is: 'asking' }) };
}
