import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenMemory } from './memory-contract.ts';
import { rememberWork } from './remembered-work.ts';

/** The contract of what a caller states with structure, for every implementation of `Memory`. The caller is no person. */
export function writingContract(open: OpenMemory): void {
  test('an observation is kept with its parts, in the name of who calls, and found', async (context) => {
    const memory = await open(context);
    const secret = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const observation = {
      title: 'The cart rounds its totals twice',
      kind: 'bugfix' as const,
      narrative: 'Each line is rounded, and the sum once more.',
      facts: ['cart.ts rounds again in total()', `the token was ${secret}`],
      concepts: ['rounding'],
      files: ['src/cart.ts'],
      ref: 'cart',
    };
    const made = await memory.observe(observation);
    assert.deepEqual([made.status, Object.keys(made.redacted).length], ['created', 1]);
    const [record] = (await memory.get(made.id)).records;
    assert.deepEqual([record?.kind, record?.author, record?.title], ['observation', 'agent', observation.title]);
    assert.match(record?.text ?? '', /^Each line is rounded.*\n\nFacts:\n- cart\.ts rounds again/);
    const { meaning, facts, concepts, filesChanged } = record?.detail ?? {};
    assert.deepEqual([meaning, facts?.length, concepts, filesChanged], ['bugfix', 2, ['rounding'], ['src/cart.ts']]);
    assert.doesNotMatch(JSON.stringify(record), new RegExp(secret));
    assert.ok((await memory.search('who rounds the totals')).hits.some(({ id }) => id === made.id));
    const again = await memory.observe({ ...observation, facts: ['cart.ts rounds in total() alone'] });
    assert.deepEqual([again.id, again.status], [made.id, 'updated']);
    assert.equal((await memory.observe('It rains')).status, 'created');
    await assert.rejects(memory.observe({ title: ' ' }), { code: 'invalid_input' });
    await assert.rejects(memory.observe({ title: 'x', kind: 'poem' as never }), { code: 'invalid_input' });
  });

  test('a written summary stands before the derived one, and a later one takes its place', async (context) => {
    const memory = await open(context);
    const [session = ''] = (await rememberWork(memory)).sessions;
    await memory.settled();
    const first = await memory.summarize({ sessionId: session, title: 'Money as integers', completed: ['Cents only'] });
    assert.deepEqual([first.status, first.sessionId, first.record.author], ['created', session, 'agent']);
    const second = await memory.summarize({ sessionId: session, text: 'Amounts are integers of cents everywhere.' });
    assert.deepEqual([second.status, second.id], ['updated', first.id]);
    await memory.settled();
    const told = await memory.session(session);
    assert.deepEqual(
      [told.written?.text, told.written?.author],
      ['Amounts are integers of cents everywhere.', 'agent'],
    );
    assert.ok(told.summary !== undefined && told.summary.id !== first.id);
    await assert.rejects(memory.summarize({ sessionId: session }), { code: 'invalid_input' });
    await assert.rejects(memory.summarize({ sessionId: 's_aaaaaaaaaaaaaaaa', text: 'x' }), { code: 'not_found' });
  });

  test('a stated checkpoint is told to who goes on', async (context) => {
    const memory = await open(context);
    const [session = ''] = (await rememberWork(memory)).sessions;
    const { record } = await memory.checkpoint({
      sessionId: session,
      task: 'Move the ledger to integers',
      progress: ['The schema is migrated'],
      nextSteps: ['Switch the report over'],
      openQuestions: ['Who signs the migration off?'],
      files: ['src/ledger.ts'],
    });
    const { task, progress, nextSteps, openQuestions, filesChanged } = record.detail.checkpoint ?? {};
    assert.equal(task, 'Move the ledger to integers');
    const texts = [progress, nextSteps, openQuestions].map((lines) => lines?.map(({ text }) => text) ?? []);
    assert.ok(texts[0]?.includes('The schema is migrated'));
    assert.deepEqual([texts[1]?.[0], texts[2]?.[0]], ['Switch the report over', 'Who signs the migration off?']);
    assert.ok(filesChanged?.includes('src/ledger.ts'));
    const { text } = await memory.resume({ sessionId: session });
    assert.match(text, /Switch the report over/);
  });

  test('the words of a summary are changed, and the change is taken back', async (context) => {
    const memory = await open(context);
    const { sessions, decision } = await rememberWork(memory);
    await memory.settled();
    const { summary } = await memory.session(sessions[0]);
    assert.ok(summary);
    const changed = await memory.update(summary.id, { text: 'The ledger holds whole cents.' });
    assert.equal(changed.status, 'updated');
    await memory.settled();
    const after = (await memory.session(sessions[0])).summary;
    assert.deepEqual([after?.text, after?.author, after?.completed], ['The ledger holds whole cents.', 'agent', []]);
    await memory.update(summary.id, { revert: true });
    await memory.settled();
    assert.deepEqual((await memory.session(sessions[0])).summary, summary);
    await assert.rejects(memory.update(summary.id, { revert: true }), { code: 'invalid_input' });
    await assert.rejects(memory.update(summary.id, { concepts: ['x'] }), { code: 'invalid_input' });
    const before = (await memory.get(decision)).records[0]?.text;
    await memory.update(decision, { text: 'We keep money as whole øre.' });
    assert.equal((await memory.update(decision, { revert: true })).record.text, before);
  });
}
