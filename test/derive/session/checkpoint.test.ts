import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { CheckpointDetail, Item } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { createCheckpointReducer } from '../../../src/derive/session/checkpoint.ts';
import type { DistilledSession } from '../../../src/derive/session/session-reducer.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { makeEvent, ROOT, SESSION, toolEnd } from '../make-event.ts';

const ROW: DistilledSession = { id: SESSION, agent: 'claude-code', startedAt: 0, lastAt: 100 };
const prompt = (text: string): EventBody => ({ kind: 'prompt', text, origin: 'person' });
const said = (text: string): EventBody => ({ kind: 'message', text });
const ran = (command: string, exitCode: number, output = ''): EventBody =>
  toolEnd('Bash', { command }, { success: exitCode === 0, exitCode, output });
const edit = (path: string, before = 'a', after = 'b'): EventBody =>
  toolEnd('Edit', { file_path: `${ROOT}/${path}`, old_string: before, new_string: after });

function itemsOf(bodies: readonly (EventBody | [EventBody, Partial<StoredEvent>])[]): Item[] {
  return bodies.flatMap((entry, at) => {
    const [body, over] = Array.isArray(entry) ? entry : [entry, {}];
    return deriveEvent(makeEvent(body, { at, ...over }), { projectRoot: ROOT }).items;
  });
}

function fold(items: readonly Item[], row = ROW): Item[] {
  const pass = createCheckpointReducer(row);
  for (const item of items) pass.take(item);
  return pass.end().items;
}

function stateOf(...bodies: (EventBody | [EventBody, Partial<StoredEvent>])[]): CheckpointDetail {
  const state = flatDetail(fold(itemsOf(bodies))[0]).checkpoint;
  assert.ok(state);
  return state;
}

const texts = (list: readonly { text: string }[] | undefined): string[] => (list ?? []).map(({ text }) => text);

test('tells of each file what became of it, in lines and by the names in what changed', () => {
  const { files, filesChanged } = stateOf(
    prompt('Add a coupon'),
    toolEnd('Write', { file_path: `${ROOT}/src/coupon.ts`, content: 'export function applyCoupon() {\n}\n' }),
    edit('src/coupon.ts', 'x\n', 'x\nconst rate = (sum: number) => sum;\n'),
    toolEnd('Read', { file_path: `${ROOT}/src/cart.ts` }, { output: 'old' }),
    toolEnd('Write', { file_path: `${ROOT}/src/cart.ts`, content: 'class Cart {}\n' }),
  );
  assert.deepEqual(filesChanged, ['src/cart.ts', 'src/coupon.ts']);
  assert.deepEqual(
    files?.map(({ by: _by, ...changes }) => changes),
    [
      { added: 1, parts: ['Cart'] },
      { how: 'created', edits: 2, added: 3, parts: ['applyCoupon', 'rate'] },
    ],
  );
});

test('a test that failed stays failing until it, or all tests, succeed', () => {
  const failed = ran('npm test -- cart', 1, '# fail 1');
  assert.deepEqual(
    stateOf(prompt('Fix it'), failed, ran('npm test -- order', 0)).failing?.map(({ command, test }) => [command, test]),
    [['npm test -- cart', true]],
  );
  assert.equal(stateOf(prompt('Fix it'), failed, ran('npm test', 0)).failing, undefined);
  const mended = stateOf(prompt('Fix it'), failed, ran('npm test -- cart', 0));
  assert.equal(mended.failing, undefined);
  assert.deepEqual(texts(mended.progress), ['npm test -- cart']);
  assert.equal(mended.progress?.[0]?.ids.length, 2);
});

test('of commands that failed for one reason the last is told, and one that ran part of another makes it good', () => {
  const output = '--- FAIL: TestCart (0.00s)\n    cart_test.go:3: want 1\nFAIL';
  const twice = [ran('go test -run TestCart ./cart', 1, output), ran('mise run test -- -run TestCart', 1, output)];
  assert.deepEqual(
    stateOf(prompt('Fix it'), ...twice).failing?.map(({ command, tests }) => [command, tests]),
    [['mise run test -- -run TestCart', ['TestCart']]],
  );
  const both = ran('git checkout src/a.ts && cargo build', 101, 'error[E0308]: mismatched types');
  assert.equal(stateOf(prompt('Fix it'), both, ran('cargo build', 0)).failing, undefined);
});

test('a test whose failure a pipe hides is failing, looking for something in vain is not', () => {
  const hidden = stateOf(
    prompt('Fix it'),
    ran('npm test 2>&1 | tail -5', 0, '# tests 3\n# fail 2'),
    ran('grep -rn x src', 1),
  );
  assert.deepEqual(
    hidden.failing?.map(({ command }) => command),
    ['npm test 2>&1 | tail -5'],
  );
});

test('holds what the agent asked, until somebody answers, and what the person asked, until the agent does', () => {
  const asked = 'I added both. Shall I remove the old endpoint as well?';
  assert.deepEqual(texts(stateOf(prompt('Add it'), said(asked)).openQuestions), [
    'Shall I remove the old endpoint as well?',
  ]);
  assert.equal(stateOf(prompt('Add it'), said(asked), prompt('yes')).openQuestions, undefined);
  assert.deepEqual(texts(stateOf(prompt('Why is the cache cleared twice?'), ran('ls', 0)).openQuestions), [
    'Why is the cache cleared twice?',
  ]);
  assert.equal(stateOf(prompt('Why is it cleared twice?'), said('It is cleared on login.')).openQuestions, undefined);
});

test('holds what is done and what the agent says is next, until something else is asked for', () => {
  const todos = toolEnd('TodoWrite', {
    todos: [
      { content: 'Write the migration', status: 'completed' },
      { content: 'Measure it', status: 'pending' },
      { content: 'Run it on staging', status: 'in_progress' },
    ],
  });
  const next = said(
    'Done with the first part.\n\nNext steps:\n- Run the migration on staging\n- Measure the new index',
  );
  const state = stateOf(prompt('Migrate the orders'), todos, next);
  assert.deepEqual(texts(state.progress), ['Write the migration']);
  assert.deepEqual(state.openTasks, ['Run it on staging', 'Measure it']);
  assert.deepEqual(texts(state.nextSteps), ['Run the migration on staging', 'Measure the new index']);
  assert.equal(state.openIds?.length, 2);
  assert.equal(stateOf(prompt('Migrate the orders'), next, prompt('Paint it blue instead')).nextSteps, undefined);
});

test('says after what it stopped when the agent had not answered', () => {
  assert.match(stateOf(prompt('Fix it'), edit('a.ts')).stoppedAfter?.title ?? '', /Edit a\.ts/);
  assert.equal(stateOf(prompt('Fix it'), edit('a.ts'), said('Fixed.')).stoppedAfter, undefined);
  assert.equal(stateOf(prompt('Fix it'), said('Fixed.'), prompt('/exit')).stoppedAfter, undefined);
  assert.ok(stateOf(prompt('Fix it'), said('Which one?'), prompt('ok')).stoppedAfter);
});

test('has ended when nothing came after its end', () => {
  const items = itemsOf([prompt('Fix it'), edit('a.ts')]);
  assert.equal(flatDetail(fold(items, { ...ROW, endedAt: 5 })[0]).checkpoint?.endedBy, 'session end');
  const later = items.map((item) => ({ ...item, at: item.at + 3_600_000 }));
  assert.equal(flatDetail(fold(later, { ...ROW, endedAt: 5 })[0]).checkpoint?.endedBy, undefined);
});

test('leaves where it stood at each compaction, with the tokens and the observations that left the context', () => {
  const compact: EventBody = { kind: 'compact.end', trigger: 'auto', tokensBefore: 167_000, tokensAfter: 9_000 };
  const items = itemsOf([prompt('Add a coupon'), edit('a.ts'), edit('b.ts'), compact, edit('c.ts'), compact]);
  const [standing, first, second, ...rest] = fold(items);
  assert.deepEqual(rest, []);
  assert.deepEqual(flatDetail(standing).checkpoint?.filesChanged, ['c.ts', 'b.ts', 'a.ts']);
  assert.equal(flatDetail(standing).checkpoint?.compaction, undefined);
  assert.deepEqual(flatDetail(first).checkpoint?.filesChanged, ['b.ts', 'a.ts']);
  assert.equal(flatDetail(first).checkpoint?.endedBy, 'compaction');
  assert.deepEqual(flatDetail(first).checkpoint?.compaction, {
    trigger: 'auto',
    tokensBefore: 167_000,
    tokensAfter: 9_000,
    dropped: 2,
    by: items.find((item) => flatDetail(item).compaction !== undefined)?.id,
  });
  assert.equal(flatDetail(second).checkpoint?.compaction?.dropped, 1);
  assert.equal(new Set([standing, first, second].map((item) => item?.id)).size, 3);
});

test('keeps the last ten observations and what was noted, and no more of a long session than of a short one', () => {
  const many = Array.from({ length: 500 }, (_, i) => edit(`src/f${i}.ts`));
  const noted: EventBody = { kind: 'noted', text: 'The backup is still running', person: true, detail: {} };
  const state = stateOf(prompt('Rename the flag everywhere'), ...many, noted);
  assert.equal(state.lastObservations?.length, 10);
  assert.equal(state.files?.length, 40);
  assert.deepEqual(texts(state.notes), ['The backup is still running']);
  assert.ok(JSON.stringify(state).length < 6_000);
});

test('a session of nothing but failures stands at what fails', () => {
  const [standing] = fold(itemsOf([ran('npm test', 1, '# fail 1'), ran('npm run lint', 1, 'error')]));
  assert.equal(standing?.text, 'Failing:\nnpm run lint\nnpm test');
  assert.equal(standing?.title, 'Session of claude-code: npm run lint');
});
