import { existsSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { AGENTS, findAgent } from '../agents/registry.ts';
import type { AgentEnvironment } from '../agents/shared/contract.ts';
import { dropOldest } from '../core/drop-oldest.ts';
import { toCairnError } from '../core/errors.ts';
import { asString } from '../core/json.ts';
import type { JournalEntry } from '../ingest/journal.ts';
import { markHeard } from '../ingest/silent-worker.ts';
import { findUnreadTranscripts } from '../ingest/transcripts/find-unread-transcripts.ts';
import { createOwnTranscripts } from '../ingest/transcripts/own-transcripts.ts';
import { FINISH_FORGETTING, finishForgetting } from '../jobs/finish-forgetting.ts';
import { RECONCILE, reconcileTranscripts } from '../jobs/reconcile-transcripts.ts';
import type { JobHandler, Runner } from '../jobs/runner.ts';
import { type OpenedMemory, type OpenOptions, openLocal } from '../memory/open.ts';
import { now } from '../platform/clock.ts';
import type { LogFile } from '../platform/log.ts';
import { redact } from '../privacy/redact.ts';
import type { OnHook } from './hook-route.ts';
import { watchJournal } from './journal-intake.ts';

/** Milliseconds after which a transcript is read that a hook named while its agent is at work. */
const LATER_MS = 10_000;
/**
 * Milliseconds after which a transcript is read once more that a hook named as ready. Agents write their lines apart from
 * their hooks: the end of a turn may reach the file after the hook that reported it.
 */
const AGAIN_MS = 2_000;
/** Upper bound on sessions whose transcript's path is remembered. */
const PATHS_KEPT = 1_000;
/** Milliseconds before the next attempt to empty the write-ahead file. */
const FORGET_MS = 1_000;

/** The worker's intakes besides the payloads of hooks: the journal, and the transcripts that hooks name. */
export interface Intakes {
  /** Takes in the journal, and goes on in the background after `firstMs` milliseconds; reads transcripts that still wait. */
  start(firstMs: number): Promise<void>;
  onHook: OnHook;
  /** Reads what agents that are set up wrote without a hook reporting it. Calls during one look share it. */
  lookAround(): Promise<void>;
  /** Takes in every entry of the journal. */
  takeInJournal(): Promise<void>;
  /** Schedules emptying the write-ahead file for when no older reader is left. */
  finishForgetting(): void;
  stop(): Promise<void>;
}

/** The dependencies of the intakes. */
export interface IntakesDeps {
  opened: OpenedMemory;
  journal: string;
  /** File that keeps hooks from waiting for a worker; removed once something of the journal is taken in. */
  silent: string;
  /** Folder with one file for each agent that is set up. */
  agents: string;
  environment: AgentEnvironment;
  log: LogFile;
}

/** Builds the intakes over an open memory. */
export function createIntakes(deps: IntakesDeps): Intakes {
  const { store, intake, runner } = deps.opened;
  const dueAt = new Map<string, number>();
  const readAgain = new Set<string>();
  const paths = createPaths(deps.environment);
  let looking: Promise<void> | undefined;
  const failed = (error: unknown): void => deps.log.error(`jobs: ${toCairnError(error).message}`);
  const reconcileTranscript = transcriptReader(deps);
  const readTranscript: JobHandler = async (payload, run) => {
    const path = asString(payload.path) ?? '';
    // Before it is read: a hook that comes meanwhile asks again.
    dueAt.delete(path);
    const isReadAgain = readAgain.delete(path);
    await reconcileTranscript(payload, run);
    if (isReadAgain) await runner.add({ kind: RECONCILE, key: path, payload, delayMs: AGAIN_MS });
  };
  runner.handle(RECONCILE, readTranscript);
  runner.handle(FINISH_FORGETTING, finishForgetting(store));

  /** One job a transcript: a tool call that names it again within the wait costs no write. */
  const onHook: OnHook = ({ sentBy, reconcile, ...named }) => {
    // An agent whose own hooks are set up reports its sessions by these.
    if (reconcile === 'never' || (sentBy !== undefined && hasOwnHooks(deps, sentBy))) return;
    const agent = sentBy ?? named.agent;
    const path = named.transcript ?? paths.of(agent, named.session);
    if (path === undefined) return;
    const delayMs = reconcile === 'now' ? 0 : LATER_MS;
    if (delayMs > 0 && (dueAt.get(path) ?? 0) > now()) return;
    if (delayMs > 0) dueAt.set(path, now() + delayMs);
    else readAgain.add(path);
    const job = { kind: RECONCILE, key: path, payload: { agent, path }, delayMs };
    runner.add(job).catch(failed);
  };

  const journal = watchJournal({
    ...{ folder: deps.journal, log: deps.log },
    async take(entry: JournalEntry) {
      await intake.journal(entry);
      markHeard(deps);
      if (entry.injection !== undefined) await store.items.recordInjection(entry.injection);
      onHook(entry);
    },
    setAside: (path) => renameSync(path, `${path}.damaged`),
  });

  return {
    async start(firstMs) {
      markHeard(deps);
      const all = journal.takeIn();
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, firstMs).unref())]);
      runner.drain([RECONCILE, FINISH_FORGETTING]).catch(failed);
    },
    onHook,
    lookAround() {
      looking ??= readUnread(deps, runner).finally(() => {
        looking = undefined;
      });
      return looking;
    },
    takeInJournal: () => journal.takeIn(),
    finishForgetting() {
      const job = { kind: FINISH_FORGETTING, key: 'wal', payload: {}, delayMs: FORGET_MS };
      runner.add(job).catch(failed);
    },
    async stop() {
      await journal.stop();
      await runner.stop();
    },
  };
}

function hasOwnHooks({ agents }: IntakesDeps, agent: string): boolean {
  return findAgent(agent)?.dialect !== undefined && existsSync(join(agents, agent));
}

function transcriptReader({ opened: { store, intake, transcripts }, environment }: IntakesDeps): JobHandler {
  return reconcileTranscripts({
    log: store.log,
    intake,
    findAgent,
    own: createOwnTranscripts(environment),
    thread: transcripts,
  });
}

async function readUnread({ opened, agents, environment }: IntakesDeps, runner: Runner): Promise<void> {
  // Whole milliseconds, as the times of transcripts are: one written within the millisecond of the setup is not older.
  const setUpAt = (agent: string) => {
    const marker = statSync(join(agents, agent), { throwIfNoEntry: false });
    return marker && Math.trunc(marker.mtimeMs);
  };
  const unread = await findUnreadTranscripts({ log: opened.store.log, agents: AGENTS, environment, setUpAt });
  for (const one of unread) {
    const path = redact(one.path).text;
    await runner.add({ kind: RECONCILE, key: path, payload: { agent: one.agent, path }, delayMs: 0 });
  }
  if (unread.length > 0) await runner.drain([RECONCILE]);
}

/**
 * Finds the transcript of a session whose hooks do not name it. As a path that a hook names, it is written to the job queue.
 * Each is looked for once: to find the database of a session its agent's databases are asked one by one.
 */
function createPaths(environment: AgentEnvironment): {
  of(agent: string, session: string | undefined): string | undefined;
} {
  const known = new Map<string, string>();
  return {
    of(agent, session) {
      if (session === undefined) return undefined;
      const key = `${agent} ${session}`;
      const path = known.get(key) ?? findAgent(agent)?.transcriptOf?.(session, environment);
      if (path === undefined) return undefined;
      known.set(key, path);
      dropOldest(known, PATHS_KEPT);
      return redact(path).text;
    },
  };
}

/** Opens the local memory with its intakes. */
export function openWithIntakes(options: OpenOptions, log: LogFile): { opened: OpenedMemory; intakes: Intakes } {
  const { paths, environment } = options;
  const opened = openLocal({
    ...options,
    takeInJournal: () => intakes.takeInJournal(),
    finishForgetting: () => intakes.finishForgetting(),
  });
  const intakes = createIntakes({ opened, ...paths, environment, log });
  return { opened, intakes };
}
