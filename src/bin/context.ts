// context.ts is the second half of the hook: the block for an agent out of the database, read-only, while no worker runs.
// Built as context.cjs and loaded by hook.cjs alone, for the few events that take context.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { ContextNeed } from '../agents/shared/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { contextReads, type HookContext } from '../context/context-reads.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { withJournaledInjections } from '../ingest/with-journaled-injections.ts';
import { now } from '../platform/clock.ts';
import { endProcessAfter } from '../platform/process/end-process-after.ts';
import { createProjectResolver } from '../projects/resolve-project.ts';
import { createSessionProjects } from '../projects/session-projects.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** What a block is made from. */
export interface HookContextRequest {
  need: ContextNeed & { agent: string; shows?: boolean };
  paths: Pick<HomePaths, 'db' | 'journal'>;
  settings: Settings;
  deadlineMs: number;
}

/**
 * The block for a hook; empty when there is no database or no time. Ends the process when it takes too long: by then the
 * event is in the journal and nothing was printed, so that the agent goes on without a block.
 */
export async function readHookContext(request: HookContextRequest): Promise<HookContext> {
  const { paths, settings, deadlineMs } = request;
  if (deadlineMs <= 0 || !existsSync(paths.db)) return { text: '' };
  const callOff = endProcessAfter(deadlineMs);
  const store = withJournaledInjections(openSqliteStore({ path: paths.db, readonly: true }), paths.journal);
  try {
    const userHome = homedir();
    const projects = createSessionProjects(store.log, createProjectResolver({ userHome, now }));
    const { need } = request;
    await projects.load([need]);
    const project = projects.of(need);
    const placed = { ...need, ...omitUndefined({ project: project?.id, root: project?.root }) };
    return await contextReads(store, { ...settings, userHome }).hookContext(placed, now());
  } finally {
    await store.close();
    callOff();
  }
}
