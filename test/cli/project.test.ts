import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('shows the page on a project, each line with the ids of what shows it', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const { session } = (await cairn.json(['resume', '--project', '*'])) as { session: { cwd: string } };
  const { stdout, code } = await cairn.run(['project', '--project', session.cwd]);
  assert.equal(code, 0);
  assert.match(stdout, /^\S.* {2}\d+ sessions?, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/m);
  assert.match(stdout, /^(?:Commands|Hard to find|Left open|Standing wishes)\n- .+/m);
  assert.ok(stdout.split('\n').every((line) => line.length <= 110));
  const { text, sections } = await cairn.json(['project', '--project', session.cwd]);
  assert.ok(Array.isArray(sections) && sections.length > 0);
  assert.match(String(text), /\[[a-z]_[a-z2-7]{16}/);
});

test('says what to do where no session is known', async (context) => {
  const { stdout, stderr, code } = await cairnIn(context).run(['project']);
  assert.deepEqual([stdout, code], ['', 0]);
  assert.match(stderr, /cairn import/);
});
