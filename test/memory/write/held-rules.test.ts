// The rule of a confirmed tripwire is held as it was, also where an agent proposed it and no person confirmed the rule itself.

import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { ItemId, ProjectId, SessionId } from '../../../src/core/model/ids.ts';
import { detailOfKind, type ItemOf } from '../../../src/core/model/item.ts';
import { omitUndefined } from '../../../src/core/omit-undefined.ts';
import { applyActs, latestReport } from '../../../src/derive/event/apply-acts.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { targetsOf } from '../../../src/derive/event/targets-of.ts';
import { createTripwireReducer } from '../../../src/derive/session/findings/find-tripwires.ts';
import { makeEvent } from '../../derive/make-event.ts';
import { openFresh } from '../../support/fresh-home.ts';

const RULE = 'Never run git push --force.';
const TRIPWIRE = 'p_aaaaaaaaaaaaaaaa';

/** A rule that an agent proposed, its tripwire, and what that makes of the call that it forbids. */
async function proposed(context: TestContext) {
  const env = { CAIRN_TRIPWIRES: 'block' };
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true }, env });
  const agent = memory.withCaller({ surface: 'mcp', agent: true, person: false, cwd: at.project });
  const { id } = await agent.remember({ text: RULE, kind: 'constraint', ref: 'pushes' });
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const tripwire = entries.find(({ title }) => title.startsWith('Tripwire'))?.id ?? '';
  const project = (await memory.get([id])).records[0]?.project;
  let sessions = 0;
  const refuses = async (): Promise<boolean> => {
    await memory.settled();
    sessions += 1;
    const { refusal } = await memory.hookContext({
      occasion: 'tool',
      call: { tool: 'Bash', input: { command: 'git push --force' } },
      agent: 'claude-code',
      agentSession: `session ${sessions}`,
      refusable: true,
      cwd: at.project,
      ...omitUndefined({ project: project as ProjectId | undefined }),
    });
    return refusal !== undefined;
  };
  return { memory, agent, id, tripwire, refuses };
}

suite('the rule of a confirmed tripwire', () => {
  test('is held, whatever the agent that proposed it does with it', async (context) => {
    const { memory, agent, id, tripwire, refuses } = await proposed(context);
    assert.equal(await refuses(), false);
    await memory.update(tripwire, { status: 'confirmed' });
    assert.equal(await refuses(), true);
    const tries: ((memory: Memory) => Promise<unknown>)[] = [
      (by) => by.update(id, { text: 'Indent with tabs.' }),
      (by) => by.update(id, { kind: 'decision' }),
      (by) => by.update(id, { hidden: true }),
      (by) => by.remember({ text: 'Indent with tabs.', kind: 'constraint', ref: 'pushes' }),
      (by) => by.forget({ ids: [id] }),
    ];
    for (const attempt of tries) {
      await assert.rejects(attempt(agent), { code: 'not_allowed' });
      assert.equal(await refuses(), true);
    }
    const [rule] = (await memory.get([id])).records;
    assert.deepEqual([rule?.text, rule?.author, rule?.detail.status], [RULE, 'agent', 'proposed']);
  });

  test('keeps what its tripwire refuses as it was confirmed, whatever a later version reads in its words', async (context) => {
    const { memory, id, tripwire } = await proposed(context);
    await memory.update(tripwire, { status: 'confirmed' });
    await memory.settled();
    const [rule] = (await memory.get([id])).records;
    assert.ok(rule);
    const [held] = rule.detail.holds ?? [];
    assert.deepEqual([held?.by, held?.key], [tripwire, 'command git push --force']);
    // A version that reads nothing in these words: what is held is all there is.
    const item = { ...rule, text: 'Mind the others.' } as unknown as ItemOf<'knowledge'>;
    const reducer = createTripwireReducer({ id: item.session as SessionId, agent: 'cli', startedAt: 0, lastAt: 1 });
    reducer.take(item);
    const { findings } = reducer.end();
    assert.deepEqual(
      findings.map(({ key, detail }) => [key, detail.matcher]),
      [[held?.key, held?.matcher]],
    );
    await memory.update(tripwire, { status: 'withdrawn' });
    await memory.settled();
    assert.deepEqual((await memory.get([id])).records[0]?.detail.holds ?? [], []);
  });

  test('is the agent’s to change again once the tripwire is withdrawn', async (context) => {
    const { memory, agent, id, tripwire, refuses } = await proposed(context);
    await memory.update(tripwire, { status: 'confirmed' });
    await memory.settled();
    await memory.update(tripwire, { status: 'withdrawn' });
    assert.equal(await refuses(), false);
    const { record } = await agent.update(id, { text: 'Never run git push --force on main.' });
    assert.equal(record.text, 'Never run git push --force on main.');
  });

  test('nor does an agent take a change back that was there when a person confirmed', async (context) => {
    const { memory, agent, id } = await proposed(context);
    await agent.update(id, { text: 'Never run git push --force here.' });
    await memory.update(id, { text: 'Never run git push --force here.', status: 'confirmed' });
    await memory.settled();
    await assert.rejects(agent.update(id, { revert: true }), { code: 'not_allowed' });
  });

  test('is told apart from a judgement of the rule itself, in whatever order its acts come', () => {
    const act = (at: number, body: EventBody): StoredEvent => makeEvent(body, { at, seq: at });
    const said = (at: number, text: string): StoredEvent =>
      act(at, { kind: 'noted', text, knowledge: 'constraint', person: false, detail: { ref: 'r' } });
    const [rule] = deriveEvent(said(1, RULE), {}).items;
    assert.ok(rule);
    const rules: ItemId[] = [rule.id];
    const confirmed = act(2, { kind: 'confirmed', target: TRIPWIRE, rules, person: true });
    const withdrawn = act(4, { kind: 'withdrawn', target: TRIPWIRE, rules, person: true });
    const words = act(3, { kind: 'revised', target: rule.id, changes: { text: 'Indent with tabs.' }, person: false });
    const hidden = act(3, { kind: 'hidden', target: rule.id, person: false });
    assert.deepEqual(targetsOf({ agent: 'cli', body: confirmed.body }), [TRIPWIRE, rule.id]);
    const held = applyActs(rule, [hidden, words, confirmed]);
    const detail = detailOfKind(held, 'knowledge');
    assert.deepEqual(
      [held.text, detail.status, detail.hidden, detail.heldBy],
      [RULE, 'proposed', undefined, [TRIPWIRE]],
    );
    const late = act(5, { kind: 'revised', target: rule.id, changes: { text: 'Indent with tabs.' }, person: false });
    assert.equal(applyActs(rule, [late, withdrawn, confirmed]).text, 'Indent with tabs.');
    const first = said(1, RULE);
    assert.equal(latestReport([said(3, 'Indent with tabs.'), confirmed, first])?.report, first);
    const second = said(5, 'Indent with tabs.');
    assert.equal(latestReport([second, withdrawn, confirmed, first])?.report, second);
    const own = act(2, { kind: 'confirmed', target: rule.id, person: false });
    assert.equal(applyActs(rule, [own]).detail.status, 'proposed');
  });
});
