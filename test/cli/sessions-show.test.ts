import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('shows what a session came to on a page: head, outcome with its evidence, sections, code', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const { entries } = (await cairn.json(['sessions', '-a', '--limit', '20'])) as { entries: { id: string }[] };
  const pages = await Promise.all(entries.map(({ id }) => cairn.run(['sessions', 'show', id])));
  for (const { stdout, code } of pages) {
    assert.equal(code, 0);
    assert.match(stdout, /^\S.*\ns_[a-z2-7]{16} · claude-code · \d{4}-\d\d-\d\d \d\d:\d\d to /);
    assert.match(stdout, /^outcome {2,}(?:done|done in part|blocked|abandoned|not known)$/m);
    assert.match(stdout, /^counts {2,}\d+ prompts?/m);
    assert.match(stdout, /^Asked\n {2}- .*(?:\n {4}.*)* ?\[p_[a-z2-7]{16}\]$/m);
  }
  assert.ok(pages.some(({ stdout }) => /^Done$/m.test(stdout) && /^Shown by$/m.test(stdout)));
  const told = await cairn.json(['sessions', 'show', entries[0]?.id ?? '']);
  assert.ok(typeof told.summary === 'object' && Array.isArray(told.snippets));
});

test('a session gets tags, loses them, and is listed by them', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const { entries } = (await cairn.json(['sessions', '-a'])) as { entries: { id: string }[] };
  const id = entries[1]?.id ?? '';
  assert.deepEqual(await cairn.json(['sessions', 'tag', id]), { id, tags: [] });
  assert.deepEqual(await cairn.json(['sessions', 'tag', id, 'billing', 'urgent']), { id, tags: ['billing', 'urgent'] });
  assert.equal((await cairn.run(['sessions', 'tag', id, '--off', 'urgent'])).stdout, 'billing\n');
  const tagged = (await cairn.json(['sessions', '-a', '--concept', 'billing'])) as { entries: { id: string }[] };
  assert.deepEqual(
    tagged.entries.map((entry) => entry.id),
    [id],
  );
  assert.match((await cairn.run(['sessions', 'show', id])).stdout, /^tags {2,}billing$/m);
});

test('says which session it wants, and that one is unknown', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['sessions', 'show'])).code, 2);
  assert.equal((await cairn.run(['sessions', 'show', 's_aaaaaaaaaaaaaaaa'])).code, 1);
});
