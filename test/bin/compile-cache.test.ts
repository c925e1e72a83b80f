import assert from 'node:assert/strict';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { runProgram } from '../support/run-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NOBODY, testWithTwoUsers } from '../support/two-users.ts';

// Node runs what it finds in its compile cache in place of the program: who can write there runs code as whoever starts `cairn`.

function homeIn(context: TestContext): { userHome: string; home: string; cache: string } {
  const userHome = join(temporaryFolder(context), 'home');
  const home = join(userHome, '.cairn');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  return { userHome, home, cache: join(home, 'cache') };
}

async function start(userHome: string, variables: Record<string, string> = {}): Promise<void> {
  const { code } = await runProgram(process.execPath, [join(DIST, 'cli.js'), 'config', 'path'], {
    env: { HOME: userHome, PATH: '/usr/bin:/bin', ...variables },
  });
  assert.equal(code, 0);
}

test('what Node compiled is kept in a folder of the home that nobody else can read', async (context) => {
  const { userHome, cache } = homeIn(context);
  await start(userHome);
  assert.equal(statSync(cache).mode & 0o777, 0o700);
  const [version = ''] = readdirSync(cache);
  assert.ok(readdirSync(join(cache, version)).length > 0);
});

test('the ~ of CAIRN_HOME is the home folder of the person', async (context) => {
  const { userHome } = homeIn(context);
  mkdirSync(join(userHome, 'data'), { mode: 0o700 });
  await start(userHome, { CAIRN_HOME: '~/data' });
  assert.ok(existsSync(join(userHome, 'data/cache')));
});

test('none is kept or read where the group or all can write to the home or to the cache', async (context) => {
  for (const [which, mode] of [
    ['home', 0o770],
    ['cache', 0o777],
    ['userHome', 0o777],
  ] as const) {
    const at = homeIn(context);
    if (which === 'cache') mkdirSync(at.cache);
    chmodSync(at[which], mode);
    await start(at.userHome);
    assert.deepEqual(existsSync(at.cache) ? readdirSync(at.cache) : [], [], which);
  }
});

test('none is kept or read behind a link in place of the cache', async (context) => {
  const { userHome, cache } = homeIn(context);
  const elsewhere = temporaryFolder(context);
  symlinkSync(elsewhere, cache);
  await start(userHome);
  assert.deepEqual(readdirSync(elsewhere), []);
});

testWithTwoUsers('none is kept or read in the home of another user', async (context) => {
  const { userHome, home, cache } = homeIn(context);
  chownSync(userHome, NOBODY, NOBODY);
  await start(userHome);
  assert.ok(!existsSync(cache), 'below the folder of another user');
  chownSync(userHome, 0, 0);
  mkdirSync(cache);
  for (const path of [home, cache]) chownSync(path, NOBODY, NOBODY);
  await start(userHome);
  assert.deepEqual(readdirSync(cache), []);
});
