import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { asObject, type JsonObject } from '../../src/core/json.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { clientOf, socketOf } from '../support/run-worker.ts';

/** A project in which an agent worked for a while. */
async function withSession(context: TestContext): Promise<Cairn> {
  const cairn = cairnIn(context);
  await cairn.json(['status']);
  const memory = clientOf(cairn.at, socketOf(cairn.at), { surface: 'cli' });
  const place = { sessionId: 'one', agent: 'claude-code', cwd: cairn.at.project };
  await memory.record([
    { ...place, kind: 'prompt', text: 'Round the totals of the cart.' },
    { ...place, kind: 'message', text: 'The cart rounds its totals now.' },
    { ...place, kind: 'turn.end' },
  ]);
  await memory.settled();
  return cairn;
}

async function recordOf(cairn: Cairn, id: unknown): Promise<JsonObject> {
  const { records } = await cairn.json(['get', String(id)]);
  return asObject((records as JsonObject[])[0]);
}

test('observe keeps each of its options, several of one as well', async (context) => {
  const cairn = await withSession(context);
  const options = [
    ['--kind', 'bugfix'],
    ['--narrative', 'A cent is lost in total().'],
    ['--fact', 'cart.ts rounds again'],
    ['--fact', 'the invoice does not'],
    ['--category', 'testing'],
    ['--concept', 'rounding'],
    ['--file', 'src/cart.ts'],
  ].flat();
  const { id, status } = await cairn.json(['observe', 'The', 'cart rounds twice', ...options]);
  assert.equal(status, 'created');
  const { title, text, detail } = await recordOf(cairn, id);
  assert.equal(title, 'The cart rounds twice');
  assert.equal(text, 'A cent is lost in total().\n\nFacts:\n- cart.ts rounds again\n- the invoice does not');
  const { meaning, category, facts, concepts, filesChanged } = asObject(detail);
  assert.deepEqual(
    { meaning, category, facts, concepts, filesChanged },
    {
      meaning: 'bugfix',
      category: 'testing',
      facts: ['cart.ts rounds again', 'the invoice does not'],
      concepts: ['rounding'],
      filesChanged: ['src/cart.ts'],
    },
  );
  const { code, stderr } = await cairn.run(['observe', 'x', '--kind', 'poem']);
  assert.equal(code, 2);
  assert.match(stderr, /bugfix/);
});

test('summarize and checkpoint take their parts by options, of the session that is named', async (context) => {
  const cairn = await withSession(context);
  const parts = ['--request', 'Round the totals', '--investigated', 'the cart', '--learned', 'cents matter'];
  const rest = ['--done', 'The cart rounds once', '--next', 'The invoice', '--note', 'ask Ann', '--title', 'Rounding'];
  const written = asObject((await cairn.json(['summarize', '--session', 'one', ...parts, ...rest])).record);
  assert.equal(written.title, 'Rounding');
  for (const words of [
    'Round the totals',
    'the cart',
    'cents matter',
    'The cart rounds once',
    'The invoice',
    'ask Ann',
  ])
    assert.ok(String(written.text).includes(words), words);

  const work = ['--task', 'The rounding', '--done', 'Half of it', '--next', 'The rest', '--question', 'Who signs off?'];
  const stock = await cairn.json(['checkpoint', 'It waits', '--session', 'one', ...work, '--file', 'src/cart.ts']);
  const { checkpoint } = asObject(asObject(asObject(stock.record).detail));
  const { task, progress, nextSteps, openQuestions, filesChanged } = asObject(checkpoint);
  const texts = (lines: unknown) => (lines as { text: string }[]).map(({ text }) => text);
  assert.deepEqual(
    [task, texts(progress), texts(nextSteps), texts(openQuestions), filesChanged],
    ['The rounding', ['Half of it'], ['The rest'], ['Who signs off?'], ['src/cart.ts']],
  );
  assert.equal((await recordOf(cairn, stock.noteId)).text, 'It waits');
  const { code, stderr } = await cairn.run(['summarize', '--session', 'one']);
  assert.equal(code, 2);
  assert.match(stderr, /needs a text/);
});
