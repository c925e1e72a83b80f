import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type EventId, numberedEventId, sessionId } from '../../../src/core/model/ids.ts';
import type { SessionFact } from '../../../src/derive/event/session-fact.ts';
import { SessionContext } from '../../../src/pipeline/session-state/session-context.ts';

const SESSION = sessionId('claude-code', 's');

function eventOf(number: number): EventId {
  return numberedEventId({ agent: 'claude-code', session: SESSION, phase: 'tool.end', number: `${number}` });
}

/** A tool result of `count` shingles, numbered from `first`. */
function reading(number: number, { first, count }: { first: number; count: number }): SessionFact {
  const shingles = Int32Array.from({ length: count }, (_, i) => first + i);
  return { event: eventOf(number), at: number, read: { author: 'tool', shingles } };
}

suite('a session that reads more than can be remembered', () => {
  test('has unknown words from the first event on whose words are not known, and not by events that tell the same again', () => {
    const context = new SessionContext();
    const facts = [0, 1, 2].map((i) => reading(i + 1, { first: i * 550_000, count: 550_000 }));
    assert.deepEqual(
      facts.map((fact, i) => context.add(i + 1, fact)),
      [true, true, true],
    );
    assert.equal(context.unknownAt, 2);
    assert.deepEqual(
      facts.map((fact, i) => context.add(i + 1, fact)),
      [false, false, false],
    );
    assert.equal(context.add(3, reading(3, { first: 7, count: 550_000 })), true);
    assert.equal(context.unknownAt, 2);
  });

  test('again and again the same words forgets nothing, keeps few of them, and knows them', () => {
    const context = new SessionContext();
    for (let i = 1; i <= 40; i += 1) context.add(i, reading(i, { first: 0, count: 100_000 }));
    assert.equal(context.unknownAt, Number.POSITIVE_INFINITY);
    assert.ok(context.size < 1_300_000, `${context.size}`);
    assert.equal(context.readings(40).authorOf(99_999), 'tool');
    assert.equal(context.add(40, reading(40, { first: 0, count: 100_000 })), false);
  });

  test('has unknown words by what was forgotten, once the words of an earlier event turn out to be others', () => {
    const context = new SessionContext();
    for (let i = 1; i <= 20; i += 1) context.add(i, reading(i, { first: 0, count: 100_000 }));
    context.add(1, reading(1, { first: 200_000, count: 10 }));
    assert.ok(context.unknownAt <= 20);
    assert.equal(context.readings(20).authorOf(200_000), 'tool');
  });
});
