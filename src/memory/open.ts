import { AGENTS, findAgent } from '../agents/registry.ts';
import type { Caller } from '../api/contract.ts';
import { createBackups } from '../backup/backups.ts';
import { type CodeReader, type CodeReaderOptions, openCode } from '../code/open-code.ts';
import type { Settings } from '../config/settings.ts';
import { DEADLINES, type Deadlines } from '../core/deadlines.ts';
import { lazy } from '../core/lazy.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { Intake } from '../ingest/intake.ts';
import { createPauseCheck } from '../ingest/pauses.ts';
import { createOwnTranscripts } from '../ingest/transcripts/own-transcripts.ts';
import { createTranscriptThread, type TranscriptThread } from '../ingest/transcripts/transcript-thread.ts';
import { BACKUP, makeDailyBackup, startDailyBackup } from '../jobs/daily-backup.ts';
import { REBUILD, rebuild } from '../jobs/rebuild.ts';
import { createRunner, RETENTION } from '../jobs/runner.ts';
import { createKnowledgeFolders } from '../knowledge/knowledge-folders.ts';
import { Deriver, type DeriverDeps } from '../pipeline/deriver.ts';
import { now } from '../platform/clock.ts';
import { ensureFolder } from '../platform/files.ts';
import { readBranch } from '../platform/git-text.ts';
import { openHomeKey } from '../platform/home-key.ts';
import { ignore } from '../platform/ignored.ts';
import { createProjectConfigs } from '../projects/project-config.ts';
import { createProjectResolver } from '../projects/resolve-project.ts';
import type { Store } from '../store/contract/store.ts';
import { openSqliteStore, type SqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { type CleanedHome, openDoor } from './clean-transcripts.ts';
import { FINISH_ERASING, finishErasing, isErasing, putOffErasing } from './forget/finish-erasing.ts';
import { createForgetPlans } from './forget/plans.ts';
import { createLocalMemory, type LocalDeps, type LocalMemory } from './local.ts';
import { createModelWork } from './models/model-work.ts';
import { createReads } from './reads.ts';
import { keepRetention, startRetention } from './retire/keep-retention.ts';
import { createChangeSignal } from './runtime/change-signal.ts';
import { createEmbedding, type EmbedWith } from './runtime/embedding.ts';
import { createHealthCounters, type HealthCounters } from './runtime/health-counters.ts';
import { createLogPages } from './runtime/log-pages.ts';
import type { MemoryParts } from './runtime/memory-parts.ts';
import type { Reads } from './runtime/reads-contract.ts';
import { readSeenPauses, type SeenPause } from './runtime/seen-pauses.ts';
import { createTripwireFile } from './runtime/tripwire-file.ts';
import { withQuestionVectors } from './runtime/vectored-reads.ts';
import { watchGuards } from './runtime/watch-guards.ts';
import { readConfig } from './settings/manage-settings.ts';
import { createSyncWork, SYNC, type SyncParts } from './sync/create-sync-work.ts';
import { createWebhookWork, WEBHOOKS } from './webhooks/create-webhook-work.ts';
import { takeBack, toWithheld } from './write/take-acts.ts';

/** What opening a local memory needs. The caller holds the lock of the home. */
export interface OpenOptions
  extends Partial<Pick<MemoryParts, 'reads' | 'takeInJournal' | 'dropReader' | 'finishForgetting'>>,
    Pick<MemoryParts, 'paths' | 'environment'>,
    Pick<MemoryParts['status'], 'version' | 'owner'> {
  settings: Settings;
  caller: Caller;
  /** Default the product's. */
  deadlines?: Deadlines;
  /** The embedder, which is closed with the memory. Default none: search goes by words. */
  embed?: EmbedWith;
  /** Called when embedding or a job begins; returns what to call at its end. */
  onEmbed?: () => () => void;
  /** Called when a write finds the database moved away or replaced: what is written then is lost. */
  onReplaced?: () => void;
  /** The program of the process that reads code, and where its grammars are; default nothing reads code. */
  code?: CodePrograms | undefined;
  /** Path of the program of the thread that makes backups; default this thread does. */
  backupEntry?: string | undefined;
  /** Path of the program of the thread that reads long transcripts; default this thread does. */
  ingestEntry?: string | undefined;
}

/** The programs of reading code. */
export type CodePrograms = Pick<CodeReaderOptions, 'entry' | 'grammars'>;

/** A local memory and the parts that its worker needs. */
export interface OpenedMemory
  extends Pick<MemoryParts, 'store' | 'intake' | 'deriver' | 'runner' | 'models' | 'transcripts'> {
  memory: LocalMemory;
  counts: HealthCounters;
}

const nothing = async (): Promise<void> => undefined;

/** Opens the store (made when missing) and wires the memory over it; closing the memory closes the store. */
export function openLocal(options: OpenOptions): OpenedMemory {
  const { paths, settings, environment, deadlines = DEADLINES } = options;
  const store = openStore(options, deadlines);
  const work = openWork(options, store, async (found) => {
    await intake.events(found.map(takeBack));
  });
  const { embedding, runner, models, tripwires, guards, backups, deriver, configOf } = work;
  const appended = createChangeSignal();
  const onAdded = (): void => {
    deriver.wake();
    appended.ring();
  };
  const { intake, transcripts, ledger, disk } = openIntake({ ...options, configOf, deriver }, store, () => {
    onAdded();
    outward.heard();
  });
  const reads = withQuestionVectors(options.reads ?? plainReads(options, store), embedding.questions, deadlines);
  const code = codeReader(options);
  const knowledge = createKnowledgeFolders({ store, intake, userHome: environment.home });
  const counts = createHealthCounters({ log: store.log, intake });
  const closing = new AbortController();
  const leaving = leavingOf(options);
  const worked = { store, intake, deriver, runner, embedding, backups, code };
  const outward = outwardOf(options, { ...worked, ...leaving, closing: closing.signal, onAdded });
  let begun: Promise<unknown> | undefined;
  const close = lazy(async () => {
    closing.abort();
    await begun;
    await transcripts?.close();
    await runner.stop();
    await deriver.stop();
    await Promise.all([tripwires.done(), guards.done(), knowledge.done()]);
    await embedding.close();
    await code.close();
    await counts.save();
    await store.checkpoint();
    await store.close();
  });
  const opened = { store, intake, transcripts, deriver, runner, models, tripwires };
  const parts: LocalDeps = {
    ...opened,
    backups,
    embedding,
    ...outward.parts,
    reads,
    code,
    agents: AGENTS,
    environment,
    status: statusOf(options, { counts, disk }),
    ledger,
    settings,
    configOf,
    guards,
    knowledge,
    close,
    retention: retentionOf(settings),
    deadlines,
    appended,
    logPages: createLogPages(store.log, appended),
    closing: closing.signal,
    paths,
    plans: createForgetPlans(),
    takeInJournal: options.takeInJournal ?? nothing,
    ...leaving,
  };
  tripwires.refresh();
  deriver.wake();
  begun = beginJobs(parts, settings);
  return { ...opened, memory: createLocalMemory(parts, options.caller), counts };
}

function plainReads({ settings, environment: { home, variables } }: OpenOptions, store: Store): Reads {
  return createReads(store, { ...settings, userHome: home, programs: variables.PATH });
}

function retentionOf(settings: Settings): MemoryParts['retention'] {
  return { days: settings['retention.days'], graceDays: settings['retention.graceDays'] };
}

function statusOf({ version, paths, owner }: OpenOptions, parts: Pick<MemoryParts['status'], 'counts' | 'disk'>) {
  return { ...parts, version, home: paths.home, journal: paths.journal, ...omitUndefined({ owner }) };
}

function leavingOf({
  finishForgetting = () => undefined,
  dropReader = nothing,
}: OpenOptions): Pick<MemoryParts, 'finishForgetting' | 'dropReader'> {
  return { finishForgetting, dropReader };
}

/** What tells others of what happens here: a team, and the addresses of webhooks. */
function outwardOf(
  { environment, paths, settings }: OpenOptions,
  parts: Omit<SyncParts, 'environment' | 'paths' | 'settings'>,
): { parts: Pick<MemoryParts, 'sync' | 'webhooks'>; heard: () => void } {
  const sync = createSyncWork({ ...parts, environment, paths, settings });
  const webhooks = createWebhookWork({ ...parts, environment, paths, settings });
  return {
    parts: { sync, webhooks },
    heard() {
      sync.heard();
      webhooks.heard();
    },
  };
}

function openStore({ paths, onReplaced }: OpenOptions, { vectorsMs }: Deadlines): SqliteStore {
  ensureFolder(paths.home);
  return openSqliteStore({ path: paths.db, vectorsMs, onReplaced, keys: [openHomeKey(paths.key)] });
}

function codeReader({ paths, settings, environment, code, deadlines = DEADLINES }: OpenOptions): CodeReader {
  return openCode({
    entry: code?.entry ?? '',
    env: environment.variables,
    grammars: code?.grammars ?? (() => undefined),
    installTo: paths.code,
    folder: paths.codeIndex,
    exclude: {
      paths: settings['privacy.excludePaths'],
      projects: settings['privacy.excludeProjects'],
      userHome: environment.home,
    },
    deadlines,
  });
}

/** Registers the jobs of the memory, and schedules those that return: resolves when they are. */
function beginJobs(parts: LocalDeps, settings: Settings): Promise<unknown> {
  const { store, deriver, embedding, runner, backups, status } = parts;
  runner.handle(REBUILD, rebuild({ store, deriver, embedding }));
  runner.handle(RETENTION, keepRetention(parts));
  runner.handle(SYNC, parts.sync.handle);
  runner.handle(WEBHOOKS, parts.webhooks.handle);
  runner.handle(FINISH_ERASING, () => finishErasing(parts));
  runner.handle(BACKUP, makeDailyBackup({ backups, log: store.log, runner, disk: status.disk, now }));
  runner
    .begin()
    .then(() => (isErasing(parts) ? putOffErasing(parts, 0) : undefined))
    .catch((error: unknown) => ignore(error, 'the job queue failed'));
  const backup = settings['backup.daily'] ? startDailyBackup({ runner }) : undefined;
  return Promise.all([
    startRetention(parts).catch((error: unknown) => ignore(error, 'retention could not be begun')),
    parts.sync.begin().catch((error: unknown) => ignore(error, 'sync could not be begun')),
    parts.webhooks.begin().catch((error: unknown) => ignore(error, 'webhooks could not be begun')),
    backup?.catch((error: unknown) => ignore(error, 'the daily backup could not be begun')),
  ]);
}

function transcriptThread({ ingestEntry, paths, settings, environment }: OpenOptions): TranscriptThread | undefined {
  const data: CleanedHome = { paths, settings, userHome: environment.home };
  return ingestEntry === undefined ? undefined : createTranscriptThread({ entry: ingestEntry, data });
}

/** What takes events in: the door, the ledger of what was injected, and the room on the disk. */
function openIntake(
  options: OpenOptions & Pick<MemoryParts, 'configOf' | 'deriver'>,
  store: SqliteStore,
  onAppended: () => void,
) {
  const { paths, settings, environment } = options;
  const { door, ledger, disk } = openDoor({ paths, settings, userHome: environment.home }, store);
  const intake = new Intake({
    log: store.log,
    door,
    resolveProject: createProjectResolver({ userHome: environment.home, now }),
    branchOf: readBranch,
    findAgent,
    ledger,
    recordInjection: store.items.recordInjection,
    isFull: () => disk.room() === 'full',
    isPaused: createPauseCheck(paths.home),
    configOf: options.configOf,
    onWithheld: (event) => {
      if (event.isElsewhere !== true) options.deriver.withhold(toWithheld(event));
    },
    onAppended,
  });
  return { intake, transcripts: transcriptThread(options), ledger, disk };
}

/** What works in the background: each wakes the next, and all stop when the memory closes. */
function openWork(
  { paths, settings, environment, deadlines = DEADLINES, ...options }: OpenOptions,
  store: Store,
  onAgentActs: DeriverDeps['onAgentActs'],
) {
  const { vectors } = store;
  const embedding = createEmbedding(options.embed ?? {}, {
    vectors,
    onWork: options.onEmbed,
    limitMs: deadlines.embedMs,
  });
  const runner = createRunner({ jobs: store.jobs, now, onWork: options.onEmbed });
  const place = { variables: environment.variables, cwd: paths.asides };
  const models = createModelWork(store, settings, { place, runner });
  const onDerived = (): void => {
    embedding.wake();
    models.wake();
  };
  const onNews = (): void => void setImmediate(() => tripwires.refresh());
  const configOf = createProjectConfigs({ settings, home: paths.home, onNews });
  const own = createOwnTranscripts(environment);
  const tripwires = createTripwireFile(store, {
    paths,
    settings,
    configOf,
    onLost: (before, after) => guards.loseTripwires(before, after),
  });
  const deriver = new Deriver({
    ...store,
    onDerived,
    onTripwire: tripwires.refresh,
    onAgentActs,
    isOwnTranscript: (agent, path) => {
      const known = findAgent(agent);
      return known === undefined || own.has(known, path);
    },
    onGuardCall: (during) => guards.doubt(during),
    refined: models.refined,
  });
  const sources = () => readConfig({ environment, paths }).from;
  const secretKey = openHomeKey(paths.key);
  const pauses = (): SeenPause[] => readSeenPauses(paths.home, secretKey);
  const backups = createBackups({ dbPath: paths.db, folder: paths.backups, now, entry: options.backupEntry });
  const writeAnew = async (): Promise<void> => {
    await store.rewrite();
    await store.checkpoint();
    await backups.replaceThose();
  };
  const guards = watchGuards({ guards: store.guards, settings, sources, pauses, secretKey, writeAnew });
  return { embedding, runner, models, tripwires, guards, backups, deriver, configOf };
}
