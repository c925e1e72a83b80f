import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { type Corpus, readCorpus, writeCorpus } from '../../../../bench/support/recall/corpus.ts';
import { CODE_POINT } from '../../../support/code-point.ts';

const DOC = { group: 'g', id: 'd1', session: 's', at: '2025-01-02', role: 'user', text: 'hello' };
const QUESTION = { group: 'g', id: 'q1', query: 'who?', gold: ['d1'], gold_sessions: ['s'], cat: 'c' };

function folderOf(context: TestContext, docs: string, queries = JSON.stringify(QUESTION)): string {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'docs.jsonl'), docs);
  writeFileSync(join(folder, 'queries.jsonl'), queries);
  return folder;
}

test('a corpus that was written is read as it was', async (context) => {
  const folder = folderOf(context, '');
  const texts = fc.string({ unit: CODE_POINT, maxLength: 20 }).filter((text) => text.isWellFormed());
  const docs = fc.record({ group: texts, id: texts, session: texts, at: texts, role: texts, text: texts });
  const questions = fc.record({
    group: texts,
    id: texts,
    query: texts,
    gold: fc.array(texts),
    gold_sessions: fc.array(texts),
    forbidden: fc.array(texts),
    cat: texts,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(docs), fc.array(questions), async (some, asked) => {
      const corpus: Corpus = { name: 'x', docs: some, questions: asked };
      writeCorpus(folder, corpus);
      assert.deepEqual({ ...(await readCorpus(folder)), name: 'x' }, JSON.parse(JSON.stringify(corpus)));
    }),
    { numRuns: 50 },
  );
});

test('what may be absent is, empty lines are no rows, and numbers are names too', async (context) => {
  const folder = folderOf(
    context,
    '\uFEFF{"group":1,"id":2,"session":3,"at":null,"text":"x\u2028"}\r\n\r\n',
    '{"group":1,"id":9,"query":"y","gold":[2]}\n',
  );
  const { docs, questions } = await readCorpus(folder);
  assert.deepEqual(docs, [{ group: '1', id: '2', session: '3', at: '', role: '', text: 'x\u2028' }]);
  assert.deepEqual(questions, [{ group: '1', id: '9', query: 'y', gold: ['2'], gold_sessions: [], cat: '' }]);
});

test('a wrong line is named with its file and number', async (context) => {
  const good = JSON.stringify(DOC);
  const { text: _text, ...textless } = DOC;
  for (const [docs, words] of [
    [`${good}\n${JSON.stringify(textless)}`, /docs\.jsonl, line 2: "text" is missing/],
    [`${good}\n\n{"group":`, /docs\.jsonl, line 3: /],
    ['[]', /line 1: it is no object/],
    [JSON.stringify({ ...DOC, session: {} }), /"session" is no text/],
  ] as const) {
    await assert.rejects(readCorpus(folderOf(context, docs)), { code: 'invalid_input', message: words });
  }
  const wrong = folderOf(context, good, JSON.stringify({ ...QUESTION, gold: 'd1' }));
  await assert.rejects(readCorpus(wrong), /queries\.jsonl, line 1: "gold" is no list/);
  await assert.rejects(readCorpus(join(wrong, 'nowhere')), /There is no .*docs\.jsonl/);
});
