import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sayHello } from '../src/client/connect.ts';
import { homePaths } from '../src/config/paths.ts';
import { renderHookScript } from '../src/platform/hook-script.ts';
import { chooseSocketPath } from '../src/platform/socket-path.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, type Spread, spreadOf } from './support/stats.ts';
import { variedText } from './support/varied-text.ts';

const RUNS = 60;
const WARM_UP = 5;
const START_MS = 10_000;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** What is measured, in turn: between two hooks that the worker answers, one that it does not, while it derives. */
const CASES = ['curl', 'node', 'small', 'none', 'large', 'dead', 'prompt', 'promptNone'] as const;
type Case = (typeof CASES)[number];

const TITLES: Readonly<Record<Case, string>> = {
  node: '`node -e 0`',
  curl: '`curl -V`',
  small: 'hook, worker up, 1.5 KB',
  large: 'hook, worker up, 100 KB',
  prompt: 'hook, worker up, a prompt that takes context',
  none: 'fallback, no socket, 1.5 KB',
  dead: 'fallback, dead socket, 1.5 KB',
  promptNone: 'fallback, no socket, a prompt that takes context',
};

/** The hook as an agent runs it, with a worker and without, against a bare node and a bare curl in the same run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  const up = makeHome(join(folder, 'up'), env);
  const dead = makeHome(join(folder, 'dead'), env);
  const none = makeHome(join(folder, 'none'), env);
  try {
    await up.startOwner();
    await dead.startOwner();
    await dead.end('SIGKILL');
    await none.startOwner();
    await none.end('SIGTERM');
    return toResult(measure({ up, dead, none }, env));
  } finally {
    await up.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Home {
  hook: string;
  startOwner(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

function makeHome(home: string, env: NodeJS.ProcessEnv): Home {
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const hook = join(home, 'hook');
  const template = readFileSync(join(dist, 'hook.sh'), 'utf8');
  writeFileSync(hook, renderHookScript(template, { home, node: process.execPath, app: dist }), { mode: 0o755 });
  writeFileSync(homePaths(home).config, '{"worker.start":"never"}');
  let owner: ReturnType<typeof spawn> | undefined;
  return {
    hook,
    async startOwner() {
      owner = spawn(process.execPath, [join(dist, 'service.js')], {
        env: { ...env, CAIRN_HOME: home },
        stdio: 'ignore',
      });
      const socket = chooseSocketPath({ home, runtimeDir: env.XDG_RUNTIME_DIR, userId: process.getuid?.() ?? 0 });
      for (const end = Date.now() + START_MS; (await sayHello(socket)) === undefined; ) {
        if (Date.now() > end) throw new Error('the worker did not start');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async end(signal) {
      if (owner === undefined || owner.exitCode !== null || owner.signalCode !== null) return;
      const gone = new Promise((resolve) => owner?.once('exit', resolve));
      owner.kill(signal);
      await gone;
    },
  };
}

function measure(homes: Record<'up' | 'dead' | 'none', Home>, env: NodeJS.ProcessEnv): Record<Case, Spread> {
  const figures = Object.fromEntries(CASES.map((name) => [name, [] as number[]])) as Record<Case, number[]>;
  for (let i = -WARM_UP; i < RUNS; i += 1) {
    const runs: Record<Case, [string, string[], string?]> = {
      node: [process.execPath, ['-e', '0']],
      curl: ['curl', ['-V']],
      small: [homes.up.hook, ['claude-code', 'Stop'], stopPayload(i, 1_500)],
      large: [homes.up.hook, ['claude-code', 'Stop'], stopPayload(i, 100_000)],
      prompt: [homes.up.hook, ['claude-code', 'UserPromptSubmit'], promptPayload(i)],
      none: [homes.none.hook, ['claude-code', 'Stop'], stopPayload(i, 1_500)],
      dead: [homes.dead.hook, ['claude-code', 'Stop'], stopPayload(i, 1_500)],
      promptNone: [homes.none.hook, ['claude-code', 'UserPromptSubmit'], promptPayload(i)],
    };
    for (const name of CASES) {
      const [program, args, input] = runs[name];
      const began = performance.now();
      const { status } = spawnSync(program, args, { env, ...(input === undefined ? {} : { input }) });
      const took = performance.now() - began;
      if (status !== 0) throw new Error(`${TITLES[name]} ended with ${status}`);
      if (i >= 0) figures[name].push(took);
    }
  }
  return Object.fromEntries(CASES.map((name) => [name, spreadOf(figures[name])])) as Record<Case, Spread>;
}

function stopPayload(run: number, bytes: number): string {
  const payload = { session_id: 'bench', cwd: '/', hook_event_name: 'Stop', prompt_id: `p${run}-${bytes}` };
  const left = bytes - JSON.stringify({ ...payload, last_assistant_message: '' }).length;
  return JSON.stringify({ ...payload, last_assistant_message: variedText(run + bytes, left) });
}

function promptPayload(run: number): string {
  const payload = { session_id: `bench-${run}`, cwd: '/', hook_event_name: 'UserPromptSubmit', prompt_id: `q${run}` };
  return JSON.stringify({ ...payload, prompt: variedText(run, 300) });
}

function toResult(spreads: Record<Case, Spread>): BenchResult {
  const { node, curl } = spreads;
  const times = (name: Case): number => spreads[name].median / node.median;
  const timesBound = (name: Case, most: number): Bound => ({
    name: TITLES[name],
    wanted: `<= ${most} × \`node -e 0\``,
    reached: `${round(times(name), 2)} ×`,
    met: times(name) <= most,
  });
  const curlBound = (name: Case): Bound => ({
    name: TITLES[name],
    wanted: '<= `curl -V` + 6 ms',
    reached: `+ ${round(spreads[name].median - curl.median)} ms`,
    met: spreads[name].median <= curl.median + 6,
  });
  return {
    title: 'Hook',
    about:
      'From the start of the hook script to its end, each kind in turn, in milliseconds. Every payload is a new event; with a worker it is durable when the hook ends, without one it is in a synced file.',
    columns: ['', 'min', 'median', 'max', 'runs', '× node'],
    rows: CASES.map((name) => {
      const { min, median, max, count } = spreads[name];
      return [TITLES[name], round(min), round(median), round(max), count, round(times(name), 2)];
    }),
    bounds: [
      timesBound('small', 0.6),
      curlBound('small'),
      timesBound('large', 0.6),
      curlBound('large'),
      timesBound('none', 1.3),
      timesBound('dead', 1.7),
    ],
  };
}
