// A person alone loosens what protects a person; Cairn tells the person of what changes it another way.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import type { GuardChange } from '../../src/core/guard-change.ts';
import { attackIn } from '../support/attack.ts';
import { DIST } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { sendHook } from '../support/hook-script.ts';
import { quoted } from '../support/person-terminal.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { isTried } from '../support/suite-size.ts';

const TIGHT = {
  'tripwires.mode': 'block',
  'privacy.excludePaths': ['*.pem'],
  'privacy.excludeProjects': ['/clients/**'],
  'privacy.maxChars': 5_000,
};

/** What an agent would run to be rid of a guard. */
const LOOSEN: Record<string, readonly string[]> = {
  'tripwires are switched off': ['config', 'set', 'tripwires.mode', 'off'],
  'tripwires get their default again': ['config', 'unset', 'tripwires.mode'],
  'a file is no longer left out': ['config', 'unset', 'privacy.excludePaths'],
  'a pattern takes every file in again': ['config', 'set', 'privacy.excludePaths', '*.pem,!**'],
  'a pattern takes every project in again': ['config', 'set', 'privacy.excludeProjects', '/clients/**, !**'],
  'another project is left out instead': ['config', 'set', 'privacy.excludeProjects', '/other'],
  'more of each text is kept': ['config', 'set', 'privacy.maxChars', '100000'],
  'nothing is told any more': ['config', 'set', 'context.enabled', 'false'],
  'next to nothing is told any more': ['config', 'set', 'context.startTokens', '1'],
  'a command answers prompts': ['config', 'set', 'llm.model', 'command:sh evil.sh'],
  'texts go to another address': ['config', 'set', 'embed.url', 'http://127.0.0.1:9'],
  'prompts are erased after a day': ['config', 'set', 'retention.days', 'prompt=1'],
  'the change is said to be meant': ['config', 'accept', 'tripwires.mode'],
  'an earlier memory is put in the place of this one': ['backup', 'restore', '--yes'],
  'Cairn is taken out': ['uninstall', '--yes'],
  'the memory is deleted': ['uninstall', '--purge', '--yes'],
};

function tightHome(context: TestContext): { cairn: Cairn; path: string; text: string } {
  const cairn = cairnIn(context);
  const path = homePaths(cairn.at.home).config;
  const text = JSON.stringify(TIGHT);
  mkdirSync(cairn.at.home, { recursive: true, mode: 0o700 });
  writeFileSync(path, text, { mode: 0o600 });
  return { cairn, path, text };
}

/** Ways in which an agent runs a command line. */
const WAYS: Record<string, (cairn: Cairn, args: readonly string[]) => ReturnType<Cairn['run']>> = {
  'by a script': ({ run }, args) => run(args),
  'with variables that say it is so already': ({ run }, args) =>
    run(args, { env: { CAIRN_TRIPWIRES: 'off', CAIRN_EXCLUDE_PATHS: '/x', CAIRN_EXCLUDE_PROJECTS: '/other' } }),
  'in its own terminal': ({ terminal }, args) => terminal(args, { env: { CLAUDECODE: '1' } }),
  'in a terminal that script gives': ({ env, at }, args) => {
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
    const words = ['env', '-i', ...variables, process.execPath, join(DIST, 'cli.js'), ...args];
    return runProgram('script', ['-qec', words.map(quoted).join(' '), '/dev/null'], { env, cwd: at.project });
  },
};

for (const [n, [way, run]] of Object.entries(WAYS).entries()) {
  test(`no agent loosens a guard ${way}`, async (context) => {
    const { cairn, path, text } = tightHome(context);
    await cairn.run(['setup', 'claude-code', '--yes']);
    await cairn.run(['status']);
    await cairn.run(['backup', 'create']);
    for (const [m, [name, args]] of Object.entries(LOOSEN).entries()) {
      if (!isTried(n + m, 2)) continue;
      await attackIn(context, `${name}, ${way}`, async () => {
        const { code, stdout, stderr } = await run(cairn, args);
        assert.equal(code, 1, stdout + stderr);
        assert.match(stdout + stderr, /Only a person/);
        assert.equal(readFileSync(path, 'utf8'), text);
        assert.ok(existsSync(homePaths(cairn.at.home).db));
      });
    }
  });
}

test('anybody tightens a guard, and a person in a terminal loosens it', async (context) => {
  const { cairn, path } = tightHome(context);
  const read = (): Record<string, unknown> => JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  assert.equal((await cairn.run(['config', 'set', 'privacy.excludePaths', '*.pem,*.key'])).code, 0);
  assert.deepEqual(read()['privacy.excludePaths'], ['*.pem', '*.key']);
  const { code, stdout } = await cairn.terminal(['config', 'set', 'tripwires.mode', 'off']);
  assert.equal(code, 0, stdout);
  assert.equal(read()['tripwires.mode'], 'off');
  await cairn.run(['worker', 'restart']);
  assert.deepEqual((await cairn.json(['status'])).guards, []);
});

test('to leave a project out, which anybody may, silences no rule there', async (context) => {
  const cairn = cairnIn(context);
  await cairn.terminal(['remember', 'Never deploy by hand.', '--kind', 'constraint']);
  assert.equal((await cairn.run(['config', 'set', 'privacy.excludeProjects', cairn.at.project])).code, 0);
  await cairn.run(['worker', 'restart']);
  const { text } = await cairn.json(['context']);
  assert.match(String(text), /Never deploy by hand/);
});

/** What an agent shows its user at the start of a session. */
async function shownAt({ socket, at }: RunningWorker, session: string): Promise<string> {
  const payload = { session_id: session, cwd: at.project, source: 'startup' };
  const { text } = await sendHook(socket, 'SessionStart', { payload });
  const [, reply = ''] = text.split('\n');
  return reply === '' ? '' : ((JSON.parse(reply) as { systemMessage?: string }).systemMessage ?? '');
}

async function loosened(worker: RunningWorker): Promise<GuardChange[]> {
  return (await worker.memory().status()).guards;
}

async function doctorOf(worker: RunningWorker): Promise<string> {
  const { checks } = await worker.memory().doctor();
  return checks.find(({ name }) => name === 'guards')?.status ?? '';
}

test('an edit of the file by hand works, and each session tells the person until it is accepted', async (context) => {
  const worker = await runWorker(context);
  const { config } = homePaths(worker.at.home);
  writeFileSync(config, JSON.stringify(TIGHT));
  await worker.end('SIGTERM');
  await worker.restart();
  assert.equal(await shownAt(worker, 'tightened'), '');
  assert.deepEqual([await loosened(worker), await doctorOf(worker)], [[], 'ok']);

  writeFileSync(config, JSON.stringify({ ...TIGHT, 'tripwires.mode': 'off', 'llm.key': 'key-of-a-test' }));
  await worker.end('SIGTERM');
  await worker.restart();
  const told = await shownAt(worker, 'one');
  assert.match(
    told,
    /loosened, and not by you in a terminal: .*tripwires\.mode went from block to off, in config\.json/,
  );
  assert.match(told, /llm\.key went from \(none\) to \(set\)/);
  assert.ok(!told.includes('key-of-a-test'));
  assert.equal(await shownAt(worker, 'one'), '');
  assert.notEqual(await shownAt(worker, 'two'), '');
  const changes = await loosened(worker);
  assert.deepEqual(changes.map(({ key, before, after, from }) => [key, before, after, from]).sort(), [
    ['llm.key', '(none)', '(set)', 'file'],
    ['tripwires.mode', 'block', 'off', 'file'],
  ]);
  assert.equal(await doctorOf(worker), 'warning');
  await assert.rejects(worker.memory().settings({ accept: 'tripwires.mode' }), { code: 'not_allowed' });

  for (const key of ['tripwires.mode', 'llm.key']) await worker.asPerson(['config', 'accept', key]);
  assert.equal(await shownAt(worker, 'three'), '');
  assert.deepEqual([await loosened(worker), await doctorOf(worker)], [[], 'ok']);
});

test('a pause that is taken out of its file by hand ends, and each session tells the person until it is accepted', async (context) => {
  const worker = await runWorker(context);
  const file = join(worker.at.home, 'pauses.json');
  await worker.memory().pause({});
  assert.equal(await shownAt(worker, 'paused'), '');
  assert.deepEqual(await loosened(worker), []);
  writeFileSync(file, '[]');
  assert.match(
    await shownAt(worker, 'one'),
    /loosened, and not by you in a terminal: pauses went from 1, of which 1 lasts to \(none\), in pauses\.json/,
  );
  assert.equal(await doctorOf(worker), 'warning');
  await assert.rejects(worker.memory().settings({ accept: 'pauses' }), { code: 'not_allowed' });
  await worker.asPerson(['config', 'accept', 'pauses']);
  assert.equal(await shownAt(worker, 'two'), '');

  await worker.memory().pause({ folder: worker.at.project });
  await worker.asPerson(['on']);
  assert.equal(await shownAt(worker, 'three'), '');
  assert.deepEqual(await loosened(worker), []);
});

test('a variable that switches everything off is told all the same, and once accepted it is known', async (context) => {
  const at = freshHome(context);
  const usual = await runWorker(context, { at });
  await usual.end('SIGTERM');
  const env = { CAIRN_CONTEXT_ENABLED: 'false' };
  const silent = await runWorker(context, { at, env });
  assert.match(
    await shownAt(silent, 'one'),
    /context\.enabled went from true to false, by the variable CAIRN_CONTEXT_ENABLED/,
  );
  await silent.asPerson(['config', 'accept', 'context.enabled']);
  await silent.end('SIGTERM');
  await usual.restart();
  await usual.end('SIGTERM');
  await silent.restart();
  assert.equal(await shownAt(silent, 'two'), '');
});
