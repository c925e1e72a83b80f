import assert from 'node:assert/strict';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { HealthCheck } from '../../src/core/model/check.ts';
import { grokHooks } from '../agents/grok/fixtures.ts';
import { DIST } from '../support/built-program.ts';
import { IMPATIENT_ENV } from '../support/patience.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';

const NEVER = { CAIRN_WORKER_START: 'never' };

async function examine(cairn: Cairn, args: readonly string[] = [], env: Record<string, string> = {}) {
  const { code, stdout } = await cairn.run(['doctor', '--json', ...args], { env });
  const { checks } = JSON.parse(stdout) as { checks: HealthCheck[] };
  return { code, checks, of: (name: string) => checks.find((check) => check.name === name) };
}

async function withClaude(context: TestContext): Promise<{ cairn: Cairn; settings: string }> {
  const cairn = cairnIn(context);
  const settings = join(cairn.at.userHome, '.claude', 'settings.json');
  mkdirSync(join(cairn.at.userHome, '.claude'), { recursive: true });
  assert.equal((await cairn.run(['setup', '--yes'])).code, 0);
  return { cairn, settings };
}

test('says of every part how it is, and makes nothing where nothing is', async (context) => {
  const cairn = cairnIn(context);
  const before = await examine(cairn);
  assert.equal(before.of('home')?.status, 'warning');
  assert.ok(!existsSync(cairn.at.home));
  await cairn.run(['remember', 'We use pnpm']);
  const { code, checks, of } = await examine(cairn, ['--deep']);
  assert.equal(code, 0);
  for (const name of [
    'node',
    'sqlite',
    'config',
    'home',
    'home-modes',
    'home-writable',
    'home-key',
    'disk',
    'file-system',
    'socket',
  ]) {
    assert.equal(of(name)?.status, 'ok', name);
  }
  for (const name of ['worker', 'database', 'index', 'privacy', 'pending', 'jobs', 'journal', 'skipped', 'size']) {
    assert.equal(of(name)?.status, 'ok', name);
  }
  assert.match(of('proposed')?.message ?? '', /1 statement of an agent waits for you: cairn review/);
  const shown = await cairn.run(['doctor']);
  assert.match(shown.stdout, /^ok {6}program {2}(?:\S+, )*node, /m);
  assert.doesNotMatch(shown.stdout, /^ok {6}node/m);
  const whole = await cairn.run(['doctor', '--verbose']);
  assert.match(whole.stdout, /^ok {6}node {2}Node \d+/m);
  const report = await cairn.run(['doctor', '--report']);
  assert.match(report.stdout, /^cairn \d+\.\d+\.\d+, \S+ \S+, Node [\d.]+$.*^ok {7}node: Node/ms);
  assert.ok(!report.stdout.includes(cairn.at.userHome));
  assert.ok(checks.every(({ status, fix }) => status === 'ok' || fix !== undefined));
});

test('finds what is wrong with a set-up, says what helps, and mends it', async (context) => {
  const { cairn, settings } = await withClaude(context);
  const { home } = cairn.at;
  const wrong = ['home-modes', 'program', 'command:hook', 'setup:claude-code'];
  const well = await examine(cairn);
  assert.deepEqual([well.code, well.checks.filter(({ status }) => status === 'failed')], [0, []]);
  chmodSync(home, 0o755);
  chmodSync(join(home, 'cairn.db'), 0o644);
  rmSync(join(home, 'app/current'));
  writeFileSync(join(home, 'bin/hook'), '#!/bin/sh\n', { mode: 0o700 });
  writeFileSync(settings, readFileSync(settings, 'utf8').replace('"Stop"', '"Halt"'));
  const ill = await examine(cairn);
  assert.equal(ill.code, 1);
  for (const name of wrong)
    assert.deepEqual([ill.of(name)?.status === 'ok', ill.of(name)?.fixable], [false, true], name);
  const mended = await examine(cairn, ['--fix']);
  assert.equal(mended.code, 0, JSON.stringify(mended.checks.filter(({ status }) => status === 'failed')));
  for (const name of wrong) assert.equal(mended.of(name)?.fixed, true, name);
  assert.deepEqual([statSync(home).mode & 0o777, statSync(join(home, 'cairn.db')).mode & 0o777], [0o700, 0o600]);
  const after = await examine(cairn);
  for (const name of wrong) assert.ok([undefined, 'ok'].includes(after.of(name)?.status), name);
});

test('knows whether hooks fired since set-up, and still knows after the worker ended', async (context) => {
  const { cairn } = await withClaude(context);
  const silent = await examine(cairn);
  assert.equal(silent.of('hook-fires:claude-code')?.status, 'warning');
  const payload = JSON.stringify({
    session_id: 's-1',
    hook_event_name: 'SessionStart',
    source: 'startup',
    cwd: cairn.at.project,
  });
  const hook = join(cairn.at.home, 'bin/hook');
  const ran = await runProgram(hook, ['claude-code', 'SessionStart'], { input: payload, env: cairn.env });
  assert.equal(ran.code, 0);
  assert.equal((await examine(cairn)).of('hook-fires:claude-code')?.status, 'ok');
  assert.equal((await cairn.run(['worker', 'stop'])).code, 0);
  const { of } = await examine(cairn);
  assert.equal(of('hook-fires:claude-code')?.status, 'ok');
  assert.match(of('hooks:claude-code')?.message ?? '', /SessionStart 1 \(last /);
});

test('does not take for evidence what another agent sends that runs the same hooks', async (context) => {
  const { cairn } = await withClaude(context);
  const hook = join(cairn.at.home, 'bin/hook');
  for (const { event, payload } of grokHooks()) {
    const input = JSON.stringify(payload);
    assert.equal((await runProgram(hook, ['claude-code', event], { input, env: cairn.env })).code, 0);
  }
  const { of } = await examine(cairn);
  assert.match(of('skipped')?.message ?? '', /Stop:sent-by-grok 1/);
  assert.equal(of('hook-fires:claude-code')?.status, 'warning');
  assert.equal(of('hooks:claude-code')?.message, 'No hook of Claude Code was seen yet.');
});

test('says when an agent worked and no hook fired', async (context) => {
  const { cairn } = await withClaude(context);
  const folder = join(cairn.at.userHome, '.claude/projects/-shop');
  mkdirSync(folder, { recursive: true });
  const later = (Date.now() + 3_600_000) / 1_000;
  writeFileSync(join(folder, 'aaaaaaaa-0000-4000-8000-000000000000.jsonl'), '{"type":"summary"}\n');
  utimesSync(join(folder, 'aaaaaaaa-0000-4000-8000-000000000000.jsonl'), later, later);
  const found = (await examine(cairn)).of('hook-fires:claude-code');
  assert.equal(found?.status, 'warning');
  assert.match(found?.message ?? '', /Claude Code worked at .* and no hook fired/);
});

test('reads what it can where no worker may be started', async (context) => {
  const { cairn } = await withClaude(context);
  await cairn.run(['remember', 'We use pnpm']);
  await cairn.run(['worker', 'stop']);
  const { code, of } = await examine(cairn, ['--fix'], NEVER);
  assert.equal(code, 0);
  assert.equal(of('worker')?.status, 'warning');
  assert.match(of('memory')?.message ?? '', /CAIRN_WORKER_START is never/);
  assert.match(of('database')?.message ?? '', /1 event and 1 memory/);
});

test('takes away what a killed worker left, and names a process that holds the home in silence', async (context) => {
  const cairn = cairnIn(context);
  const { owner: worker } = (await cairn.json(['status'])) as { owner: { pid: number; socket: string } };
  process.kill(worker.pid, 'SIGSTOP');
  const silent = (await examine(cairn, [], { ...NEVER, ...IMPATIENT_ENV })).of('worker');
  process.kill(worker.pid, 'SIGKILL');
  assert.deepEqual([silent?.status, silent?.fix], ['failed', 'cairn worker restart']);
  const { of } = await examine(cairn, ['--fix'], NEVER);
  assert.equal(of('stale-socket')?.fixed, true);
  assert.ok(!existsSync(worker.socket) && !existsSync(join(cairn.at.home, 'worker.socket')));
});

test('a configuration or a database that cannot be read fails with what helps', async (context) => {
  const cairn = cairnIn(context);
  mkdirSync(cairn.at.home, { recursive: true, mode: 0o700 });
  const config = join(cairn.at.home, 'config.json');
  writeFileSync(config, '{"worker.start": "perhaps"}', { mode: 0o600 });
  const unread = await examine(cairn);
  assert.deepEqual([unread.code, unread.of('config')?.status], [1, 'failed']);
  assert.match(unread.of('config')?.message ?? '', /it takes auto or never/);
  writeFileSync(config, '{"worker.strat": "auto"}');
  assert.match((await examine(cairn)).of('config')?.message ?? '', /has worker\.strat, which is not a setting/);
  await cairn.run(['worker', 'stop']);
  writeFileSync(
    join(cairn.at.home, 'cairn.db'),
    'this is no database, and never was one, however long it is looked at\n'.repeat(80),
  );
  const broken = await examine(cairn);
  assert.equal(broken.code, 1);
  const failed = broken.checks.filter(({ status }) => status === 'failed');
  assert.deepEqual(
    failed.map(({ name }) => name),
    ['database'],
  );
  assert.ok(failed[0]?.fix !== undefined);
});

test('a search or an MCP server that fails is told of, with what helps', async (context) => {
  const { cairn } = await withClaude(context);
  const program = join(cairn.at.root, 'program');
  cpSync(DIST, program, { recursive: true });
  writeFileSync(join(program, 'reader.js'), "throw new Error('this reader never reads');\n");
  await cairn.run(['worker', 'stop']);
  const { code, stdout } = await runProgram(process.execPath, [join(program, 'cli.js'), 'doctor', '--json'], {
    env: cairn.env,
    cwd: cairn.at.project,
  });
  const { checks } = JSON.parse(stdout) as { checks: HealthCheck[] };
  assert.equal(code, 1, stdout);
  for (const name of ['search', 'mcp']) {
    const found = checks.find((check) => check.name === name);
    assert.equal(found?.status, 'failed', stdout);
    assert.match(found.message, /never reads/);
    assert.match(found.fix ?? '', /cairn worker restart/);
  }
  await cairn.run(['worker', 'stop']);
  writeFileSync(join(cairn.at.home, 'bin/cairn'), '#!/bin/sh\necho no such server >&2; exit 1\n', { mode: 0o700 });
  const { of } = await examine(cairn);
  assert.deepEqual([of('search')?.status, of('mcp')?.status], ['ok', 'failed']);
  assert.match(of('mcp')?.message ?? '', /no such server/);
  assert.match(of('mcp')?.fix ?? '', /^cairn setup/);
});
