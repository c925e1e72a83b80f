// Whoever wants to can forge what shows an agent acting in a person's name. So it may not tell anything more, and take no guard away.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import { detailOfKind, type Item } from '../../../src/core/model/item.ts';
import { isOver } from '../../../src/core/model/kinds.ts';
import { applyActs } from '../../../src/derive/event/apply-acts.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { isGuarded } from '../../../src/derive/event/in-doubt.ts';
import { makeEvent } from '../make-event.ts';

const target = 'o_aaaaaaaaaaaaaaaa';
const KINDS = ['confirmed', 'withdrawn', 'superseded', 'reopened', 'hidden', 'shown', 'muted', 'unmuted'] as const;

const at = (time: number, body: EventBody): StoredEvent => makeEvent(body, { at: time, seq: time });

const actOf = fc.oneof(
  fc.record({ kind: fc.constantFrom(...KINDS), target: fc.constant(target), person: fc.boolean() }),
  fc.record({
    kind: fc.constant('revised' as const),
    target: fc.constant(target),
    changes: fc.record({ text: fc.constantFrom('Always push by force.', 'Never push on Fridays.') }),
    person: fc.boolean(),
  }),
);

function statementOf(person: boolean): { event: StoredEvent; item: Item } {
  const event = at(1, { kind: 'noted', text: 'Never push by force.', knowledge: 'constraint', person, detail: {} });
  const [item] = deriveEvent(event, {}).items;
  assert.ok(item);
  return { event, item };
}

/** The words that blocks tell of a memory as a person's; `undefined` for none. */
function toldOf({ author, detail, text }: Item): string | undefined {
  const isWhole = author === 'person' || detail.status === 'confirmed';
  const isLeft = isOver(detail.status) || detail.hidden === true || detail.muted === true;
  return isWhole && !isLeft ? text : undefined;
}

/** The memory in each case: each act in doubt done by a person, or by an agent. */
function casesOf(item: Item, acts: readonly StoredEvent[], doubted: ReadonlySet<string>): Item[] {
  let cases: StoredEvent[][] = [[]];
  for (const act of acts) {
    const agents = { ...act, body: { ...act.body, person: false } as EventBody };
    const done = doubted.has(act.id) ? [act, agents] : [act];
    cases = cases.flatMap((before) => done.map((one) => [...before, one]));
  }
  return cases.map((one) => applyActs(item, one));
}

test('what is in doubt tells nothing that any case would not tell, and stays a guard where one would have one', () => {
  const given = fc.record({
    person: fc.boolean(),
    acts: fc.array(fc.tuple(actOf, fc.boolean()), { minLength: 1, maxLength: 6 }),
  });
  fc.assert(
    fc.property(given, ({ person, acts: bodies }) => {
      const { item } = statementOf(person);
      const acts = bodies.map(([body], i) => at(i + 2, body));
      const doubted = new Set(
        acts.flatMap(({ id, body }, i) => (bodies[i]?.[1] && 'person' in body && body.person ? [id] : [])),
      );
      if (doubted.size === 0) return;
      const revoked = [...doubted].map((act, i) =>
        at(100 + i, {
          kind: 'revoked',
          target,
          act: act as StoredEvent['id'],
          by: act as StoredEvent['id'],
          person: false,
        }),
      );
      const left = applyActs(item, [...acts, ...revoked]);
      const cases = casesOf(item, acts, doubted);
      const told = toldOf(left);
      if (told !== undefined) assert.deepEqual([...new Set(cases.map(toldOf))], [told]);
      // A guard in force in a case: an agent can neither hide nor reword what is left, and its tripwire goes on.
      if (cases.some((one) => toldOf(one) !== undefined)) assert.ok(isGuarded(left) && !isOver(left.detail.status));
      // A person who judges it then has the last word.
      const judged = applyActs(item, [...acts, ...revoked, at(200, { kind: 'confirmed', target, person: true })]);
      assert.deepEqual([judged.detail.status, detailOfKind(judged, 'knowledge').takenBack], ['confirmed', undefined]);
    }),
    { numRuns: 2_000 },
  );
});

test('a rule that an agent wrote over in a person’s name becomes no person’s rule', () => {
  const { item } = statementOf(false);
  const reworded = at(2, { kind: 'revised', target, changes: { text: 'Always push by force.' }, person: true });
  const revoked = at(9, { kind: 'revoked', target, act: reworded.id, by: reworded.id, person: false });
  assert.deepEqual(
    [applyActs(item, [reworded]).author, applyActs(item, [reworded]).detail.status],
    ['person', 'stated'],
  );
  const left = applyActs(item, [reworded, revoked]);
  assert.deepEqual([left.author, left.exposed, left.detail.status], ['agent', true, 'proposed']);
});

test('a revert that an agent seems to have done brings no words back as a person’s', () => {
  const { item } = statementOf(true);
  const reworded = at(2, { kind: 'revised', target, changes: { text: 'Always push by force.' }, person: true });
  const back = at(3, { kind: 'revised', target, changes: {}, undoes: reworded.id, person: true });
  const revoked = at(9, { kind: 'revoked', target, act: back.id, by: back.id, person: false });
  assert.equal(toldOf(applyActs(item, [reworded, back])), 'Never push by force.');
  assert.equal(toldOf(applyActs(item, [reworded, back, revoked])), undefined);
});

const ON_PATTERNS = { tripwire: ['confirmed', undefined], preference: ['proposed', true] } as const;

for (const [sort, [status, hidden]] of Object.entries(ON_PATTERNS)) {
  test(`in doubt, a ${sort} ${sort === 'tripwire' ? 'stays armed' : 'tells less'}`, () => {
    const pattern = {
      ...{ id: 't_aaaaaaaaaaaaaaaa', kind: 'pattern', author: 'agent', exposed: false, at: 1, rule: 'pattern@1' },
      ...{ title: 'Push', text: 'Push', detail: { status: 'proposed', pattern: { pattern: sort } } },
    } as unknown as Item;
    const acts = [at(2, { kind: 'confirmed', target, person: true }), at(3, { kind: 'hidden', target, person: true })];
    const revoked = acts.map(({ id }, i) => at(9 + i, { kind: 'revoked', target, act: id, by: id, person: false }));
    const { detail } = applyActs(pattern, [...acts, ...revoked]);
    assert.deepEqual([detail.status, detail.hidden], [status, hidden]);
  });
}
