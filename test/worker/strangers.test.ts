import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { CairnError } from '../../src/core/errors.ts';
import { journalFiles, readJournal } from '../../src/ingest/journal.ts';
import { chooseSocketPath, isOwnSocket } from '../../src/platform/socket-path.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET } from '../support/hook-script.ts';
import { cairnIn } from '../support/run-cairn.ts';
import { runProgram } from '../support/run-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import { listenAsStranger, NOBODY, testWithTwoUsers } from '../support/two-users.ts';
import { workerHere } from '../support/worker-here.ts';

const PASSWORD = 'the words of a prompt';

/** A folder where everyone may make files, and nobody may remove another's: as `/tmp`. */
function sharedFolder({ root }: FreshHome): string {
  const shared = join(root, 'shared');
  mkdirSync(shared);
  chmodSync(root, 0o755);
  chmodSync(shared, 0o1777);
  return shared;
}

/** Runs the real hook; the payload has to be in the journal, and nothing printed that another user said. */
async function assertJournaled(at: FreshHome, socket: string): Promise<void> {
  const run = installHook(at);
  const { journal, socket: published } = homePaths(at.home);
  writeFileSync(published, `${socket}\n`);
  const { stdout, ...rest } = await run('UserPromptSubmit', { session_id: 's', cwd: at.project, prompt: PASSWORD });
  assert.deepEqual({ ...rest, stdout: '' }, QUIET);
  assert.doesNotMatch(stdout, /stranger/);
  const entries = journalFiles(journal).map((path) => JSON.stringify(readJournal(path)));
  assert.ok(entries.some((entry) => entry.includes(PASSWORD)));
}

/** A socket of this user's own at a path. */
async function listenHere(context: TestContext, socket: string): Promise<() => number> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().on('end', () => response.end(`${request.headers['x-cairn-delivery']}\n`));
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => asked;
}

testWithTwoUsers('a hook says no word to another user who took the place of folder and socket', async (t) => {
  const at = freshHome(t);
  const socket = join(sharedFolder(at), 'cairn-0', 'cairn-aaaaaaaaaaaa.sock');
  const heard = await listenAsStranger(t, socket);
  await assertJournaled(at, socket);
  assert.equal(heard(), '');
});

testWithTwoUsers('a hook says no word to a socket of another user in a folder of its own', async (t) => {
  const at = freshHome(t);
  const socket = join(sharedFolder(at), 'own', 's.sock');
  mkdirSync(join(socket, '..'));
  chmodSync(join(socket, '..'), 0o777);
  const heard = await listenAsStranger(t, socket);
  chmodSync(join(socket, '..'), 0o700);
  await assertJournaled(at, socket);
  assert.equal(heard(), '');
});

testWithTwoUsers("a hook trusts no socket in another user's folder, though it is its own", async (t) => {
  const at = freshHome(t);
  const folder = join(sharedFolder(at), 'theirs');
  mkdirSync(folder);
  const socket = join(folder, 's.sock');
  const asked = await listenHere(t, socket);
  chownSync(folder, NOBODY, NOBODY);
  await assertJournaled(at, socket);
  assert.equal(asked(), 0);
});

test('a hook goes to the socket of its own user, and from there prints the answer', async (t) => {
  const at = freshHome(t);
  const run = installHook(at);
  const socket = join(at.home, 'cairn.sock');
  const asked = await listenHere(t, socket);
  writeFileSync(homePaths(at.home).socket, `${socket}\n`);
  assert.deepEqual(await run('Stop', { session_id: 's', cwd: at.project }), QUIET);
  assert.equal(asked(), 1);
});

testWithTwoUsers('a command says no word to another user, and finds the own worker', async (t) => {
  const cairn = cairnIn(t);
  const { at } = cairn;
  const socket = join(sharedFolder(at), 'cairn-0', 'cairn-aaaaaaaaaaaa.sock');
  const heard = await listenAsStranger(t, socket);
  mkdirSync(at.home, { mode: 0o700 });
  writeFileSync(homePaths(at.home).socket, `${socket}\n`);
  const { code, stdout, stderr } = await cairn.run(['search', PASSWORD]);
  assert.deepEqual([code, stdout], [0, ''], stderr);
  assert.equal(heard(), '');
  assert.ok(isOwnSocket(join(at.home, 'cairn.sock'), 0));
});

testWithTwoUsers('another user who holds the folder in /tmp keeps no worker from starting', async (t) => {
  const at = freshHome(t);
  const tmpDir = sharedFolder(at);
  mkdirSync(join(tmpDir, 'cairn-0'));
  chownSync(join(tmpDir, 'cairn-0'), NOBODY, NOBODY);
  mkdirSync(at.home, { mode: 0o700 });
  assert.equal(chooseSocketPath({ home: at.home, userId: 0, tmpDir }), join(at.home, 'cairn.sock'));
  const long = join(at.home, 'a'.repeat(100));
  mkdirSync(long, { mode: 0o700 });
  assert.throws(
    () => chooseSocketPath({ home: long, userId: 0, tmpDir }),
    (error) => error instanceof CairnError && error.code === 'not_allowed' && /CAIRN_HOME/.test(error.fix ?? ''),
  );
});

testWithTwoUsers('a worker does not start over a home of another user, and says so', async (t) => {
  const at = freshHome(t);
  mkdirSync(at.home, { mode: 0o700 });
  chownSync(at.home, NOBODY, NOBODY);
  const { code, stderr } = await runProgram(process.execPath, [programOf('worker')], { env: environmentOf(at) });
  assert.equal(code, 1);
  assert.match(stderr, /belongs to user 65534; this is user 0.*CAIRN_HOME.*chown/);
  assert.deepEqual(readdirSync(at.home), []);
});

testWithTwoUsers('a user without an entry in the list of users has a memory like any other', async (t) => {
  // Before the home is removed: what is registered first is done first.
  t.after(() => cairn('worker', 'stop'));
  const at = freshHome(t);
  const uid = 4_001;
  const program = join(at.root, 'dist');
  assert.equal((await runProgram('cp', ['-r', join(programOf('worker'), '..'), program])).code, 0);
  for (const folder of [at.root, at.userHome, at.project]) chmodSync(folder, 0o777);
  const cairn = (...args: string[]) =>
    runProgram(process.execPath, [join(program, 'cli.js'), ...args], { env: environmentOf(at), cwd: at.project, uid });
  const said = await cairn('remember', 'We use pnpm.');
  assert.equal(said.code, 0, said.stderr);
  assert.match((await cairn('doctor', '-v')).stdout, /The worker answers/);
  assert.equal(statSync(homePaths(at.home).db).uid, uid);
});

test('a home that others may write is closed when a worker starts', async (t) => {
  const at = freshHome(t);
  mkdirSync(at.home);
  chmodSync(at.home, 0o777);
  const { socket } = await workerHere(t, { at });
  assert.equal(statSync(at.home).mode & 0o777, 0o700);
  assert.equal(socket, join(at.home, 'cairn.sock'));
});
