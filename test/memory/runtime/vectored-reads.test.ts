import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { READ_SETTINGS } from '../../../bench/support/read-settings.ts';
import type { HookNeed } from '../../../src/context/context-reads.ts';
import { createReads } from '../../../src/memory/reads.ts';
import { createQuestionVectors } from '../../../src/memory/runtime/question-vectors.ts';
import { withQuestionVectors } from '../../../src/memory/runtime/vectored-reads.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../../support/fresh-database.ts';
import { createWordEmbedder } from '../../support/models/word-embedder.ts';
import { PATIENT } from '../../support/patience.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NEED: HookNeed = { agent: 'claude-code', agentSession: 's', occasion: 'prompt', prompt: 'why pnpm' };

function open(t: TestContext, deadlines = PATIENT) {
  const store = openSqliteStore({ path: placeDatabase(join(temporaryFolder(t), 'cairn.db')) });
  t.after(() => store.close());
  const embedder = createWordEmbedder();
  const questions = createQuestionVectors({ embedder, now: () => 0, onAnswer: () => undefined });
  return { embedder, reads: withQuestionVectors(createReads(store, READ_SETTINGS), questions, deadlines) };
}

test('a prompt that is prepared is embedded at once, and not again for its block', async (t) => {
  const { embedder, reads } = open(t);
  const prepared = reads.prepare(NEED);
  assert.deepEqual(embedder.calls, [['why pnpm']]);
  await prepared;
  await reads.hookContext(NEED, 0);
  assert.equal(embedder.calls.length, 1);
});

test('what says nothing is not embedded when it is prepared', async (t) => {
  const { embedder, reads } = open(t);
  await reads.prepare({ ...NEED, prompt: 'go on' });
  await reads.prepare({ ...NEED, occasion: 'start' });
  assert.deepEqual(embedder.calls, []);
});

test('a question whose vector is late is answered by words, and says so; a prompt does not wait for its own', async (t) => {
  const { embedder, reads } = open(t, { ...PATIENT, questionMs: 1, promptMs: 1 });
  const gate = Promise.withResolvers<void>();
  embedder.before = () => gate.promise;
  const { notes } = await reads.search({ query: 'why pnpm' }, 0);
  assert.deepEqual(
    notes.filter(({ code }) => code === 'words_only').map(({ message }) => message),
    ['Found by words alone: The model is still loading or busy.'],
  );
  await reads.hookContext(NEED, 0);
  gate.resolve();
  assert.deepEqual(embedder.calls, [['why pnpm']]);
});
