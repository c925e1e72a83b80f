import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, benchEnvironment, makeBenchHome, runTimed } from './support/bench-home.ts';
import { variedText } from './support/generated/varied-text.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, type Spread, spreadOf } from './support/stats.ts';

const RUNS = 60;
const WARM_UP = 5;

/** What is measured, in turn: between two hooks that the worker answers, one that it does not, while it derives. */
const CASES = ['curl', 'node', 'small', 'none', 'large', 'dead', 'prompt', 'promptNone', 'unarmed', 'armed'] as const;
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
  unarmed: 'before a command, worker up, no tripwire waits',
  armed: 'before a command, worker up, a tripwire waits',
};

/** The hook as an agent runs it, with a worker and without, against a bare node and a bare curl in the same run. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const up = makeBenchHome(join(folder, 'up'));
  const dead = makeBenchHome(join(folder, 'dead'));
  const none = makeBenchHome(join(folder, 'none'));
  try {
    await up.startWorker();
    await dead.startWorker();
    await dead.end('SIGKILL');
    await none.startWorker();
    await none.end('SIGTERM');
    return toResult(measure({ up, dead, none }));
  } finally {
    await up.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(homes: Record<'up' | 'dead' | 'none', BenchHome>): Record<Case, Spread> {
  const env = benchEnvironment();
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
      unarmed: [homes.none.hook, ['claude-code', 'PreToolUse', 'armed'], callPayload(i)],
      armed: [homes.up.hook, ['claude-code', 'PreToolUse', 'armed'], callPayload(i)],
    };
    for (const name of CASES) {
      const [program, args, input] = runs[name];
      // What a confirmed tripwire leaves there; the worker, which knows of none, takes it away again.
      if (name === 'armed') writeFileSync(homes.up.paths.tripwires, 'warn\n');
      const { status, tookMs } = runTimed(program, args, { env, ...(input === undefined ? {} : { input }) });
      if (status !== 0) throw new Error(`${TITLES[name]} ended with ${status}`);
      if (i >= 0) figures[name].push(tookMs);
    }
  }
  return Object.fromEntries(CASES.map((name) => [name, spreadOf(figures[name])])) as Record<Case, Spread>;
}

function stopPayload(run: number, bytes: number): string {
  const payload = { session_id: 'bench', cwd: '/', hook_event_name: 'Stop', prompt_id: `p${run}-${bytes}` };
  const left = bytes - JSON.stringify({ ...payload, last_assistant_message: '' }).length;
  return JSON.stringify({ ...payload, last_assistant_message: variedText(run + bytes, left) });
}

function callPayload(run: number): string {
  const payload = { session_id: 'bench', cwd: '/', hook_event_name: 'PreToolUse', tool_name: 'Bash' };
  return JSON.stringify({ ...payload, tool_use_id: `t${run}`, tool_input: { command: `npm test ${run}` } });
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
