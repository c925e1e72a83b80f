import { setTimeout as sleep } from 'node:timers/promises';
import type {
  GetResult,
  ImportProgress,
  MemoryRecord,
  RememberResult,
  SearchResult,
} from '../../../src/api/answers.ts';
import type { StatusResult } from '../../../src/api/home-answers.ts';
import type { ItemKind } from '../../../src/core/model/kinds.ts';
import type { RunOptions, RunResult } from './model/protocol.ts';
import { CHECKOUT, type Namespace } from './namespace.ts';

const SETTLE_MS = 150_000;
const LOOK_EVERY_MS = 100;
const KILL_MS = 60_000;
/** In an agent's or a command's environment: no worker is started. */
export const NO_WORKER: Readonly<Record<string, string>> = { CAIRN_WORKER_START: 'never' };

/** The command `cairn` of the checkout, as its user runs it inside a namespace. */
export interface Cairn {
  /** Runs it as it is. */
  run(args: readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Runs it with `--json`, wants exit code 0 and returns the last value that it printed. */
  json<Value>(args: readonly string[], options?: RunOptions): Promise<Value>;
  /** States something from a terminal, as a person does. */
  remember(text: string, kind: string, options?: RunOptions): Promise<RememberResult>;
  /** Searches; for one kind none gives way to a memory of another kind that says the same. */
  search(query: string, kind?: ItemKind): Promise<SearchResult>;
  get(id: string): Promise<MemoryRecord>;
  import(): Promise<ImportProgress>;
  status(options?: RunOptions): Promise<StatusResult>;
  /** Waits until nothing is left to take in or to derive. */
  settled(): Promise<StatusResult>;
  /** Kills the worker as a crash would; fails unless exactly one process is there to be killed. */
  kill(): Promise<void>;
}

/** The command `cairn`, run in the folder `cwd` of a namespace. */
export function cairnIn(namespace: Namespace, cwd: string): Cairn {
  const run: Cairn['run'] = (args, options) =>
    namespace.run(['node', `${CHECKOUT}/dist/cli.js`, ...args], { cwd, ...options });
  const json = async <Value>(args: readonly string[], options?: RunOptions): Promise<Value> => {
    const result = await run([...args, '--json'], options);
    const said = `cairn ${args.join(' ')} (exit code ${result.code}): ${result.stdout}${result.stderr}`;
    if (result.code !== 0) throw new Error(said);
    if (result.heldOpen) throw new Error(`Something holds the output of ${said}`);
    return JSON.parse(
      result.stdout
        .trim()
        .split(/\r?\n(?=\{)/)
        .at(-1) ?? '',
    ) as Value;
  };
  const status: Cairn['status'] = (options) => json<StatusResult>(['status'], options);
  return {
    run,
    json,
    remember: (text, kind, options) => json(['remember', text, '--kind', kind], { ...options, pty: true }),
    search: (query, kind) => json(['search', query, ...(kind === undefined ? [] : ['--kind', kind])]),
    get: async (id) => {
      const { records } = await json<GetResult>(['get', id]);
      if (records[0] === undefined) throw new Error(`cairn get ${id} found nothing.`);
      return records[0];
    },
    import: () => json(['import']),
    status,
    settled: () => settled(namespace, cwd),
    kill: () => kill(namespace),
  };
}

async function settled(namespace: Namespace, cwd: string): Promise<StatusResult> {
  const program = `${CHECKOUT}/test/live/harness/wait-settled.ts`;
  const { code, stdout, stderr } = await namespace.run(['node', program], { cwd, timeoutMs: SETTLE_MS });
  if (code !== 0) throw new Error(`Cairn did not settle: ${stdout}${stderr}`);
  return JSON.parse(stdout) as StatusResult;
}

async function kill(namespace: Namespace): Promise<void> {
  const workers = await namespace.processes();
  const [worker] = workers;
  if (worker === undefined || workers.length > 1) throw new Error(`Not one worker: ${JSON.stringify(workers)}`);
  await namespace.run(['kill', '-9', String(worker.pid)]);
  const deadline = Date.now() + KILL_MS;
  while ((await namespace.processes()).length > 0) {
    if (Date.now() > deadline) throw new Error(`Still there: ${JSON.stringify(await namespace.processes())}`);
    await sleep(LOOK_EVERY_MS);
  }
}
