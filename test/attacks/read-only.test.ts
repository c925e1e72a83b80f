// A home that can only be read: commands read what is in it, write nothing, and say why where they would.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { attackIn } from '../support/attack.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { NOBODY } from '../support/two-users.ts';

/** Closes a home to writing and gives it to a user whom modes bind, which they do not root; runs the command line as that one. */
function closed(context: TestContext, cairn: Cairn): (...args: string[]) => Promise<Ended> {
  const { root, home } = cairn.at;
  context.after(() => spawnSync('chmod', ['-R', 'u+w', root]));
  const program = join(root, 'dist');
  cpSync(DIST, program, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) assert.equal(spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]).status, 0);
  assert.equal(spawnSync('chmod', ['-R', 'a-w', home]).status, 0);
  const options = { env: cairn.env, cwd: cairn.at.project, ...(isRoot ? { uid: NOBODY } : {}) };
  return (...args) => runProgram(process.execPath, [join(program, 'cli.js'), ...args], options);
}

const READS: Record<string, readonly string[]> = {
  search: ['search', '-a', 'walrus'],
  recall: ['recall', '-a', 'walrus'],
  context: ['context'],
  status: ['status'],
  sessions: ['sessions'],
  stats: ['stats'],
  export: ['export'],
  review: ['review', 'list', '-a'],
};

test('a home that has become read-only', async (context) => {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', 'The walrus is at rest.']);
  await cairn.run(['worker', 'stop']);
  const run = closed(context, cairn);
  const before = readdirSync(cairn.at.home).sort();
  for (const [name, args] of Object.entries({
    ...READS,
    get: ['get', String(id)],
    timeline: ['timeline', String(id)],
  })) {
    await attackIn(context, `a home that has become read-only can still be read by ${name}`, async () => {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 0, stderr);
      if (['search', 'recall', 'get', 'export'].includes(name)) assert.match(stdout, /walrus/);
      assert.match(stderr, /cannot be written/);
    });
  }
  for (const args of [
    ['remember', 'We use pnpm.'],
    ['forget', String(id), '--yes'],
    ['backup', 'create'],
  ]) {
    await attackIn(context, `what would write into it says why it does not: ${args[0]}`, async () => {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^error: .*cannot be written.*\nfix: +.*writable/m);
    });
  }
  assert.deepEqual(readdirSync(cairn.at.home).sort(), before);
});

test('one whose worker was killed before', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'The walrus is at rest.']);
  const { owner } = (await cairn.json(['status'])) as { owner: { pid: number } };
  process.kill(owner.pid, 'SIGKILL');
  const run = closed(context, cairn);
  await attackIn(context, 'what a killed worker left in the write-ahead file is read as well', async () => {
    const { code, stdout, stderr } = await run('search', '-a', 'walrus');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /walrus/);
  });
});
