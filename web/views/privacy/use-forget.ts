import { useState } from 'preact/hooks';
import type { ForgetPlan, ForgetReport } from '../../../src/api/answers.ts';
import type { InputOfCall } from '../../../src/api/calls.ts';
import { toast } from '../../app/toasts.ts';
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

/** Plans and forgets, with a way back unless `now`; only what was planned goes. */
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
  const forget = (how: { now: boolean }): Promise<void> =>
    attempt(async () => {
      if (stage.is !== 'planned') return;
      const report = await ask('forget', { ...stage.input, ...how, confirm: stage.plan.token });
      changes.value += 1;
      if (report.state === 'planned') return;
      setStage({ is: 'done', report });
      const batch = report.undo?.batch;
      if (batch === undefined) return;
      const undo = async (): Promise<void> => {
        await ask('forget', { undo: batch });
        setStage({ is: 'asking' });
        changes.value += 1;
      };
      toast(`Forgot ${countOf(report.items.length, 'memory', 'memories')}`, { undo });
    });
  return { stage, error, plan, forget, cancel: () => setStage({ is: 'asking' }) };
}
