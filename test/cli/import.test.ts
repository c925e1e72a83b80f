import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('reads sessions once, however often it is told to', async (context) => {
  const cairn = cairnIn(context);
  const dry = await cairn.json(['import', EXAMPLE, '--dry-run']);
  assert.deepEqual([dry.filesTotal, dry.added], [3, 0]);
  const first = await cairn.json(['import', EXAMPLE]);
  assert.ok(Number(first.added) > 30);
  const skipped = Object.values(first.skipped as Record<string, number>).reduce((sum, value) => sum + value, 0);
  assert.equal(Number(first.read) + skipped, first.lines);
  const again = await cairn.run(['import', EXAMPLE]);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^added +0 events/m);
});

test('finds the sessions of the agents on this machine', async (context) => {
  const cairn = cairnIn(context);
  assert.match((await cairn.run(['import'])).stderr, /no sessions to import/);
  cpSync(EXAMPLE, join(cairn.at.userHome, '.claude/projects/-home-dev-tidepool'), { recursive: true });
  assert.equal((await cairn.json(['import', '--agent', 'claude-code'])).filesTotal, 3);
  assert.equal((await cairn.run(['import', '--agent', 'nobody'])).code, 2);
});

test('takes paths from the folder it was called in, and says which are not there', async (context) => {
  const cairn = cairnIn(context);
  cpSync(EXAMPLE, join(cairn.at.project, 'old'), { recursive: true });
  assert.equal((await cairn.json(['import', 'old'])).filesTotal, 3);
  const missing = await cairn.run(['import', 'new']);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /There is no file or folder .*\/new/);
});

test('shows on a terminal how far it is', async (context) => {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.project, 'many');
  mkdirSync(folder);
  for (let session = 0; session < 40; session += 1) {
    const line = (number: number): string =>
      JSON.stringify({
        type: 'user',
        uuid: `u-${session}-${number}`,
        sessionId: `s-${session}`,
        timestamp: '2026-10-05T09:12:05.000Z',
        promptId: `p-${session}-${number}`,
        message: { role: 'user', content: `prompt ${number} of session ${session}` },
      });
    writeFileSync(join(folder, `s-${session}.jsonl`), Array.from({ length: 50 }, (_, i) => `${line(i)}\n`).join(''));
  }
  const { stdout } = await cairn.terminal(['import', folder], { env: { NO_COLOR: '1' } });
  assert.match(stdout, /\d+\/40 files {2}.* of .*B {2}.* added/);
  assert.match(stdout, /added +2,000 events/);
});
