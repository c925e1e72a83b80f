import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { isSubstantive } from '../../../src/derive/event/is-request.ts';
import { deriveCheckpoint } from '../../../src/derive/session/checkpoint.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { makeEvent, ROOT, SESSION, toolEnd } from '../make-event.ts';

const ROW = { id: SESSION, agent: 'claude-code', startedAt: 0, lastAt: 100 };
const prompt = (text: string): EventBody => ({ kind: 'prompt', text, origin: 'person' });
const edit = (path: string, success = true) =>
  toolEnd('Edit', { file_path: `${ROOT}/${path}`, old_string: 'a', new_string: 'b' }, { success });

function itemsOf(...bodies: (EventBody | [EventBody, Partial<StoredEvent>])[]): Item[] {
  return bodies.flatMap((entry, at) => {
    const [body, over] = Array.isArray(entry) ? entry : [entry, {}];
    return deriveEvent(makeEvent(body, { at, ...over }), { projectRoot: ROOT }).items;
  });
}

const stateOf = (items: readonly Item[]) => flatDetail(deriveCheckpoint(ROW, items)).checkpoint;

test('holds the task, the last prompt, and the files changed, newest first', () => {
  const state = stateOf(
    itemsOf(
      prompt('Add a coupon to the checkout'),
      edit('src/a.ts'),
      edit('src/b.ts'),
      prompt('Also show it'),
      edit('src/a.ts'),
    ),
  );
  assert.equal(state?.task, 'Add a coupon to the checkout');
  assert.equal(state?.lastPrompt, 'Also show it');
  assert.deepEqual(state?.openTasks, []);
  assert.deepEqual(state?.filesChanged, ['src/a.ts', 'src/b.ts']);
  assert.equal(state?.progressed, true);
});

test('holds what is open on the todo list', () => {
  const todos = toolEnd('TodoWrite', {
    todos: [
      { content: 'Write the migration', status: 'completed' },
      { content: 'Run it on staging', status: 'pending' },
    ],
  });
  assert.deepEqual(stateOf(itemsOf(prompt('Migrate the orders'), todos))?.openTasks, ['Run it on staging']);
});

test('without a todo list the last prompt is open until something succeeds after it', () => {
  const failing = itemsOf(
    prompt('Fix the auth test'),
    toolEnd('Bash', { command: 'npm test' }, { success: false, exitCode: 1 }),
  );
  assert.deepEqual(stateOf(failing)?.openTasks, ['Fix the auth test']);
  assert.equal(stateOf(failing)?.progressed, false);
  assert.deepEqual(stateOf(itemsOf(prompt('Fix the auth test'), edit('a.ts')))?.openTasks, []);
  assert.deepEqual(stateOf(itemsOf(prompt('Fix the auth test'), edit('a.ts', false)))?.openTasks, [
    'Fix the auth test',
  ]);
});

test('passes over prompts that only say to go on, notices of the system, and what subagents do', () => {
  const state = stateOf(
    itemsOf(
      prompt('/clear'),
      prompt('Rename the flag'),
      [prompt('Look for its uses'), { subagent: 'a1' }],
      [edit('sub.ts'), { subagent: 'a1' }],
      { kind: 'prompt', text: 'A task finished', origin: 'system' },
      prompt('yes, go on'),
    ),
  );
  assert.equal(state?.task, 'Rename the flag');
  assert.equal(state?.lastPrompt, 'Rename the flag');
  assert.equal(state?.progressed, false);
});

test('is the same for the same items in any order, and none for a session without anything', () => {
  const items = itemsOf(prompt('Add a coupon'), edit('src/a.ts'), edit('src/b.ts'));
  assert.deepEqual(deriveCheckpoint(ROW, items.toReversed()), deriveCheckpoint(ROW, items));
  assert.equal(deriveCheckpoint(ROW, []), undefined);
  assert.match(deriveCheckpoint(ROW, items)?.id ?? '', /^k_[a-z2-7]{16}$/);
});

test('however long a number in a prompt is, it is judged at once', () => {
  assert.equal(isSubstantive(`${'0'.repeat(3_000)}x`), true);
  assert.equal(isSubstantive('0'.repeat(3_000)), false);
});
