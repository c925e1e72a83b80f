import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeBenchHome } from '../bench-home.ts';
import { promptOf } from '../generated/session-events.ts';
import type { BenchResult } from '../result.ts';
import { round, spreadOf } from '../stats.ts';

const AGENTS = 64;
const ROUNDS = 5;
/** What the hook script gives the worker. */
const HOOK_MS = 1_000;

/** 64 agents in new sessions ask the worker for the block of a prompt at the same moment, over a store of generated sessions. */
export async function measurePromptsAtOnce(store: string, result: BenchResult): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'));
  copyFileSync(store, home.paths.db);
  // The store's vectors belong to no model; embedding all items again is the subject of another bench.
  writeFileSync(home.paths.config, '{"worker.start":"never","embed.model":"none"}');
  const project = makeProject(join(folder, 'work'));
  try {
    await home.startWorker();
    const last: number[] = [];
    const answered: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const asked = Array.from({ length: AGENTS }, (_, agent) => round * AGENTS + agent);
      const answers = await Promise.all(asked.map((n) => askBlock(home.socket, project, n)));
      last.push(Math.max(...answers.map(({ tookMs }) => tookMs)));
      answered.push(answers.filter(({ hasBlock }) => hasBlock).length);
    }
    const waits = spreadOf(last.slice(1));
    const blocks = Math.min(...answered.slice(1));
    result.notes?.push(
      `${AGENTS} prompts of new sessions at once through the worker's socket, ${ROUNDS - 1} times after a first one: the last of them is answered after ${round(waits.median, 0)} ms (${round(waits.min, 0)}–${round(waits.max, 0)}); at least ${blocks} of ${AGENTS} are given a block. The first round, with the reader thread's start: ${round(last[0] ?? 0, 0)} ms, ${answered[0]} blocks.`,
    );
    result.bounds.push({
      name: `blocks for ${AGENTS} prompts at once, the last within what a hook waits`,
      wanted: `${AGENTS} in ${HOOK_MS} ms`,
      reached: `${blocks} in ${round(waits.max, 0)} ms`,
      met: blocks === AGENTS && waits.max <= HOOK_MS,
    });
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A folder whose remote is that of the first generated project. */
function makeProject(folder: string): string {
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(folder, '.git', 'config'), '[remote "origin"]\n\turl = https://example.com/project-0.git\n');
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  return folder;
}

function askBlock(socketPath: string, cwd: string, n: number): Promise<{ tookMs: number; hasBlock: boolean }> {
  const prompt = promptOf(n, 120);
  const payload = { session_id: `asks ${n}`, cwd, hook_event_name: 'UserPromptSubmit', prompt, prompt_id: `p${n}` };
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method: 'POST', path: '/hook/claude-code/UserPromptSubmit' }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => {
        const [, ...block] = text.split('\n');
        resolve({ tookMs: performance.now() - began, hasBlock: block.join('').length > 0 });
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(payload));
  });
}
