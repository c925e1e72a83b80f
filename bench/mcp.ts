import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { bundleModules } from '../scripts/build/bundle.ts';
import type { JsonObject, JsonValue } from '../src/core/json.ts';
import { countTokens } from '../src/core/text/tokens.ts';
import { INSTRUCTIONS } from '../src/mcp/instructions.ts';
import { TOOLS } from '../src/mcp/tools.ts';
import { renderLauncher } from '../src/setup/render-launcher.ts';
import { type BenchHome, DIST, makeBenchHome } from './support/bench-home.ts';
import type { BenchResult } from './support/result.ts';
import { round, type Spread, spreadOf } from './support/stats.ts';

const RUNS = 30;
const WARM_UP = 3;
const MOST_TIMES = 2.6;
const MOST_TOKENS = 1_500;
const ROOT = fileURLToPath(new URL('..', import.meta.url));

const META = 'io.modelcontextprotocol/';
const CLIENT = { name: 'bench', version: '1' };
const ENVELOPE = {
  [`${META}protocolVersion`]: '2026-07-28',
  [`${META}clientInfo`]: CLIENT,
  [`${META}clientCapabilities`]: {},
};
const CALL = { name: 'search', arguments: { query: 'failing test' } };

/** The messages that a client sends before each answer that counts, by what the answer is. */
const EARLIER: readonly (readonly [string, readonly JsonObject[]])[] = [
  [
    '2025-11-25: initialize',
    [{ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: CLIENT } }],
  ],
  ['2025-11-25: then tools/list', [{ method: 'notifications/initialized' }, { id: 2, method: 'tools/list' }]],
  ['2025-11-25: then the first tools/call', [{ id: 3, method: 'tools/call', params: CALL }]],
];
const CURRENT: typeof EARLIER = [
  ['2026-07-28: the first tools/call', [{ id: 1, method: 'tools/call', params: { ...CALL, _meta: ENVELOPE } }]],
];

/** How long `cairn mcp`, as set-up writes it, takes to its answers, against a bare node and the least server of its library. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const home = makeBenchHome(join(folder, 'home'), { CAIRN_EMBED_MODEL: 'none' });
  try {
    const launcher = writeLauncher(home);
    await home.startWorker();
    await home.memory().remember('The failing test waits for the clock.');
    await home.memory().settled();
    const reference = await bundleReference(folder);
    const taken = new Map<string, number[]>();
    for (let i = -WARM_UP; i < RUNS; i += 1) {
      const times: [string, number][] = [['node -e 0', await startNode(home.env)]];
      for (const messages of [EARLIER, CURRENT]) {
        times.push(...(await ask([launcher, 'mcp'], messages, home.env)));
        const alone = await ask([process.execPath, reference], messages, home.env);
        times.push(...alone.map(([name, ms]): [string, number] => [`reference, ${name}`, ms]));
      }
      for (const [name, ms] of i < 0 ? [] : times) taken.set(name, [...(taken.get(name) ?? []), ms]);
    }
    return toResult(new Map([...taken].map(([name, all]) => [name, spreadOf(all)])));
  } finally {
    await home.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The least server, bundled as ours is. */
async function bundleReference(folder: string): Promise<string> {
  const entry = { source: 'bench/support/mcp-reference.ts', output: 'reference.js', alone: true } as const;
  await bundleModules([entry], { root: ROOT, outputFolder: folder });
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return join(folder, 'reference.js');
}

function toResult(spreads: ReadonlyMap<string, Spread>): BenchResult {
  const median = (name: string): number => spreads.get(name)?.median ?? Number.NaN;
  const bare = median('node -e 0');
  const times = median('2025-11-25: initialize') / bare;
  const tokens = countTokens(
    JSON.stringify(TOOLS.map(({ name, description, input }) => ({ name, description, input }))),
  );
  return {
    title: 'MCP server',
    about:
      'From the start of `cairn mcp`, as set-up writes it, to its answers on standard output, in milliseconds; in turn with it a bare `node -e 0`, and the least server that the same library makes, bundled the same way, with one tool that only answers. The call of `cairn mcp` is a search by way of a worker that runs.',
    columns: ['', 'min', 'median', 'max', 'times a bare node', 'runs'],
    rows: [...spreads].map(([name, one]) => [
      name,
      round(one.min),
      round(one.median),
      round(one.max),
      round(one.median / bare, 2),
      one.count,
    ]),
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

function writeLauncher({ paths }: BenchHome): string {
  mkdirSync(paths.app, { recursive: true });
  mkdirSync(paths.bin, { recursive: true });
  symlinkSync(DIST, paths.appCurrent);
  writeFileSync(paths.launcher, renderLauncher({ node: process.execPath, paths }), { mode: 0o700 });
  return paths.launcher;
}

function startNode(env: NodeJS.ProcessEnv): Promise<number> {
  const began = performance.now();
  return new Promise((resolve) => {
    spawn(process.execPath, ['-e', '0'], { stdio: 'ignore', env }).on('exit', () => resolve(performance.now() - began));
  });
}

/** Starts a server, sends it messages, and gives when each answer came. */
async function ask(
  [program = '', ...args]: readonly string[],
  messages: typeof EARLIER,
  env: NodeJS.ProcessEnv,
): Promise<[string, number][]> {
  const began = performance.now();
  const server = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
  const ended = new Promise((resolve) => server.on('exit', resolve));
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const send = (message: Record<string, JsonValue>): void => {
    server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const times: [string, number][] = [];
  for (const [name, sent] of messages) {
    sent.forEach(send);
    const { value } = await lines.next();
    if (!String(value).includes('"result"')) throw new Error(`${name}: ${String(value).slice(0, 300)}`);
    times.push([name, performance.now() - began]);
  }
  server.stdin.end();
  await ended;
  return times;
}
