import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';
import { applyActs, givenName, latestReport, mergedInto } from '../../../src/derive/event/apply-acts.ts';
import { deriveEvent } from '../../../src/derive/event/derive-event.ts';
import { targetsOf } from '../../../src/derive/event/targets-of.ts';
import { makeEvent } from '../make-event.ts';

const act = (at: number, body: EventBody): StoredEvent => makeEvent(body, { at, seq: at });
const noted = (at: number, text: string, person = false): StoredEvent =>
  act(at, { kind: 'noted', text, knowledge: 'decision', person, detail: { ref: 'r' } });
const target = 'o_aaaaaaaaaaaaaaaa';

function ruleOf(person: boolean) {
  const [item] = deriveEvent(noted(1, 'We use pnpm here.', person), {}).items;
  if (item === undefined) throw new Error('no item');
  return item;
}

test('the latest judgement counts, in whatever order they are told', () => {
  const acts = [
    act(4, { kind: 'shown', target, person: true }),
    act(2, { kind: 'confirmed', target, person: true }),
    act(3, { kind: 'hidden', target, person: false }),
    act(5, { kind: 'withdrawn', target, person: true }),
  ];
  const { detail } = applyActs(ruleOf(false), acts);
  assert.deepEqual([detail.status, detail.hidden], ['withdrawn', undefined]);
});

test('an agent neither judges, nor shows again, nor revises what a person stands behind', () => {
  const words = act(3, { kind: 'revised', target, changes: { text: 'We use yarn.' }, person: false });
  assert.equal(applyActs(ruleOf(true), [words]).text, 'We use pnpm here.');
  assert.equal(
    applyActs(ruleOf(false), [words, act(2, { kind: 'confirmed', target, person: true })]).text,
    'We use pnpm here.',
  );
  const agents = [
    act(2, { kind: 'confirmed', target, person: false }),
    act(3, { kind: 'hidden', target, person: false }),
    act(4, { kind: 'shown', target, person: false }),
  ];
  const { detail } = applyActs(ruleOf(false), agents);
  assert.deepEqual([detail.status, detail.hidden], ['proposed', true]);
});

test('an agent’s new words are exposed, a person’s are a person’s', () => {
  const changes = { text: 'We use yarn here.' };
  const agents = applyActs(ruleOf(false), [act(2, { kind: 'revised', target, changes, person: false })]);
  assert.deepEqual([agents.title, agents.author, agents.exposed], ['We use yarn here.', 'agent', true]);
  const persons = applyActs(ruleOf(false), [act(2, { kind: 'revised', target, changes, person: true })]);
  assert.deepEqual([persons.author, persons.detail.status], ['person', 'stated']);
});

test('the latest report of a named note counts, but an agent’s never over a person’s', () => {
  const [first, second] = [noted(1, 'one'), noted(2, 'two')];
  assert.equal(latestReport([second, first])?.report, second);
  const persons = noted(3, 'three', true);
  assert.equal(latestReport([noted(4, 'four'), persons, first])?.report, persons);
  const confirmed = act(2, { kind: 'confirmed', target, person: true });
  assert.equal(latestReport([noted(3, 'later'), confirmed, first])?.report, first);
});

test('a project is called by its latest name', () => {
  const named = (at: number, name: string): StoredEvent =>
    act(at, { kind: 'renamed', target: 'r_x', name, person: true });
  assert.equal(givenName([named(2, 'two'), named(1, 'one')]), 'two');
  assert.equal(givenName([]), undefined);
});

test('what an event is about: the target of an act, the name of a note, the note of an own call', () => {
  const call = (tool: string, input: object, output: string) =>
    targetsOf(makeEvent({ kind: 'tool.end', tool, input: { ...input }, output, success: true }))[0];
  assert.equal(call('mcp__cairn__remember', {}, target), target);
  assert.equal(call('Bash', { command: 'cairn remember "x"' }, target), target);
  assert.equal(call('mcp__cairn__search', {}, target), undefined);
  assert.equal(call('mcp__other__remember', {}, target), undefined);
  assert.deepEqual(targetsOf(act(1, { kind: 'hidden', target, person: false })), [target]);
  assert.match(targetsOf(noted(1, 'x'))[0] ?? '', /^o_/);
  assert.deepEqual(targetsOf(makeEvent({ kind: 'message', text: target })), []);
  const standing = [{ id: 'o_bbbbbbbbbbbbbbbb', count: 2, firstAt: 1, lastAt: 2 }];
  const retired = act(1, { kind: 'retired', targets: [target], batch: 'b', reason: 'repeats', standing, person: true });
  assert.deepEqual(targetsOf(retired), [target, 'o_bbbbbbbbbbbbbbbb']);
});

test('what an agent seems to have run is in doubt, in whatever order it is told', () => {
  const confirmed = act(2, { kind: 'confirmed', target, person: true });
  const revoked = (run: StoredEvent): StoredEvent =>
    act(9, { kind: 'revoked', target, act: run.id, by: run.id, person: false });
  const again = act(10, { kind: 'confirmed', target, person: true });
  assert.equal(applyActs(ruleOf(false), [revoked(confirmed), confirmed]).detail.status, 'proposed');
  assert.equal(applyActs(ruleOf(false), [revoked(confirmed), again, confirmed]).detail.status, 'confirmed');
  const stated = ruleOf(true);
  const own = act(9, { kind: 'revoked', target, act: stated.event ?? confirmed.id, by: confirmed.id, person: false });
  const taken = applyActs(stated, [own]);
  const { standing, status } = detailOfKind(taken, 'knowledge');
  assert.deepEqual([taken.author, taken.exposed, status, standing], ['agent', true, 'proposed', undefined]);
  assert.equal(detailOfKind(stated, 'knowledge').standing, true);
  assert.equal(applyActs(stated, [own, again]).detail.status, 'confirmed');
});

test('an agent’s later report never replaces one in a person’s name, whoever made that', () => {
  const [persons, agents] = [noted(3, 'three', true), noted(4, 'four')];
  const own = act(9, { kind: 'revoked', target, act: persons.id, by: agents.id, person: false });
  assert.equal(latestReport([own, persons, agents])?.report, persons);
  const forged = noted(5, 'five', true);
  const other = act(9, { kind: 'revoked', target, act: forged.id, by: agents.id, person: false });
  const latest = latestReport([persons, forged, other]);
  assert.equal(latest?.report, persons);
  const [item] = deriveEvent(persons, {}).items;
  assert.ok(item && latest);
  assert.deepEqual(
    [applyActs(item, latest.acts).author, applyActs(item, latest.acts).detail.status],
    ['agent', 'proposed'],
  );
});

test('a project that an agent seems to have merged or named stands for itself, by its former name', () => {
  const project = 'r_aaaaaaaaaaaaaaaa';
  const named = act(2, { kind: 'renamed', target: project, name: 'shop', person: true });
  const merged = act(3, { kind: 'merged', target: project, into: 'r_bbbbbbbbbbbbbbbb', person: true });
  const revoked = ({ id }: StoredEvent): StoredEvent =>
    act(9, { kind: 'revoked', target: project, act: id, by: id, person: false });
  assert.deepEqual([givenName([named]), mergedInto([merged])], ['shop', 'r_bbbbbbbbbbbbbbbb']);
  assert.equal(givenName([named, revoked(named)]), undefined);
  assert.equal(mergedInto([merged, revoked(merged)]), undefined);
  const apart = act(4, { kind: 'merged', target: project, into: '', person: true });
  assert.equal(mergedInto([merged, apart, revoked(apart)]), undefined);
});
