import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../src/config/paths.ts';
import type { JsonValue } from '../src/core/json.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import { INSTRUCTIONS } from '../src/mcp/instructions.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { renderLauncher } from '../src/setup/render-launcher.ts';
import type { BenchResult } from './support/result.ts';
import { round, type Spread, spreadOf } from './support/stats.ts';

const RUNS = 40;
const WARM_UP = 3;
const MOST_TIMES = 2.6;
const MOST_TOKENS = 1_500;
const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** How long `cairn mcp`, as set-up writes it, takes to answer `initialize` and `tools/list`, against a bare node. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
  try {
    const launcher = writeLauncher(join(folder, 'home'));
    const bare: number[] = [];
    const initialized: number[] = [];
    const listed: number[] = [];
    for (let i = -WARM_UP; i < RUNS; i += 1) {
      const times = { bare: await startNode(env), ...(await startServer(launcher, env)) };
      if (i < 0) continue;
      bare.push(times.bare);
      initialized.push(times.initialized);
      listed.push(times.listed);
    }
    return toResult({ bare: spreadOf(bare), initialized: spreadOf(initialized), listed: spreadOf(listed) });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toResult({ bare, initialized, listed }: Record<'bare' | 'initialized' | 'listed', Spread>): BenchResult {
  const times = initialized.median / bare.median;
  const tokens = countTokens(
    JSON.stringify(TOOLS.map(({ name, description, input }) => ({ name, description, input }))),
  );
  const row = (name: string, { min, median, max, count }: Spread) => [
    name,
    round(min),
    round(median),
    round(max),
    count,
  ];
  return {
    title: 'MCP server',
    about:
      'From the start of `cairn mcp`, as set-up writes it, to its answers, and a bare `node -e 0` in turn with it, in milliseconds. The memory is not part of it: it is opened with the first call.',
    columns: ['', 'min', 'median', 'max', 'runs'],
    rows: [row('node -e 0', bare), row('initialize', initialized), row('initialize, then tools/list', listed)],
    bounds: [
      {
        name: 'initialize, times a bare node',
        wanted: `≤ ${MOST_TIMES}`,
        reached: String(round(times, 2)),
        met: times <= MOST_TIMES,
      },
      {
        name: 'tokens of the tools',
        wanted: `≤ ${MOST_TOKENS}`,
        reached: String(tokens),
        met: tokens <= MOST_TOKENS,
      },
    ],
    notes: [`Instructions: ${Buffer.byteLength(INSTRUCTIONS)} bytes, ${countTokens(INSTRUCTIONS)} tokens.`],
  };
}

function writeLauncher(home: string): string {
  const paths = homePaths(home);
  mkdirSync(paths.app, { recursive: true });
  mkdirSync(paths.bin, { recursive: true });
  symlinkSync(dist, paths.appCurrent);
  writeFileSync(paths.launcher, renderLauncher({ node: process.execPath, paths }), { mode: 0o700 });
  return paths.launcher;
}

function startNode(env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env }).on('exit', () => resolve(performance.now() - began));
  });
}

async function startServer(launcher: string, env: NodeJS.ProcessEnv): Promise<{ initialized: number; listed: number }> {
  const began = performance.now();
  const server = spawn(launcher, ['mcp'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const send = (message: Record<string, JsonValue>): void => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const clientInfo = { name: 'bench', version: '1' };
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo } });
  await lines.next();
  const initialized = performance.now() - began;
  send({ method: 'notifications/initialized' });
  send({ id: 2, method: 'tools/list' });
  await lines.next();
  const listed = performance.now() - began;
  server.stdin.end();
  await ended;
  return { initialized, listed };
}
