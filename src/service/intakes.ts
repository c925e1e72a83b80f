import { renameSync } from 'node:fs';
import { findAgent } from '../agents/registry.ts';
import type { JournalEntry } from '../capture/journal.ts';
import { toCairnError } from '../core/errors.ts';
import { RECONCILE, reconcileTranscripts } from '../jobs/reconcile-transcripts.ts';
import { createRunner } from '../jobs/runner.ts';
import type { OpenedMemory } from '../memory/open.ts';
import { now } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { OnHook } from './hook-route.ts';
import { watchJournal } from './journal-intake.ts';

/** Milliseconds after which a transcript is read that a hook named while its agent is at work. */
const LATER_MS = 10_000;

/** What the owner takes in beside the payloads of hooks: the journal, and the transcripts that hooks name. */
export interface Intakes {
  /** Takes in the journal, and goes on in the background after `firstMs` milliseconds; reads transcripts that still wait. */
  start(firstMs: number): Promise<void>;
  onHook: OnHook;
  stop(): Promise<void>;
}

/** Builds the intakes over an open memory. */
export function createIntakes(parts: { opened: OpenedMemory; journal: string; log: Log }): Intakes {
  const { store, intake } = parts.opened;
  const runner = createRunner({
    jobs: store.jobs,
    handlers: { [RECONCILE]: reconcileTranscripts({ log: store.log, intake, findAgent }) },
    now,
  });
  const dueAt = new Map<string, number>();

  /** One job a transcript: a tool call that names it again within the wait costs no write. */
  const onHook: OnHook = ({ agent, transcript: path, reconcile }) => {
    if (path === undefined || reconcile === 'never') return;
    const delayMs = reconcile === 'now' ? 0 : LATER_MS;
    if (delayMs > 0 && (dueAt.get(path) ?? 0) > now()) return;
    if (delayMs > 0) dueAt.set(path, now() + delayMs);
    else dueAt.delete(path);
    const job = { kind: RECONCILE, key: path, payload: { agent, path }, delayMs };
    runner.add(job).catch((error: unknown) => parts.log.error(`jobs: ${toCairnError(error).message}`));
  };

  const journal = watchJournal({
    folder: parts.journal,
    log: parts.log,
    async take(entry: JournalEntry) {
      await intake.journal(entry);
      if (entry.injection !== undefined) await store.items.recordInjection(entry.injection);
      const { agent, reconcile, transcript } = entry;
      onHook({ agent, reconcile, ...(transcript === undefined ? {} : { transcript }) });
    },
    setAside: (path) => renameSync(path, `${path}.damaged`),
  });

  return {
    async start(firstMs) {
      const all = journal.takeIn();
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, firstMs).unref())]);
      runner.drain().catch((error: unknown) => parts.log.error(`jobs: ${toCairnError(error).message}`));
    },
    onHook,
    async stop() {
      await journal.stop();
      await runner.stop();
    },
  };
}
