import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchHome, makeBenchHome, runBeside } from './support/bench-home.ts';
import { countMarks, markerWord } from './support/generated/marker-words.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { quantileOf, round, spreadOf } from './support/stats.ts';

const AGENTS = 64;
const EVENTS = 100;
const SETTLED_MS = 600_000;

/** What became of all the hooks of one run. */
interface Outcome {
  /** Milliseconds from the start of each hook to its end. */
  took: number[];
  /** Hooks that did not exit 0, or said something beside an answer. */
  failed: number;
  /** Hooks that left a file in the journal. */
  journaled: number;
  /** Milliseconds from the last hook's end until all is taken in and derived. */
  settledMs: number;
  kept: number;
  lost: number;
  doubled: number;
}

/** 64 agents at once, each with 100 hooks one after the other through the hook script: with a worker, and with none. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const up = await measure(makeBenchHome(join(folder, 'up')), true);
    const none = await measure(makeBenchHome(join(folder, 'none')), false);
    return toResult({ up, none });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(home: BenchHome, withWorker: boolean): Promise<Outcome> {
  const files = new Set<string>();
  mkdirSync(home.paths.journal, { mode: 0o700 });
  const watcher = watch(home.paths.journal, (_event, name) => {
    if (name !== null && /^\d.*\.jsonl$/.test(name)) files.add(name);
  });
  try {
    if (withWorker) await home.startWorker();
    const { took, failed } = await runAgents(home);
    const ended = performance.now();
    if (!withWorker) await home.startWorker();
    await allTakenIn(home);
    const settledMs = performance.now() - ended;
    await home.end('SIGTERM');
    return { took, failed, journaled: files.size, settledMs, ...(await countMarks(home.paths.db, marks())) };
  } finally {
    watcher.close();
    await home.end('SIGKILL');
  }
}

async function runAgents(home: BenchHome): Promise<Pick<Outcome, 'took' | 'failed'>> {
  const took: number[] = [];
  let failed = 0;
  const runAgent = async (agent: number): Promise<void> => {
    for (let step = 0; step < EVENTS; step += 1) {
      const { event, payload } = payloadOf(agent, step);
      const input = JSON.stringify({ ...payload, hook_event_name: event });
      const ended = await runBeside(home.hook, ['claude-code', event], { env: home.env, input });
      took.push(ended.tookMs);
      const isQuiet = ended.stderr === '' && (ended.stdout === '' || event === 'UserPromptSubmit');
      if (ended.status !== 0 || !isQuiet) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: AGENTS }, (_, agent) => runAgent(agent)));
  return { took, failed };
}

/** A turn of ten hooks: a prompt, which takes context, then tool calls and messages in turn. */
function payloadOf(agent: number, step: number): { event: string; payload: Record<string, unknown> } {
  const mark = markerWord(agent, step);
  const base = { session_id: `agent-${agent}`, cwd: '/', prompt_id: `a${agent}-${Math.floor(step / 10)}` };
  if (step % 10 === 0) return { event: 'UserPromptSubmit', payload: { ...base, prompt: `What about ${mark}?` } };
  if (step % 2 === 0) return { event: 'Stop', payload: { ...base, last_assistant_message: `Done with ${mark}.` } };
  const tool = { tool_name: 'Bash', tool_use_id: `t${agent}-${step}`, tool_input: { command: `make ${mark}` } };
  return { event: 'PreToolUse', payload: { ...base, ...tool } };
}

function marks(): string[] {
  return Array.from({ length: AGENTS * EVENTS }, (_, i) => markerWord(Math.floor(i / EVENTS), i % EVENTS));
}

async function allTakenIn(home: BenchHome): Promise<void> {
  const left = (): number => (existsSync(home.paths.journal) ? readdirSync(home.paths.journal).length : 0);
  for (const end = Date.now() + SETTLED_MS; left() > 0 && Date.now() < end; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await home.memory().settled({ timeoutMs: SETTLED_MS });
}

function toResult(outcomes: Record<'up' | 'none', Outcome>): BenchResult {
  const all = AGENTS * EVENTS;
  const titles = { up: 'worker up', none: 'no worker' } as const;
  const each = (['up', 'none'] as const).map((name) => ({ title: titles[name], ...outcomes[name] }));
  return {
    title: 'Many hooks at once',
    about: `${AGENTS} agents at once, each with ${EVENTS} hooks one after the other through the hook script as an agent runs it; each event carries a mark of its own, and the log is read for all marks at the end. Milliseconds are from the start of a hook to its end, on all processors shared by the agents, the hooks and the worker.`,
    columns: ['', 'median', 'p99', 'max', 'hooks', 'by the journal', 'all taken in after'],
    rows: each.map(({ title, took, journaled, settledMs }) => {
      const { median, max, count } = spreadOf(took);
      return [title, round(median), round(quantileOf(took, 0.99)), round(max), count, journaled, round(settledMs, 0)];
    }),
    bounds: each.map(
      ({ title, kept, lost, doubled, failed }): Bound => ({
        name: `${title}: kept exactly once`,
        wanted: `${all} of ${all}, every hook silent and exit 0`,
        reached: `${kept} (${lost} lost, ${doubled} doubled, ${failed} hooks not silent)`,
        met: kept === all && lost === 0 && doubled === 0 && failed === 0,
      }),
    ),
  };
}
