// context.ts is the second half of the hook: the block for an agent, or the refusal of its call, out of the database,
// read-only, while no worker runs. Built as context.cjs and loaded by hook.cjs alone, for the few events that take one.

import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import type { ContextNeed, Dialect } from '../agents/shared/contract.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Settings } from '../config/settings.ts';
import { contextReads, type HookContext } from '../context/context-reads.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { type JournalEntry, writeJournal } from '../ingest/journal.ts';
import { withJournaledInjections } from '../ingest/with-journaled-injections.ts';
import { mendTripwireFile } from '../memory/runtime/tripwire-file.ts';
import { now } from '../platform/clock.ts';
import { endProcessAfter } from '../platform/process/end-process-after.ts';
import { createProjectConfigs } from '../projects/project-config.ts';
import { createProjectResolver } from '../projects/resolve-project.ts';
import { createSessionProjects } from '../projects/session-projects.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';

/** What a hook's answer is made from: what it asks for, its agent, and its entry in the journal. */
export interface HookAnswerRequest {
  need: ContextNeed;
  dialect: Dialect;
  entry: JournalEntry;
  paths: Pick<HomePaths, 'home' | 'db' | 'journal' | 'tripwires'>;
  settings: Settings;
  deadlineMs: number;
}

/**
 * What a hook prints: the block, or the refusal of a call that a confirmed tripwire forbids, which the journal then names. Empty
 * when there is no database or no time. Ends the process when it takes too long: by then the event is in the journal and nothing
 * was printed, so that the agent goes on without an answer.
 */
export async function answerHook(request: HookAnswerRequest): Promise<string> {
  const { dialect, entry, paths } = request;
  const { text, refusal, injection, notice } = await readContext(request);
  const isTold = injection !== undefined && (text !== '' || refusal !== undefined);
  const told = isTold ? dialect.reply(entry.event, text, refusal) : '';
  const reply = notice === undefined ? told : (dialect.withNotice?.(told, notice.text) ?? told);
  if (reply === '') return '';
  const given = [told === '' ? undefined : injection, notice?.injection].filter((one) => one !== undefined);
  for (const one of given) writeJournal(paths.journal, { ...entry, injection: one });
  return reply;
}

async function readContext({ need, dialect, entry, ...request }: HookAnswerRequest): Promise<HookContext> {
  const { paths, settings, deadlineMs } = request;
  if (deadlineMs <= 0 || !existsSync(paths.db)) return { text: '' };
  const callOff = endProcessAfter(deadlineMs);
  const store = withJournaledInjections(openSqliteStore({ path: paths.db, readonly: true }), paths.journal);
  try {
    const userHome = homedir();
    const projects = createSessionProjects(store.log, createProjectResolver({ userHome, now }));
    const place = { ...need, agent: dialect.name };
    await projects.load([place]);
    const project = projects.of(place);
    const shows = dialect.showsOn?.includes(entry.event) === true;
    const refusable = dialect.refusesOn?.includes(entry.event) === true;
    const placed = { ...place, shows, refusable, ...omitUndefined({ project: project?.id, root: project?.root }) };
    // Who starts no worker has nobody else to look after the file.
    if (need.call === undefined && settings['worker.start'] === 'never') {
      await mendTripwireFile(store, {
        paths,
        settings,
        configOf: createProjectConfigs({ settings, home: paths.home }),
      });
    }
    return await contextReads(store, { ...settings, userHome, home: paths.home }).hookContext(placed, now());
  } finally {
    await store.close();
    callOff();
  }
}
