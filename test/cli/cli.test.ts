import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { runCli } from '../../src/cli/run-cli.ts';
import type { CliIo } from '../../src/cli/terminal/cli-io.ts';
import type { CliDeps } from '../../src/cli/terminal/command.ts';
import { isJsonObject } from '../../src/core/json.ts';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';

const NEVER = { CAIRN_WORKER_START: 'never' };

test('shows help and version on stdout and exits with 0', async (context) => {
  const cairn = cairnIn(context);
  for (const args of [['--help'], ['search', '--help'], ['help', 'search']]) {
    const { code, stdout, stderr } = await cairn.run(args);
    assert.equal(code, 0);
    assert.match(stdout, /^Usage: cairn/);
    assert.equal(stderr, '');
  }
  assert.doesNotMatch((await cairn.run(['--help'])).stdout, /^ {2}start /m);
  assert.match((await cairn.run(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
});

test('wrong usage says what is wrong and what helps, and exits with 2', async (context) => {
  const cairn = cairnIn(context);
  const unknown = await cairn.run(['serch', 'x']);
  assert.deepEqual([unknown.code, unknown.stdout], [2, '']);
  assert.equal(unknown.stderr, "error: unknown command 'serch'. Did you mean search?\nfix:   cairn --help\n");
  for (const args of [
    ['search'],
    ['search', 'x', '--limit', '0'],
    ['search', 'x', '--limit', 'many'],
    ['search', 'x', '--since', 'once'],
    ['search', 'x', '--kind', 'thing'],
    ['search', 'x', '--what'],
    ['remember', '  '],
    ['worker', 'rest'],
    ['worker', '--port', '0'],
    ['setup', 'klaude'],
  ]) {
    const { code, stderr } = await cairn.run(args);
    assert.equal(code, 2, args.join(' '));
    assert.match(stderr, /^error: .+\nfix: {3}.+\n$/);
  }
});

test('with --json every outcome is one JSON value on stdout, errors too', async (context) => {
  const cairn = cairnIn(context);
  const { code, stdout, stderr } = await cairn.run(['search', 'x', '--limit', '0', '--json']);
  assert.deepEqual([code, stderr], [2, '']);
  const { error } = JSON.parse(stdout) as { error: { code: string; message: string; fix: string } };
  assert.equal(error.code, 'invalid_input');
  assert.match(error.message, /whole number/);
});

test('starts without SQLite, threads and the programs of others', async (context) => {
  const cairn = cairnIn(context);
  const probe = join(cairn.at.root, 'probe.cjs');
  writeFileSync(probe, "process.on('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));");
  const { stderr } = await cairn.run(['config', 'path'], { env: { NODE_OPTIONS: `--require ${probe}` } });
  const loaded = stderr.split('\n').filter((name) => /NativeModule (?:sqlite|worker_threads|fs)$/.test(name));
  assert.deepEqual(loaded, ['NativeModule fs']);
});

test('exits with 3 when no worker runs and none may be started', async (context) => {
  const cairn = cairnIn(context);
  for (const args of [['search', 'x'], ['status'], ['get', 'o_aaaaaaaaaaaaaaaa'], ['worker', 'stop']]) {
    const { code, stderr } = await cairn.run(args, { env: NEVER });
    assert.equal(code, 3, args.join(' '));
    assert.match(stderr, /^error: .*\nfix: {3}cairn worker\n$/);
  }
});

test('keeps, finds, shows and hands over what was said', async (context) => {
  const cairn = cairnIn(context);
  const made = await cairn.json([
    'remember',
    'We',
    'never',
    'store',
    'card',
    'numbers',
    '--kind',
    'constraint',
    '--reason',
    'law',
  ]);
  assert.equal(made.status, 'proposed');
  const found = await cairn.json(['search', 'card', 'numbers', '--kind', 'knowledge', '--limit', '3']);
  assert.ok(Array.isArray(found.hits) && isJsonObject(found.hits[0]));
  assert.equal(found.hits[0].id, made.id);
  const whole = await cairn.run(['get', String(made.id)]);
  assert.equal(whole.code, 0);
  assert.match(whole.stdout, /reason +law/);
  assert.equal((await cairn.run(['get', String(made.id), 'o_aaaaaaaaaaaaaaaa'])).code, 1);
  const shown = await cairn.run(['search', 'card numbers', '--explain']);
  assert.match(shown.stdout, /^1\. .*card numbers.*\n {3}o_[a-z2-7]{16} · knowledge · .* · by agent · proposed\n/);
  assert.match(shown.stdout, /^ {3}score \d\.\d\d\n {3}\+\d\.\d\d {2}holds "card" and "numbers"$/m);
  assert.ok(Array.isArray((await cairn.json(['context', 'where do card numbers go?'])).items));
  const status = await cairn.json(['status']);
  assert.ok(isJsonObject(status.counts) && status.counts.events === 1);
  assert.match((await cairn.run(['status'])).stdout, /^worker +pid \d+, version/m);
});

test('reads the text to remember from stdin', async (context) => {
  const cairn = cairnIn(context);
  const made = await cairn.json(['remember', '-'], { input: 'The build takes 40 s\nsince June.\n' });
  const whole = await cairn.json(['get', String(made.id)]);
  assert.match(JSON.stringify(whole), /The build takes 40 s\\nsince June\./);
});

test('only a terminal without an agent is a person', async (context) => {
  const cairn = cairnIn(context);
  const typed = await cairn.terminal(['remember', 'Never deploy on Fridays']);
  assert.match(typed.stdout, /o_[a-z2-7]{16}.* created/);
  const marked = await cairn.terminal(['remember', 'Never deploy on Mondays'], { env: { CLAUDECODE: '1' } });
  assert.match(marked.stdout, /proposed/);
  assert.match(marked.stdout, /CLAUDECODE is set/);
  const configured = await cairn.terminal(['remember', 'Never deploy at night'], { env: { CODEX_HOME: '/x' } });
  assert.match(configured.stdout, /created/);
  const piped = await cairn.run(['remember', 'Never deploy at noon']);
  assert.match(piped.stdout, /proposed/);
});

test('colours a terminal and nothing else, and not against NO_COLOR', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'We use pnpm here']);
  assert.match((await cairn.terminal(['search', 'pnpm'])).stdout, /\u001b\[1m/);
  assert.ok(!(await cairn.terminal(['search', 'pnpm'], { env: { NO_COLOR: '1' } })).stdout.includes('\u001b['));
  assert.ok(!(await cairn.run(['search', 'pnpm'])).stdout.includes('\u001b['));
});

test('shows a person what is longer than the screen in a pager, and nobody else', async (context) => {
  const cairn = cairnIn(context);
  for (let n = 0; n < 16; n += 1) await cairn.run(['remember', `Heron number ${n} is a note of its own`]);
  const pages = { CAIRN_PAGER: "sed 's/^/paged: /'" };
  const search = ['search', 'heron', '--limit', '16'];
  const isPaged = async (args: string[], env: Record<string, string> = pages): Promise<boolean> => {
    const { code, stdout } = await cairn.terminal(args, { env });
    assert.equal(code, 0, stdout);
    assert.match(stdout, /Heron number/);
    return stdout.includes('paged: ');
  };
  assert.ok(await isPaged(search));
  assert.ok(!(await isPaged([...search, '--no-pager'])));
  assert.ok(!(await isPaged(['search', 'heron', '--limit', '2'])), 'it is short');
  assert.ok(!(await isPaged([...search, '--json'])));
  assert.ok(!(await isPaged(search, { CAIRN_PAGER: 'no-such-pager-here' })));
  assert.ok(!(await isPaged(search, { ...pages, CLAUDECODE: '1' })), 'an agent runs it');
  assert.ok(!(await cairn.run(search, { env: pages })).stdout.includes('paged: '), 'it is no terminal');
});

test('takes escapes out of stored text', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', '-'], { input: 'A heron \u001b[31mred\u001b[0m \u001b]0;title\u0007 \u202egnorw' });
  for (const args of [
    ['search', 'heron'],
    ['context', 'heron'],
  ]) {
    const { stdout } = await cairn.run(args);
    assert.ok(!/[\u202e\u0007]|\u001b/.test(stdout), JSON.stringify(stdout));
  }
});

test('help that the launcher answers is what the program says', async (context) => {
  const { env, terminal } = cairnIn(context);
  for (const words of [
    ['--help'],
    ['-h'],
    ['help'],
    ['search', '--help'],
    ['ls', '-h'],
    ['help', 'recall'],
    ['nosuch', '--help'],
  ]) {
    const [launched, whole] = await Promise.all(
      ['cli.js', 'cli-main.js'].map((name) => runProgram(process.execPath, [join(DIST, name), ...words], { env })),
    );
    assert.equal(launched?.stdout, whole?.stdout, words.join(' '));
    assert.equal(launched?.code, 0);
  }
  assert.match((await terminal(['search', '--help'])).stdout, /^Usage: cairn search/);
});

test('says nothing when the reader of its output leaves', async (context) => {
  const cairn = cairnIn(context);
  const command = `'${process.execPath}' '${join(DIST, 'cli.js')}' --help | true`;
  const { code, stderr } = await runProgram('/bin/sh', ['-c', command], { env: cairn.env });
  assert.deepEqual([code, stderr], [0, '']);
});

test('a command that was interrupted exits with 130', async (context) => {
  const worker = await runWorker(context);
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) };
  const code = await runCli(
    ['search', 'anything'],
    partsOf(worker, { stdout: stream, stderr: stream, signal: AbortSignal.abort() }),
  );
  assert.equal(code, 130);
  assert.match(said.join(''), /^error: .*cancelled/i);
});

/** What the program gives to a command, over a running worker. */
function partsOf(worker: RunningWorker, io: Pick<CliIo, 'stdout' | 'stderr' | 'signal'>): CliDeps {
  const none = (): never => {
    throw new Error('this test does not get here');
  };
  return {
    io: {
      ...io,
      stdin: Readable.from([]),
      env: {},
      cwd: worker.at.project,
      userHome: worker.at.userHome,
      userId: -1,
      now: Date.now,
    },
    version: '0.0.0',
    isHomeReadOnly: () => false,
    openMemory: ({ person }) => worker.memory({ surface: 'cli', person }),
    exampleFolder: undefined,
    readConfig: none,
    findWorker: none,
    findLockHolder: none,
    listen: none,
    askForPage: none,
    openBrowser: none,
    runWorker: none,
    endProcess: none,
    isRunning: () => false,
    setupPlace: none,
    serveMcp: none,
    runTeamServer: none,
    openScreen: none,
    runHere: none,
    showInPager: none,
    findUpdate: none,
    startUpdateCheck: none,
  };
}

test('suggests the word that was meant: a setting, an action, an agent, a command of help', async (context) => {
  const cairn = cairnIn(context);
  for (const [args, meant] of [
    [['config', 'get', 'context.startToken'], 'context.startTokens'],
    [['backup', 'lst'], 'list'],
    [['search', 'x', '--agent', 'clode-code'], 'claude-code'],
    [['sessions', 'showw'], 'show'],
    [['help', 'serach'], 'search'],
  ] as const) {
    assert.ok((await cairn.run(args)).stderr.includes(`Did you mean "${meant}"?`), args.join(' '));
  }
  assert.match((await cairn.run(['help', 'not_found'])).stdout, /^not_found: .*\n\n.*troubleshooting\.md#not_found\n$/);
  const far = await cairn.run(['help', 'xyzzyx']);
  assert.deepEqual([far.code, far.stderr], [2, "error: unknown command 'xyzzyx'.\nfix:   cairn --help\n"]);
});

test('FORCE_COLOR colours a pipe, NO_COLOR wins', async (context) => {
  const cairn = cairnIn(context);
  const coloured = async (env: Record<string, string>): Promise<boolean> =>
    (await cairn.run(['config'], { env })).stdout.includes('\u001b[');
  assert.deepEqual(await Promise.all([coloured({ FORCE_COLOR: '1' }), coloured({ FORCE_COLOR: '0' })]), [true, false]);
  assert.equal(await coloured({ FORCE_COLOR: '1', NO_COLOR: '1' }), false);
});
