import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

async function withExample(context: TestContext): Promise<Cairn> {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  return cairn;
}

test('shows where the work stands, a label for each thing, and how to go on', async (context) => {
  const cairn = await withExample(context);
  const { stdout, code } = await cairn.run(['resume', '--project', '*']);
  assert.equal(code, 0);
  assert.match(stdout, /^Last here {2,}\d{4}-\d\d-\d\d \d\d:\d\d \(\d+ days ago\), claude-code \[s_[a-z2-7]{16}\]$/m);
  assert.match(stdout, /^Asked last {2,}“/m);
  assert.match(stdout, /^Files {2,}\S+\.\w+/m);
  assert.match(stdout, /^Go on {2,}claude --resume [\w-]+$/m);
  assert.ok(stdout.split('\n').every((line) => line.length <= 110));
  const { text, ids } = await cairn.json(['resume', '--project', '*']);
  assert.ok(String(text).split(/\s+/).length <= 200);
  assert.ok(Array.isArray(ids) && ids.length > 3);
});

test('says so where nothing was done yet, and that a session is unknown', async (context) => {
  const cairn = cairnIn(context);
  const { stdout, stderr, code } = await cairn.run(['resume']);
  assert.deepEqual([stdout, code], ['', 0]);
  assert.match(stderr, /cairn import/);
  assert.equal((await cairn.run(['resume', 's_aaaaaaaaaaaaaaaa'])).code, 1);
});

test('takes stock of the session of an agent, not of what was noted outside of any', async (context) => {
  const cairn = await withExample(context);
  const { session } = (await cairn.json(['resume', '--project', '*'])) as { session: { id: string; cwd: string } };
  await cairn.run(['remember', 'Receipts are numbered by year.', '--project', session.cwd]);
  const taken = (await cairn.json(['checkpoint', '--project', session.cwd])) as { sessionId: string };
  assert.equal(taken.sessionId, session.id);
});

test('takes stock with a note, which the next one is told', async (context) => {
  const cairn = await withExample(context);
  const taken = await cairn.run(['checkpoint', '--project', '*', 'The', 'index', 'is', 'being', 'rebuilt']);
  assert.equal(taken.code, 1, 'a session is chosen in one project');
  const { session } = (await cairn.json(['resume', '--project', '*'])) as { session: { id: string } };
  const noted = await cairn.terminal(['checkpoint', '--session', session.id, 'The', 'index', 'is', 'being', 'rebuilt']);
  assert.equal(noted.code, 0);
  assert.match(noted.stdout, /k_[a-z2-7]{16}[\s\S]*Session of claude-code/);
  const { stdout } = await cairn.run(['resume', session.id]);
  assert.match(stdout, /^Noted {2,}“The index is being rebuilt” \[o_[a-z2-7]{16}\]$/m);
});
