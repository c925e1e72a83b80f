// worker: the life of the process that owns a home: lock, start, handshake, idle, leaving, with its socket, journal and
// reader thread; and how a memory is opened with a worker or without. What is remembered and how it is found is decided
// elsewhere.

import { dirname } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import type { AgentEnvironment } from '../agents/shared/contract.ts';
import type { Caller } from '../api/contract.ts';
import type { App, AppDeps, Hello } from '../api/http-answers.ts';
import { sayHello } from '../client/connect.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Config } from '../config/resolve-config.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { isNewer } from '../core/is-newer.ts';
import type { EmbeddingPaths } from '../embeddings/open-embedder.ts';
import type { CodePrograms, OpenOptions } from '../memory/open.ts';
import { now } from '../platform/clock.ts';
import { refuseSharedFileSystem } from '../platform/file-system.ts';
import { removeFile, writeDurable } from '../platform/files.ts';
import { ignore, onIgnored } from '../platform/ignored.ts';
import { type LogFile, openLog } from '../platform/log.ts';
import { ensureOwnFolder } from '../platform/own-folder.ts';
import { currentProgram, programOfHome } from '../platform/process/installed-program.ts';
import { releaseMemory } from '../platform/process/release-memory.ts';
import { findWorkerSocket, type SocketEnvironment } from '../platform/socket-path.ts';
import { type HomeLock, takeHomeLock } from '../platform/sqlite/home-lock.ts';
import { redact } from '../privacy/redact.ts';
import { createRequestActivity } from './activity.ts';
import { embedWith } from './embed-with.ts';
import { type Intakes, openWithIntakes } from './intakes.ts';
import { createListeners } from './listeners.ts';
import { readerData } from './reader-data.ts';
import { createThreadReads } from './reader-thread.ts';
import { findSocketPath, listenOnSocket, removeStaleSockets } from './socket-server.ts';

const SIGN_OF_LIFE_MS = 60_000;
/** Milliseconds without a request after which memory is given back: the reader thread has ended by then. */
const QUIET_MS = 30_000;
/** Milliseconds between two looks for unread sessions while requests keep coming. */
const BUSY_MS = 60_000;
/** Milliseconds between two attempts to take the lock. */
const RETRY_MS = 50;

/** Why a worker leaves: nothing to do, another program takes its place, its home was replaced, or its starter stopped it. */
export type LeaveReason = 'idle' | 'newer' | 'replaced' | 'stopped';

/** Options of a worker. */
export interface WorkerOptions {
  config: Config;
  environment: AgentEnvironment;
  version: string;
  userId: number;
  /** Builds the app that answers the routes under `/api/v1/`. */
  createApp: (deps: AppDeps) => App;
  /** Path of the reader thread's program. */
  readerEntry: string;
  /** A thread of that program, which was started with `readerData` to load beside this one. */
  spareReader?: Thread | undefined;
  /** Path of the program of the thread that makes backups. */
  backupEntry: string;
  /** Path of the program of the thread that reads long transcripts. */
  ingestEntry: string;
  /** The programs of reading code. */
  code: CodePrograms;
  /** Paths of the embedders' files. */
  embedPlaces: EmbeddingPaths;
  /** Folder of the built dashboard. */
  pageFolder: string;
  /** Folder of the program that runs. */
  program: string;
}

/** The worker of a home, which answers on its socket. */
export interface Worker {
  hello: Hello;
  socket: string;
  /** Resolves when it has left: nothing is under way, all is written, the home is free. */
  left: Promise<LeaveReason>;
  leave(reason: LeaveReason): void;
}

/** Takes the home and answers on its socket; `undefined` when another process owns it. */
export async function startWorker(options: WorkerOptions): Promise<Worker | undefined> {
  const { paths, settings } = options.config;
  ensureOwnFolder(paths.home, options.userId);
  refuseSharedFileSystem(paths.home);
  const lock = await takeHome(options);
  if (lock === undefined) return undefined;
  const log = openLog(paths.log, { level: settings['log.level'], now, process: 'worker' });
  onIgnored((error, reason) => log.debug(`ignored: ${reason}${error === undefined ? '' : `: ${describe(error)}`}`));
  const closers: Closer[] = [() => lock.release()];
  try {
    return await serve(options, { lock, log, closers });
  } catch (error) {
    log.error(`did not start: ${toCairnError(error).message}`);
    await closeAll(closers, log);
    throw error;
  }
}

/** Takes the lock. While a worker holds it that does not answer, since it starts or leaves, this waits. */
async function takeHome(options: WorkerOptions): Promise<HomeLock | undefined> {
  const { paths, deadlines } = options.config;
  const place = placeOf(options);
  for (const until = now() + deadlines.takeHomeMs; ; ) {
    const lock = takeHomeLock(paths.lock);
    if (lock !== undefined) return lock;
    const socket = findWorkerSocket(paths, place);
    if (now() > until || (await someoneAnswers(socket, deadlines.helloMs))) return undefined;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

function placeOf({ config: { paths }, environment, userId }: WorkerOptions): SocketEnvironment {
  return { home: paths.home, runtimeDir: environment.variables.XDG_RUNTIME_DIR, userId };
}

async function someoneAnswers(socket: string, helloMs: number): Promise<boolean> {
  try {
    return (await sayHello(socket, helloMs)) !== undefined;
  } catch (error) {
    ignore(error, 'the worker answers slowly');
    return true;
  }
}

type Closer = () => void | Promise<void>;

async function serve(
  options: WorkerOptions,
  { lock, log, closers }: { lock: HomeLock; log: LogFile; closers: Closer[] },
): Promise<Worker> {
  const { config, version } = options;
  const { paths, settings, deadlines } = config;
  const socket = await findSocketPath(placeOf(options), log);
  const startedAt = new Date(now()).toISOString();
  const hello: Hello = { name: 'cairn', version, pid: process.pid, home: paths.home, startedAt };
  const program = programOfHome(options.program, paths);
  const details = { socket, version, startedAt, ...(program !== undefined && { program }) };
  lock.renew(details);

  const leaving = Promise.withResolvers<LeaveReason>();
  const onReplaced = (): void => leaving.resolve('replaced');
  const ownsHome = (): boolean => {
    if (lock.isInPlace() && opened.store.isInPlace()) return true;
    onReplaced();
    return false;
  };
  const activity = createRequestActivity({
    idleMs: settings['worker.idleMinutes'] * 60_000,
    signMs: SIGN_OF_LIFE_MS,
    now,
    onIdle: () => leaving.resolve('idle'),
    quietMs: QUIET_MS,
    onQuiet: () => void lookAround(intakes, log).then(releaseMemory),
    busyMs: BUSY_MS,
    onBusy: () => void lookAround(intakes, log),
    onRest: () => {
      if (isOvertaken(program, paths)) leaving.resolve('newer');
    },
    onSign: () => {
      if (!ownsHome()) return;
      lock.renew(details);
      void opened.counts.save();
    },
  });
  closers.push(() => activity.stop()); // Last of all should it not come up, else before the rest.
  const work = { owner: { pid: process.pid, startedAt, socket, version }, onEmbed: activity.begin, onReplaced };
  const { opened, intakes } = openOwned(options, { log, closers, ...work });
  await intakes.start(deadlines.journalMs);
  closers.push(() => activity.stop());
  const ways = createListeners({
    ...options,
    memory: opened.memory,
    hello: () => hello,
    leave(newer) {
      const leaves = isNewer(newer, version);
      if (leaves) leaving.resolve('newer');
      return leaves;
    },
    onHook: intakes.onHook,
    onRequest: activity.begin,
    ownsHome,
    paths,
    deadlines,
  });
  closers.push(() => ways.closeTcp());
  if (!ownsHome()) throw new CairnError('not_running', `${paths.home} was replaced while its worker started.`);
  const server = await listenOnSocket(socket, ways.onSocket, deadlines.closeMs);
  closers.push(() => server.close());
  writeDurable(paths.socket, `${socket}\n`);
  void removeStaleSockets(dirname(socket), now());
  closers.push(() => removeOwn([paths.socket, socket], lock));
  log.info(`owns ${paths.home}, version ${version}, at ${socket}`);

  const left = leaving.promise.then((reason) => leaveHome(reason, { log, closers, endStreams: ways.endStreams }));
  return { hello, socket, left, leave: (reason) => leaving.resolve(reason) };
}

/** True once a set-up installed another program than the one of its home that this worker runs: it leaves when nothing is under way. */
function isOvertaken(program: string | undefined, paths: HomePaths): boolean {
  return program !== undefined && (currentProgram(paths) ?? program) !== program;
}

/** Ends what would go on and closes everything; resolves once the home is free. */
async function leaveHome(
  reason: LeaveReason,
  { log, closers, endStreams }: { log: LogFile; closers: Closer[]; endStreams: () => void },
): Promise<LeaveReason> {
  log.info(`leaves: ${reason}`);
  endStreams();
  await closeAll(closers, log);
  return reason;
}

/** Opens the memory with its intakes, reader thread and embedder. */
function openOwned(
  {
    config,
    environment,
    version,
    readerEntry,
    spareReader,
    backupEntry,
    ingestEntry,
    code,
    embedPlaces,
  }: WorkerOptions,
  {
    log,
    closers,
    ...own
  }: { log: LogFile; closers: Closer[] } & Required<Pick<OpenOptions, 'owner' | 'onEmbed' | 'onReplaced'>>,
): ReturnType<typeof openWithIntakes> {
  const { settings, deadlines } = config;
  const reads = createThreadReads({
    ...readerData(config, environment),
    entry: readerEntry,
    spare: spareReader,
    deadlines,
  });
  const caller: Caller = { surface: 'http', person: false };
  const embedding = { embed: embedWith(settings, embedPlaces), dropReader: reads.renew };
  const opened = openWithIntakes(
    { ...config, environment, version, caller, reads, backupEntry, ingestEntry, code, ...own, ...embedding },
    log,
  );
  // The reader's connection closes first: the last one to close takes the write-ahead file away.
  closers.push(() => opened.opened.memory.close());
  closers.push(() => reads.close());
  closers.push(() => opened.intakes.stop());
  return opened;
}

/** Removes files that the worker made, unless its home was replaced: then they are another worker's. */
function removeOwn(paths: readonly string[], lock: HomeLock): void {
  if (lock.isInPlace()) paths.forEach(removeFile);
}

/** Reads sessions that no hook reported; never rejects. */
async function lookAround(intakes: Intakes, log: LogFile): Promise<void> {
  try {
    await intakes.lookAround();
  } catch (error) {
    log.error(`looking for transcripts: ${toCairnError(error).message}`);
  }
}

/** What the log may contain of an error: other programs' messages can quote memories. */
function describe(error: unknown): string {
  if (error instanceof CairnError) return `${error.code}: ${redact(error.message).text}`;
  const { name, code } = error as NodeJS.ErrnoException;
  return [name, code].filter((part) => part !== undefined).join(' ');
}

/** Closes in the opposite order of opening; what fails to close does not keep the rest open. */
async function closeAll(closers: Closer[], log: LogFile): Promise<void> {
  for (const close of closers.splice(0).reverse()) {
    try {
      await close();
    } catch (error) {
      log.error(`while leaving: ${toCairnError(error).message}`);
    }
  }
}
