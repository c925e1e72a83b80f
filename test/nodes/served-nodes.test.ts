import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { homePaths } from '../../src/config/paths.ts';
import { asObject, asString, type JsonObject } from '../../src/core/json.ts';
import type { HealthCheck } from '../../src/core/model/check.ts';
import { DIST } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { type Ended, ended, runProgram } from '../support/run-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import { until } from '../support/until.ts';
import { type TestedNode, testedNodes } from './tested-nodes.ts';

const REPOSITORY = join(DIST, '..');
/** The bundled model: its thread is one of those that must not fail. */
const WITH_MODEL = { CAIRN_EMBED_MODEL: 'minilm' };
const RULE = 'Always deploy heron with pnpm, never with npm.';

for (const node of testedNodes('served')) {
  suite(`Node ${node.version}`, () => {
    test('npm start shows a recall and keeps the worker until it is interrupted', (context) => start(context, node));

    test('a command, a hook and MCP find what was kept, by one worker, and the doctor finds all well', async (context) => {
      const cairn = await setUp(context, node.executable);
      await find(context, cairn);
      await examine(cairn);
      await startSessions(cairn);
    });

    test('a program opens the memory and is told of no warning', (context) => embed(context, node));
  });
}

async function start(context: TestContext, { executable }: TestedNode): Promise<void> {
  const at = freshHome(context);
  const path = `${dirname(executable)}:${process.env.PATH}`;
  const own = { ...environmentOf(at), ...WITH_MODEL, PATH: path };
  const child = spawn('npm', ['start'], {
    cwd: REPOSITORY,
    env: own,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let shown = '';
  child.stderr.on('data', (part: Buffer) => {
    shown += part;
  });
  const end = ended(child);
  const worker = (): string | undefined => /The worker runs, process (\d+)/.exec(shown)?.[1];
  await until(() => child.exitCode !== null || worker() !== undefined);
  if (child.exitCode === null) process.kill(Number(worker()), 'SIGINT');
  const { stdout, stderr } = await end;
  assert.match(stdout, /cairn search -a "why idempotency keys instead of locks\?"\n\n.*dempotency/s, stderr);
  assert.match(stderr, /Stopped\./);
  assert.doesNotMatch(stderr, /warning|error/i);
}

async function find(context: TestContext, cairn: Cairn): Promise<void> {
  assert.equal((await cairn.terminal(['remember', RULE], { env: WITH_MODEL })).code, 0);
  const { pid } = await statusOf(cairn);
  const found = await cairn.run(['search', 'heron'], { env: WITH_MODEL });
  assert.deepEqual([found.code, found.stderr], [0, ''], found.stdout);
  assert.match(found.stdout, /heron/);
  assert.match(await askOverMcp(context, cairn), /heron/);
  assert.equal((await statusOf(cairn)).pid, pid, readLog(cairn));
}

/** The doctor tries everything, and leaves nothing of it. */
async function examine(cairn: Cairn): Promise<void> {
  const before = await statusOf(cairn);
  const { code, stdout, stderr } = await cairn.run(['doctor', '--json'], { env: WITH_MODEL });
  assert.deepEqual([code, stderr], [0, ''], stdout);
  const { checks } = JSON.parse(stdout) as { checks: HealthCheck[] };
  const states = new Map(checks.map(({ name, status }) => [name, status]));
  for (const name of ['node', 'worker', 'hook-node', 'hook-runs', 'hook-alone', 'search', 'mcp', 'database']) {
    assert.equal(states.get(name), 'ok', `${name}: ${stdout}`);
  }
  assert.deepEqual(await statusOf(cairn), before, readLog(cairn));
}

/** What there is once all memories are made, and the process that holds it. */
async function statusOf(cairn: Cairn): Promise<JsonObject> {
  let status: JsonObject = {};
  await until(async () => {
    status = await cairn.json(['status']);
    const { sessions, patterns } = asObject(status.distilling);
    return asObject(status.counts).pending === 0 && sessions === 0 && patterns === 0;
  });
  const { events, items, sessions, byEvent } = asObject(status.counts);
  assert.ok(Number(events) > 0);
  return { events, items, sessions, byEvent, pid: asObject(status.owner).pid } as JsonObject;
}

/** The worker answers a hook; without one the hook answers by itself. */
async function startSessions(cairn: Cairn): Promise<void> {
  const { pid } = await statusOf(cairn);
  assert.match((await startSession(cairn, 'first')).stdout, /heron/);
  assert.equal((await statusOf(cairn)).pid, pid, readLog(cairn));
  assert.equal((await cairn.run(['worker', 'stop'])).code, 0);
  // It gives up its answer after a second, which is short on a busy machine: another session asks again.
  let session = 0;
  await until(async () => {
    session += 1;
    return /heron/.test((await startSession(cairn, `alone-${session}`, { CAIRN_WORKER_START: 'never' })).stdout);
  });
  assert.doesNotMatch(readLog(cairn), / error /);
}

async function embed(context: TestContext, { executable }: TestedNode): Promise<void> {
  const at = freshHome(context);
  mkdirSync(join(at.project, 'node_modules'));
  symlinkSync(REPOSITORY, join(at.project, 'node_modules/cairn-memory'));
  const program = join(at.project, 'program.mjs');
  writeFileSync(
    program,
    `import { CairnError, openMemory } from 'cairn-memory';
    const memory = await openMemory({ mode: 'embedded' });
    await memory.remember(${JSON.stringify(RULE)});
    const { hits } = await memory.search('do we deploy with npm or pnpm?');
    let refused;
    try { await openMemory({ mode: 'embedded' }); } catch (error) { refused = error instanceof CairnError && error.code; }
    await memory.close();
    console.log(JSON.stringify([hits[0]?.title, refused]));`,
  );
  const env = { ...environmentOf(at), ...WITH_MODEL };
  const { stdout, stderr } = await runProgram(executable, [program], { cwd: at.project, env });
  assert.equal(stderr, '');
  assert.deepEqual(JSON.parse(stdout), [RULE, 'busy']);
}

/** A home with Claude Code set up; its hook waits as long as a busy machine takes. */
async function setUp(context: TestContext, executable: string): Promise<Cairn> {
  const cairn = cairnIn(context, executable);
  mkdirSync(join(cairn.at.userHome, '.claude'), { recursive: true });
  const { code, stderr } = await cairn.run(['setup', '--yes'], { env: WITH_MODEL });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stderr, /Warning/);
  return cairn;
}

async function startSession(cairn: Cairn, session: string, env: Record<string, string> = {}): Promise<Ended> {
  const event = 'SessionStart';
  const { hook } = homePaths(cairn.at.home);
  const payload = { session_id: session, hook_event_name: event, source: 'startup', cwd: cairn.at.project };
  const ran = await runProgram(hook, ['claude-code', event], {
    input: JSON.stringify(payload),
    env: { ...cairn.env, ...WITH_MODEL, ...env },
    cwd: cairn.at.project,
  });
  assert.deepEqual([ran.code, ran.stderr], [0, '']);
  return ran;
}

/** What the tool `search` of the installed MCP server answers. */
async function askOverMcp(context: TestContext, cairn: Cairn): Promise<string> {
  const transport = new StdioClientTransport({
    command: homePaths(cairn.at.home).launcher,
    args: ['mcp'],
    env: { ...cairn.env, ...WITH_MODEL },
    stderr: 'pipe',
    cwd: cairn.at.project,
  });
  let said = '';
  transport.stderr?.on('data', (part: Buffer) => {
    said += part;
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  context.after(() => client.close());
  const { content } = await client.callTool({ name: 'search', arguments: { query: 'heron' } });
  assert.equal(said, '');
  return (content as { text?: string }[]).map(({ text }) => asString(text ?? '')).join('\n');
}

function readLog(cairn: Cairn): string {
  return readFileSync(homePaths(cairn.at.home).log, 'utf8');
}
