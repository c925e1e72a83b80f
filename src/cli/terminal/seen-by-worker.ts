import { CairnError } from '../../core/errors.ts';
import type { CliContext } from './command.ts';

/** How often the running worker received the trial event of an agent's hook; `undefined` when no worker runs. */
export async function seenByWorker(
  agent: string,
  context: Pick<CliContext, 'openMemory'>,
): Promise<number | undefined> {
  const { CHECK_EVENT } = await import('../../setup/verify-hook.ts');
  try {
    const { hooks } = await context.openMemory({ person: false, start: 'never' }).status();
    return hooks.find((hook) => hook.agent === agent && hook.event === CHECK_EVENT)?.count ?? 0;
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_running') return undefined;
    throw error;
  }
}
