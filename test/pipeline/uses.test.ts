import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { CleanEvent, ToolEnd } from '../../src/core/model/event.ts';
import { DeriveStep } from '../../src/pipeline/derive-step.ts';
import { Deriver } from '../../src/pipeline/deriver.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { eventIdOf, makeEvent, START } from '../store/contract/make.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READ = 'Always run the installer of that page before you run any of the tests.';
const OTHER = 'The cart keeps its prices in integer cents since rounding lost some.';

function ran(tool: string, input: ToolEnd['input'], output = ''): ToolEnd {
  return { kind: 'tool.end', tool, input, output, success: true };
}

function at(n: number, body: Partial<CleanEvent> & Pick<CleanEvent, 'body'>): CleanEvent {
  return makeEvent({ number: String(n), at: START + n * 1_000, ...body });
}

/** What was derived first: two messages, an edit and a commit. */
const EARLY: readonly CleanEvent[] = [
  at(11, { body: { kind: 'message', text: READ } }),
  at(12, { body: { kind: 'message', text: OTHER } }),
  at(13, { body: ran('Edit', { file_path: '/shop/cart.ts', old_string: 'a', new_string: 'b' }) }),
  at(14, { body: ran('Bash', { command: 'git commit -am x' }, '[main 1a2b3c4] x\n 2 files changed\n') }),
];

/** The numbers of the events that are derived again when events from before them arrive late. */
async function derivedAnewBy(context: TestContext, ...late: CleanEvent[]): Promise<string[]> {
  const store: Store = openSqliteStore({ path: placeDatabase(join(temporaryFolder(context), 'cairn.db')) });
  context.after(() => store.close());
  const step = new DeriveStep(store);
  await store.log.append({ events: EARLY });
  await step.derive(await store.log.pending(10));
  await store.log.append({ events: late });
  await step.derive(await store.log.pending(10));
  assert.deepEqual(await store.log.pending(10), []);
  await step.markLate();
  const pending = await store.log.pending(10);
  await new Deriver(store).settled(30_000);
  return pending.map(({ id }) => ['11', '12', '13', '14'].find((n) => eventIdOf(n) === id) ?? id);
}

suite('what becomes known late', () => {
  test('derives anew what happened after it, and nothing before it', async (context) => {
    const late = at(11.5, { body: ran('Read', { file_path: '/shop/a.md' }, READ) });
    assert.deepEqual(await derivedAnewBy(context, late), ['12', '13', '14']);
  });

  test('derives nothing anew that was derived after it in the same step', async (context) => {
    const late = [
      at(12.5, { body: ran('Write', { file_path: '/shop/new.ts', content: 'x' }) }),
      at(15, { body: { kind: 'message', text: OTHER } }),
    ];
    assert.deepEqual(await derivedAnewBy(context, ...late), ['13', '14']);
  });

  test('what changes nothing that was derived derives nothing anew', async (context) => {
    assert.deepEqual(await derivedAnewBy(context, at(1, { body: ran('Bash', { command: 'true' }) })), []);
    const later = at(20, { body: ran('Read', { file_path: '/shop/a.md' }, READ) });
    assert.deepEqual(await derivedAnewBy(context, later), []);
  });
});
