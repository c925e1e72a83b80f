import type { AgentEnvironment } from '../../agents/shared/contract.ts';
import { openExchange } from '../../git/exchange-folder.ts';
import type { SyncRemote } from '../../sync/sync-remote.ts';

/** A folder that is the checkout of a git repository: fetched before a run, and pushed after it. */
export function withGit(remote: SyncRemote, folder: string, { variables }: AgentEnvironment): SyncRemote {
  return {
    ...remote,
    begin: async (signal) => openExchange({ folder, variables, signal }).fetch(),
    end: async (signal) => openExchange({ folder, variables, signal }).publish(),
  };
}
