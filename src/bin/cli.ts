// The `cairn` command: hands the process it runs in to `cli/`, and ends with the exit code that comes back.
import { existsSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import type { Caller } from '../api/contract.ts';
import { runCli } from '../cli/run-cli.ts';
import type { CliDeps } from '../cli/terminal/command.ts';
import { agentMark, sessionMark } from '../config/agent-mark.ts';
import { isNewer } from '../core/is-newer.ts';
import { sessionId } from '../core/model/ids.ts';
import { ignore } from '../platform/ignored.ts';
import { isReadOnlyFolder } from '../platform/own-folder.ts';
import { isRunning } from '../platform/process/is-running.ts';
import { openBrowser } from '../platform/process/open-browser.ts';
import { standingOf } from '../platform/process/person-terminal.ts';
import { readProcessTable } from '../platform/process/process-table.ts';
import { spawnDetached } from '../platform/process/spawn-detached.ts';
import { currentUserId } from '../platform/user-id.ts';
import { personClaim } from '../worker/person-claim.ts';
import { modelPackage } from './embedding-paths.ts';
import { openAsItIs } from './open-as-it-is.ts';
import { askForPage, askToListen, openClient, readConfig, socketOf } from './open-client.ts';
import { isBuilt, nextToProgram, programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

/** Settings of a worker that a person runs in a terminal: it runs until it is asked to leave. */
const STAYS = { 'worker.idleMinutes': 1_440 };

const interrupted = new AbortController();
let signals = 0;
let isLent = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isLent && signal === 'SIGINT') return;
    signals += 1;
    if (signals > 1) process.exit(130);
    interrupted.abort();
  });
}
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    leave(`The output cannot be written: ${error.code}`, 'Make room, or write it elsewhere.');
  });
}

const deps: CliDeps = {
  io: {
    // Opened by the command that reads it: that takes 4 ms.
    get stdin() {
      return process.stdin as Readable & { isTTY?: boolean };
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: currentFolder(),
    userHome: homedir(),
    userId: currentUserId(),
    signal: interrupted.signal,
    now: Date.now,
    whyNoPerson() {
      const standing = standingOf(process.pid, readProcessTable());
      return 'why' in standing ? standing.why : undefined;
    },
  },
  version: VERSION,
  readConfig,
  openMemory({ person, start }) {
    const config = readConfig();
    if (isReadOnlyFolder(config.paths.home)) return openAsItIs(config, callerHere(false));
    return openClient(config, callerHere(person), start);
  },
  isHomeReadOnly: () => isReadOnlyFolder(readConfig().paths.home),
  async findWorker() {
    const config = readConfig();
    if (!existsSync(config.paths.home)) return undefined;
    const { sayHello } = await import('../client/connect.ts');
    return sayHello(socketOf(config), config.deadlines.helloMs);
  },
  async runWorker() {
    process.umask(0o077);
    const { startHere } = await import('./start-here.ts');
    const config = readConfig();
    return startHere({ ...config, settings: { ...config.settings, ...STAYS } });
  },
  listen: (port) => askToListen(readConfig(), port),
  askForPage: ({ person }) => askForPage(readConfig(), callerHere(person)),
  openBrowser: (url) => openBrowser(url, process),
  async findLockHolder() {
    // Loaded here: the other commands do without SQLite.
    const { findLockHolder } = await import('../platform/sqlite/home-lock.ts');
    return findLockHolder(readConfig().paths.lock);
  },
  endProcess: (pid, signal) => process.kill(pid, signal),
  isRunning,
  async setupPlace({ paths, deadlines }) {
    const { AGENTS } = await import('../agents/registry.ts');
    return {
      paths,
      deadlines,
      agents: AGENTS,
      environment: { home: homedir(), variables: process.env },
      node: process.execPath,
      program: nextToProgram(isBuilt ? '.' : '../../dist'),
      model: modelPackage(),
    };
  },
  exampleFolder: [
    nextToProgram('../examples/sample-project/sessions'),
    nextToProgram('../../examples/sample-project/sessions'),
  ].find(existsSync),
  async openScreen(handlers) {
    const { openScreen } = await import('../platform/process/screen.ts');
    return openScreen(handlers);
  },
  async findUpdate(signal) {
    const { findNewestVersion } = await import('../client/newest-version.ts');
    const newest = await findNewestVersion(signal);
    const isClone = !nextToProgram('.').split(/[\\/]/).includes('node_modules');
    return newest === undefined ? { isNewer: false, isClone } : { newest, isNewer: isNewer(newest, VERSION), isClone };
  },
  startUpdateCheck: () => {
    spawnDetached({ script: programScript('cli'), args: ['update', '--check', '--json'], env: process.env });
  },
  async showInPager(text, pager) {
    const { showInPager } = await import('../platform/process/pager.ts');
    // Ctrl-C is the pager's now.
    isLent = true;
    try {
      return await showInPager(text, { pager, env: process.env });
    } finally {
      isLent = false;
    }
  },
  async runHere(words, cwd) {
    const { runInTerminal } = await import('../platform/process/run-in-terminal.ts');
    // Ctrl-C is the program's now.
    isLent = true;
    try {
      return await runInTerminal(words, { cwd, env: process.env });
    } finally {
      isLent = false;
    }
  },
  async runTeamServer() {
    await import(pathToFileURL(programScript('server')).href);
  },
  async serveMcp() {
    await import(pathToFileURL(programScript('mcp')).href);
    await new Promise<unknown>((resolve) => {
      process.stdin.once('close', resolve);
      // The protocol's library stops reading at a message of more than 10 MB: then nothing is left to do.
      process.once('beforeExit', resolve);
    });
  },
};

process.exitCode = await runCli(process.argv.slice(2), deps);
// What was interrupted may still wait for its input.
if (interrupted.signal.aborted) process.exit();

/** The folder that this process runs in; where it was removed, the process ends. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return leave('The current folder was removed.', 'cd ~');
  }
}

/** Ends the process with an error that no command can tell. */
function leave(message: string, fix: string): never {
  try {
    writeSync(2, `error: ${message}\nfix:   ${fix}\n`);
  } catch (error) {
    ignore(error, 'stderr cannot be written either');
  }
  process.exit(1);
}

function callerHere(person: boolean): Caller {
  const claim = person ? personClaim(process.pid) : undefined;
  const agent = agentMark(process.env) !== undefined;
  const marked = person ? undefined : sessionMark(process.env);
  const asking = marked === undefined ? {} : { asking: sessionId('claude-code', marked) };
  const caller = { surface: 'cli' as const, person, agent, cwd: process.cwd(), ...asking };
  return claim === undefined ? caller : { ...caller, process: claim };
}
