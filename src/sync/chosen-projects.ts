import type { ProjectId } from '../core/model/ids.ts';
import type { ProjectRow } from '../store/contract/log.ts';
import type { ShareKind } from './share-kinds.ts';
import type { SyncConfig } from './sync-config.ts';

/** As what the memories of a project are shared. */
export interface SharedProject {
  identity: string;
  kinds: readonly ShareKind[];
}

/**
 * The shared projects by id. What was known under the root alone before there was a remote belongs to the project of the remote;
 * what a person merged into a shared project leaves with it only where the person said so.
 */
export function chosenProjects(
  projects: readonly ProjectRow[],
  { shares, along = {} }: Pick<SyncConfig, 'shares' | 'along'>,
): Map<ProjectId, SharedProject> {
  const rows = new Map(projects.map((row) => [row.id, row]));
  const chosen = new Map<ProjectId, SharedProject>();
  for (const row of projects) {
    const base = rows.get(baseOf(row)) ?? row;
    const into = rows.get(base.joined ?? base.id)?.identity ?? '';
    const identity = along[base.id] === into && shares[into] !== undefined ? into : base.identity;
    const kinds = shares[identity];
    if (kinds !== undefined) chosen.set(row.id, { identity, kinds });
  }
  return chosen;
}

/** The project that a row is itself, whatever it was merged into: the one with a remote that shares its root, or its own. */
export function baseOf({ id, joined, merged, sameRoot }: ProjectRow): ProjectId {
  return sameRoot ?? (merged === undefined ? (joined ?? id) : id);
}
