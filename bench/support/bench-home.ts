import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Memory } from '../../src/api/contract.ts';
import { createClientMemory } from '../../src/client/client-memory.ts';
import { createConnection, sayHello } from '../../src/client/connect.ts';
import { type HomePaths, homePaths } from '../../src/config/paths.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { workerFlags } from '../../src/platform/process/spawn-detached.ts';
import { chooseSocketPath } from '../../src/platform/socket-path.ts';

const START_MS = 120_000;

/** Folder of the built program. */
export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

/** A home of a bench: the hook as set-up writes it, and a worker that is started and ended by hand. */
export interface BenchHome {
  paths: HomePaths;
  /** Path of the hook script. */
  hook: string;
  env: NodeJS.ProcessEnv;
  socket: string;
  /** Process id of the worker; 0 before the first one. */
  readonly pid: number;
  /** Starts the built worker. */
  spawnWorker(): void;
  /** Starts the built worker and waits until it answers. */
  startWorker(): Promise<void>;
  /** Ends the worker and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
  /** The memory by way of the worker. */
  memory(): Memory;
}

/** The environment of this process without what makes Node read certificates at each start. */
export function benchEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  return env;
}

/** Makes a home with the hook of the built program; no hook of it starts a worker. `variables`: of its environment. */
export function makeBenchHome(home: string, variables: Readonly<Record<string, string>> = {}): BenchHome {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const paths = homePaths(home);
  const hook = join(home, 'hook');
  const template = readFileSync(join(DIST, 'hook.sh'), 'utf8');
  const parts = { home, node: process.execPath, app: DIST, person: homedir() };
  writeFileSync(hook, renderHookScript(template, parts), { mode: 0o755 });
  writeFileSync(paths.config, '{"worker.start":"never"}');
  const env: NodeJS.ProcessEnv = { ...benchEnvironment(), ...variables, CAIRN_HOME: home };
  const socket = chooseSocketPath({ home, runtimeDir: env.XDG_RUNTIME_DIR, userId: process.getuid?.() ?? 0 });
  const program = { script: join(DIST, 'worker.js'), env };
  let worker: ReturnType<typeof spawn> | undefined;
  const spawnWorker = (): void => {
    worker = spawn(process.execPath, [...workerFlags(process.versions.v8), program.script], {
      env,
      stdio: 'ignore',
      cwd: '/',
    });
  };
  return {
    paths,
    hook,
    env,
    socket,
    get pid() {
      return worker?.pid ?? 0;
    },
    spawnWorker,
    async startWorker() {
      spawnWorker();
      for (const end = Date.now() + START_MS; (await sayHello(socket)) === undefined; ) {
        if (Date.now() > end) throw new Error('the worker did not start');
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async end(signal) {
      if (worker === undefined || worker.exitCode !== null || worker.signalCode !== null) return;
      const gone = new Promise((resolve) => worker?.once('exit', resolve));
      worker.kill(signal);
      await gone;
    },
    memory() {
      const connection = createConnection({ socket: () => socket, version: '0.0.0', program, start: 'never' });
      return createClientMemory(connection, { surface: 'sdk', person: false, cwd: home });
    },
  };
}

/** Runs a program to its end with text on its stdin; gives its exit code, what it said, and how many milliseconds it took. */
export function runTimed(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; input?: string },
): { status: number | null; tookMs: number; said: string } {
  const began = performance.now();
  const { status, stdout, stderr } = spawnSync(program, args, options);
  return { status, tookMs: performance.now() - began, said: `${stderr}${stdout}` };
}

/** The same, while others run: resolves when it has ended. */
export function runBeside(
  program: string,
  args: readonly string[],
  options: { env: NodeJS.ProcessEnv; input: string },
): Promise<{ status: number | null; stdout: string; stderr: string; tookMs: number }> {
  const began = performance.now();
  const child = spawn(program, args, { env: options.env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    stdout += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  child.stdin.end(options.input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr, tookMs: performance.now() - began }));
  });
}
