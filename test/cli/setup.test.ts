import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { atKeyboard } from './at-keyboard.ts';

const BEFORE = '{\n  "model": "opus"\n}\n';

function withClaude(context: TestContext): { cairn: Cairn; settings: string } {
  const cairn = cairnIn(context);
  const settings = join(cairn.at.userHome, '.claude', 'settings.json');
  mkdirSync(join(cairn.at.userHome, '.claude'), { recursive: true });
  writeFileSync(settings, BEFORE);
  return { cairn, settings };
}

test('shows what would change and changes nothing, in a dry run', async (context) => {
  const { cairn, settings } = withClaude(context);
  const { code, stdout } = await cairn.run(['setup', '--dry-run']);
  assert.equal(code, 0);
  assert.match(stdout, /^--- .*settings\.json\n\+\+\+ .*settings\.json\n@@ /);
  assert.match(stdout, /^\+.*bin\/hook claude-code SessionStart/m);
  assert.equal(readFileSync(settings, 'utf8'), BEFORE);
  assert.ok(!existsSync(cairn.at.home));
});

test('where nobody can be asked it names the command that needs no answer', async (context) => {
  const { cairn, settings } = withClaude(context);
  for (const args of [['setup'], ['setup', 'claude-code', '--json']]) {
    const { code, stdout, stderr } = await cairn.run(args);
    assert.equal(code, 2);
    assert.match(stdout + stderr, /cairn setup( claude-code)? --yes/);
  }
  assert.equal(readFileSync(settings, 'utf8'), BEFORE);
});

test('asks in a terminal, and a no changes nothing', async (context) => {
  const { cairn, settings } = withClaude(context);
  const no = await cairn.terminal(['setup'], { input: 'n' });
  assert.equal(no.code, 130);
  assert.match(no.stdout, /Set Cairn up like this\?/);
  assert.equal(readFileSync(settings, 'utf8'), BEFORE);
  const yes = await cairn.terminal(['setup'], { input: 'y' });
  assert.equal(yes.code, 0);
  assert.match(yes.stdout, /Set up: Claude Code/);
  assert.match(readFileSync(settings, 'utf8'), /bin\/hook/);
});

test('on a terminal it says what each agent gets, leaves out those not chosen, and shows the changes on a key', async (context) => {
  const { cairn, settings } = withClaude(context);
  const codex = join(cairn.at.userHome, '.codex');
  mkdirSync(codex, { recursive: true });
  writeFileSync(join(codex, 'config.toml'), 'model = "gpt-5"\n');
  const terminal = atKeyboard(context, cairn, ['setup']);
  await terminal.shows(
    'Nothing leaves this machine unless',
    'Which agents?',
    'Claude Code (hooks, MCP, 2 files)',
    'Codex (hooks, MCP, ',
  );
  // The second of the two is left out.
  await terminal.type('\u001b[B \r');
  await terminal.shows('Set Cairn up like this?');
  await terminal.type('d');
  await terminal.shows('bin/hook claude-code SessionStart', 'Set Cairn up like this?');
  await terminal.type('u');
  await terminal.shows('Set up: Claude Code.', 'There are no sessions to import.');
  await terminal.ended;
  assert.match(readFileSync(join(cairn.at.home, 'config.json'), 'utf8'), /"update\.notice": true/);
  assert.match(readFileSync(settings, 'utf8'), /bin\/hook/);
  assert.equal(readFileSync(join(codex, 'config.toml'), 'utf8'), 'model = "gpt-5"\n');
});

test('sets up once, with commands that work, and says so the second time', async (context) => {
  const { cairn } = withClaude(context);
  const first = await cairn.json(['setup', '--yes']);
  assert.deepEqual([first.changed, first.verified], [true, 'journal']);
  const again = await cairn.json(['setup', '--yes']);
  assert.deepEqual([again.changed, again.backup], [false, undefined]);
  assert.match((await cairn.run(['setup', '--yes'])).stderr, /^Already set up: Claude Code\./);
  const launcher = join(cairn.at.home, 'bin/cairn');
  const env = { HOME: cairn.at.userHome, PATH: cairn.env.PATH };
  const status = await runProgram(launcher, ['status', '--json'], { env });
  const { home, agents } = JSON.parse(status.stdout) as { home: string; agents: { name: string; setUp: boolean }[] };
  assert.equal(home, cairn.at.home);
  assert.ok(agents.some(({ name, setUp }) => name === 'claude-code' && setUp));
});

test('tries the hook out on the worker when one runs, and leaves nothing in memory', async (context) => {
  const { cairn } = withClaude(context);
  await cairn.run(['status']);
  assert.equal((await cairn.json(['setup', '--yes'])).verified, 'worker');
  const { counts } = (await cairn.json(['status'])) as { counts: { events: number; sessions: number } };
  assert.deepEqual([counts.events, counts.sessions], [0, 0]);
});

test('takes itself out, ends the worker, keeps the memory, and deletes it only when asked to', async (context) => {
  const { cairn, settings } = withClaude(context);
  await cairn.run(['setup', '--yes']);
  await cairn.run(['remember', 'We use pnpm']);
  const out = await cairn.terminal(['uninstall', '--yes']);
  assert.equal(out.code, 0, out.stdout);
  assert.match(out.stdout, /The memory stays in .*\. To delete it: cairn uninstall --purge/);
  assert.equal(readFileSync(settings, 'utf8'), BEFORE);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 3);
  assert.ok(existsSync(join(cairn.at.home, 'cairn.db')));
  assert.equal((await cairn.terminal(['uninstall', '--purge'], { input: 'n' })).code, 130);
  const socket = join(cairn.at.home, 'cairn.sock');
  const killed = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await runProgram(process.execPath, ['-e', killed]);
  assert.ok(existsSync(socket));
  const gone = await cairn.terminal(['uninstall', '--purge', '--yes', '--json']);
  assert.match(gone.stdout, /"changed": ?false[\s\S]*"purged": ?true/);
  assert.ok(!existsSync(cairn.at.home));
});

test('sets up the program alone, for an agent whose plugin brings the rest', async (context) => {
  const { cairn, settings } = withClaude(context);
  const { code, stderr } = await cairn.run(['setup', '--program', '--yes']);
  assert.equal(code, 0, stderr);
  assert.match(stderr, /Set up: the program\./);
  assert.equal(readFileSync(settings, 'utf8'), BEFORE);
  assert.ok(existsSync(join(cairn.at.home, 'bin/hook')));
});
