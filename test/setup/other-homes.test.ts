import assert from 'node:assert/strict';
import { chownSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { otherHomes } from '../../src/setup/other-homes.ts';
import { applySetup, chooseAgents, planSetup, type SetupEnvironment } from '../../src/setup/setup.ts';
import { applyUninstall, planUninstall } from '../../src/setup/uninstall.ts';
import { placeOf } from '../support/built-program.ts';
import { freshHome } from '../support/fresh-home.ts';
import { NOBODY, testWithTwoUsers } from '../support/two-users.ts';

const AGENTS = ['claude-code', 'codex', 'gemini-cli', 'opencode', 'cline', 'kiro', 'windsurf', 'cursor', 'copilot-cli'];
const NO_WORKER = async (): Promise<undefined> => undefined;

async function setUp(place: SetupEnvironment): Promise<string[]> {
  const plan = planSetup(chooseAgents(AGENTS, place), place);
  await applySetup(plan, place, { now: Date.now(), seenByWorker: NO_WORKER });
  return plan.otherHomes;
}

test('set-up and uninstall name the other home whose hooks they take out, whatever its folder is called', async (context) => {
  const at = freshHome(context);
  for (const folder of ['one', 'two words', "it's", 'a.b-c']) {
    const home = join(at.userHome, folder, '.cairn');
    const other = placeOf(at, { paths: homePaths(home) });
    const own = placeOf(at);
    assert.deepEqual(await setUp(other), [], folder);
    assert.deepEqual(planUninstall(other).otherHomes, [], folder);
    assert.deepEqual(planUninstall(own).otherHomes, [home], folder);
    assert.deepEqual(await setUp(own), [home], folder);
    assert.deepEqual(planUninstall(own).otherHomes, [], folder);
    assert.deepEqual(planUninstall(other).otherHomes, [at.home], folder);
    await applyUninstall(planUninstall(own), own, { now: Date.now(), stopWorker: NO_WORKER });
    await applyUninstall(planUninstall(other), other, { now: Date.now(), stopWorker: NO_WORKER });
    assert.deepEqual(planUninstall(own).agents, [], folder);
  }
});

test('uninstall gives back the hooks of another home that set-up took out, unless that home is gone', async (context) => {
  for (const isGone of [false, true]) {
    const at = freshHome(context);
    const home = join(at.userHome, 'another', '.cairn');
    const [other, own] = [placeOf(at, { paths: homePaths(home) }), placeOf(at)];
    await setUp(other);
    await setUp(own);
    if (isGone) rmSync(home, { recursive: true });
    await applyUninstall(planUninstall(own), own, { now: Date.now(), stopWorker: NO_WORKER });
    assert.deepEqual(planUninstall(own).otherHomes, isGone ? [] : [home]);
  }
});

test('a home is known in a line of a repository, in one of Windows, and not by other programs', () => {
  const userHome = '/home/ann';
  const named = (before: string) => otherHomes([{ before, after: undefined }], { home: '/home/ann/.cairn', userHome });
  assert.deepEqual(named('[ ! -x "$HOME/.other/bin/hook" ] || "$HOME/.other/bin/hook" codex Stop'), [
    '/home/ann/.other',
  ]);
  assert.deepEqual(named('[ ! -x "$HOME/.cairn/bin/hook" ] || "$HOME/.cairn/bin/hook" codex Stop'), []);
  assert.deepEqual(named('{"command": "\\"C:\\\\Users\\\\Ann Lee\\\\.cairn\\\\bin\\\\hook.cmd\\" codex Stop"}'), [
    'C:/Users/Ann Lee/.cairn',
  ]);
  assert.deepEqual(named('"/usr/bin/hooks" ./bin/hook my/bin/hook "/usr/bin/cairn-lang"'), []);
  assert.deepEqual(named(`'/a b/bin/cairn' "/it's/bin/hook" /c/bin/hook;/d//bin//hook/bin/hook x=/e/bin/cairn`), [
    '/a b',
    '/c',
    '/d',
    '/e',
    "/it's",
  ]);
});

test('a text of any length is read once, whatever it repeats', () => {
  const rows = [
    '/',
    '\\',
    '"/',
    "'/",
    '/+',
    ' /',
    '/bin',
    '/bin/',
    'a/bin/cairn',
    '"C:\\',
    "'\\",
    '$HOME/',
    '/bin/hook-',
    '\n/',
  ];
  for (const row of rows) {
    const before = `"/home/x/bin/hook" ${row.repeat(200_000)}`;
    const named = otherHomes([{ before, after: undefined }], { home: '/home/ann/.cairn', userHome: '/home/ann' });
    assert.ok(named.includes('/home/x'), row);
  }
});

testWithTwoUsers(
  'set-up in a home of another user is refused before anything is written, and names the user',
  async (context) => {
    const at = freshHome(context);
    chownSync(at.userHome, NOBODY, NOBODY);
    const place = placeOf(at);
    await assert.rejects(setUp(place), {
      code: 'not_allowed',
      message: `${at.userHome} belongs to user ${NOBODY}; this is user 0.`,
    });
    assert.ok(!existsSync(at.home));
    // A home of one's own there is for one's own agents.
    mkdirSync(at.home, { mode: 0o700 });
    await setUp(place);
    assert.ok(existsSync(place.paths.hook));
  },
);
