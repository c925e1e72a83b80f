import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EventBody, ToolEnd } from '../../../src/core/model/event.ts';
import type { Finding } from '../../../src/core/model/finding.ts';
import type { Item, SummaryDetail } from '../../../src/core/model/item.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { SESSION_REDUCERS } from '../../../src/derive/session/findings/session-reducers.ts';
import type { DistilledSession } from '../../../src/derive/session/session-reducer.ts';
import { flatDetail } from '../../support/flat-detail.ts';
import { makeEvent, ROOT, SESSION, toolEnd } from '../make-event.ts';

const ROW: DistilledSession = { id: SESSION, agent: 'claude-code', startedAt: 0, lastAt: 100 };
const PLAN = '# Plan: move the carts into Redis\n\nUser has approved your plan.';

function refuse(tool: string, input: ToolEnd['input'], text: string): EventBody {
  const output = `The user doesn't want to proceed with this tool use. The user said:\n${text}`;
  return toolEnd(tool, input, {
    success: false,
    interrupted: true,
    output,
    reply: { origin: 'person', refused: true, text },
  });
}

function distil(bodies: readonly EventBody[]): { summary: SummaryDetail; items: Item[]; findings: Finding[] } {
  const derived = bodies.flatMap((body, at) => deriveEvent(makeEvent(body, { at }), { projectRoot: ROOT }).items);
  const reducers = SESSION_REDUCERS.map((create) => create(ROW));
  for (const item of derived) for (const reducer of reducers) reducer.take(item);
  const ends = reducers.map((reducer) => reducer.end());
  const items = ends.flatMap((end) => end.items);
  const summary = items.map((item) => flatDetail(item).summary).find((one) => one !== undefined);
  assert.ok(summary);
  return { summary, items, findings: ends.flatMap((end) => end.findings) };
}

suite('what a person refused', () => {
  const session = distil([
    { kind: 'prompt', text: 'Make the carts faster, the test of the carts fails', origin: 'person' },
    toolEnd('Bash', { command: 'npm test' }, { success: false, exitCode: 1, output: 'FAIL cart\nError: slow cart' }),
    refuse(
      'Edit',
      { file_path: `${ROOT}/src/refused-store.ts`, old_string: 'a', new_string: 'b' },
      'keep the store in memory',
    ),
    refuse('ExitPlanMode', { plan: PLAN }, 'no, I want an index instead of Redis'),
    refuse('Bash', { command: 'git commit -m "feat: carts in Redis"' }, 'did I say commit?'),
    refuse('Bash', { command: 'npm test' }, 'do not run that now'),
  ]);

  test('is neither completed, solved nor done', () => {
    const { completed, problemsSolved, outcome, counts } = session.summary;
    assert.deepEqual([completed, problemsSolved], [[], []]);
    assert.notEqual(outcome, 'done');
    assert.deepEqual([counts.edits, counts.commits, counts.failures], [undefined, undefined, 1]);
    const checkpoint = session.items.map((item) => flatDetail(item).checkpoint).find((one) => one !== undefined);
    assert.deepEqual([checkpoint?.filesChanged, checkpoint?.progress ?? [], checkpoint?.progressed], [[], [], false]);
  });

  test('is no decision; what the person said instead is', () => {
    const decided = session.summary.decisions.map(({ text }) => text);
    assert.deepEqual(decided.toSorted(), [
      'do not run that now',
      'keep the store in memory',
      'no, I want an index instead of Redis',
    ]);
    const told = JSON.stringify([session.findings.filter(({ kind }) => kind !== 'error'), decided]);
    assert.ok(!/move the carts|carts in Redis|did I say/.test(told), told);
  });

  test('warns of nothing in other sessions', () => {
    assert.deepEqual(
      session.findings.filter(({ kind }) => kind === 'tripwire' || kind === 'fix'),
      [],
    );
  });
});
