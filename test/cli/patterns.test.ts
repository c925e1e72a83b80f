import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('shows what recurs, each with how often and when last, and one with what shows it', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const { stdout, code } = await cairn.run(['patterns', '--project', '*']);
  assert.equal(code, 0);
  assert.match(stdout, /^1\. (?:error|fix|decision|preference|architecture|workflow) \S/m);
  assert.match(stdout, /^ {3}t_[a-z2-7]{16} · (?:once|\d+ times) in \d+ sessions?, last \d{4}-\d\d-\d\d \d\d:\d\d$/m);
  const { patterns } = (await cairn.json(['patterns', '--project', '*'])) as {
    patterns: { id: string; label: string }[];
  };
  const [first] = patterns;
  const shown = await cairn.run(['patterns', 'show', first?.id ?? '']);
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /^Evidence:\n {2}[a-z]_[a-z2-7]{16} /m);
  const one = await cairn.json(['patterns', 'show', first?.id ?? '']);
  assert.ok(Array.isArray(one.evidence) && one.evidence.length > 0);
});

test('says that nothing recurs yet, and that one is unknown', async (context) => {
  const cairn = cairnIn(context);
  const { stdout, stderr, code } = await cairn.run(['patterns']);
  assert.deepEqual([stdout, code], ['', 0]);
  assert.match(stderr, /Nothing recurs/);
  assert.equal((await cairn.run(['patterns', 'show', 't_aaaaaaaaaaaaaaaa'])).code, 1);
  assert.equal((await cairn.run(['patterns', '--kind', 'nothing'])).code, 2);
});
