import type { AgentEnvironment } from '../../agents/shared/contract.ts';
import { type FolderExchange, openExchange } from '../../git/exchange-folder.ts';
import { isFileOfTeam, ownFilesIn } from '../../sync/folder/folder-remote.ts';
import { TEAM_FILE } from '../../sync/folder/team-key.ts';
import type { SyncRemote } from '../../sync/sync-remote.ts';

/** A home's place in a folder that is the checkout of a git repository. */
interface GitPlace {
  folder: string;
  home: string;
  /** A folder of the home. */
  scratch: string;
}

/** What is counted where a file system, or git, makes no file of what others pushed. */
const UNWRITTEN = 'files of others that cannot be written here: they stay in the repository alone';

/** The folder fetched before a run, and pushed after it. */
export function withGit(remote: SyncRemote, place: GitPlace, environment: AgentEnvironment): SyncRemote {
  let unwritten = 0;
  return {
    ...remote,
    begin: async (signal) => {
      unwritten = await openGitFolder(place, environment, signal).fetch();
    },
    pull: async (...args) => {
      const page = await remote.pull(...args);
      const told = unwritten === 0 ? {} : { [UNWRITTEN]: unwritten };
      unwritten = 0;
      return { ...page, skipped: { ...page.skipped, ...told } };
    },
    end: async (signal) => openGitFolder(place, environment, signal).publish(),
  };
}

/** What fetches and pushes a home's folder. */
export function openGitFolder(place: GitPlace, { variables }: AgentEnvironment, signal?: AbortSignal): FolderExchange {
  const { folder, scratch } = place;
  const files = { own: () => ownFilesIn(place), common: TEAM_FILE, isShared: isFileOfTeam };
  return openExchange({ folder, ...files, variables, scratch, signal });
}
