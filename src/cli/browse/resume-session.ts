import type { Memory } from '../../api/contract.ts';
import { CairnError } from '../../core/errors.ts';

/** How a session is gone on with in its agent. */
export interface SessionCommand {
  /** As a person types it. */
  command: string;
  words: readonly string[];
  /** The folder that it ran in. */
  cwd: string;
}

/** Asks how a session, or that of anything in it, is resumed. Throws `unsupported` where its agent cannot or it had no folder. */
export async function sessionCommand(memory: Memory, id: string, signal: AbortSignal): Promise<SessionCommand> {
  const { session } = await memory.resume({ sessionId: id }, { signal });
  const { command, cwd, agent = 'its agent' } = session ?? {};
  if (command === undefined || cwd === undefined) {
    throw new CairnError('unsupported', `Cairn knows no command by which ${agent} resumes this session.`, {
      fix: 'cairn sessions restore ID --to AGENT',
    });
  }
  return { command, words: command.split(' '), cwd };
}
