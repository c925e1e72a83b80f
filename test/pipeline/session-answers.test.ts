import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { StoredEvent } from '../../src/core/model/event.ts';
import { type EventId, numberedEventId, sessionId } from '../../src/core/model/ids.ts';
import { AUTHORS, type Author, type Meaning } from '../../src/core/model/kinds.ts';
import type { SessionFact } from '../../src/derive/event/session-fact.ts';
import { SessionContext } from '../../src/pipeline/session-state/session-context.ts';
import { fromStoredContext, toStoredContext } from '../../src/pipeline/session-state/stored-context.ts';

const SESSION = sessionId('claude-code', 's');
const THREADS = [undefined, undefined, 'a', 'b'];
/** An event of a kind whose derivation reads from its session. */
const BODY = { kind: 'tool.end', tool: 'Bash', input: {}, output: '', success: true } as const;
const LABELS = [undefined, 'p1', 'p2', 'p3'];

function idOf(number: number): EventId {
  return numberedEventId({ agent: 'claude-code', session: SESSION, phase: 'x', number: `${number}` });
}

/** What one event is to others, and what it asks of them. */
interface Told {
  fact: SessionFact | undefined;
  event: StoredEvent;
}

/** What the rules read from a session. */
interface Answers {
  wanted: Meaning | undefined;
  changes: readonly string[];
  amended: readonly string[];
  read: (Author | undefined)[];
}

const pick = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values);
const words = fc
  .array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 4 })
  .map((all) => Int32Array.from(all));

/** An event of a session by its number; few times, words, files, threads and labels, so that events meet. */
function toldOf(number: number): fc.Arbitrary<Told> {
  const says = fc.oneof(
    fc.record({
      asked: fc.record({ label: pick(LABELS), wants: pick<Meaning | undefined>([undefined, 'bugfix', 'feature']) }),
    }),
    fc.record({ read: fc.record({ author: pick(AUTHORS), shingles: words }) }),
    fc.record({ said: words }),
    fc.record({ changed: fc.array(pick(['a.ts', 'b.ts', 'c.ts', '/x/d.ts']), { minLength: 1, maxLength: 2 }) }),
    fc.constant({ commits: true as const }),
    fc.constant(undefined),
  );
  const place = { at: fc.integer({ min: 1, max: 25 }), subagent: pick(THREADS), prompt: pick(LABELS), says };
  return fc.record(place).map(({ at, subagent, prompt, says: facts }) => {
    const event = {
      id: idOf(number),
      seq: number,
      at,
      session: SESSION,
      subagent,
      prompt,
      body: BODY,
    } as unknown as StoredEvent;
    const asked = facts !== undefined && 'asked' in facts ? { asked: JSON.parse(JSON.stringify(facts.asked)) } : {};
    const fact = { event: event.id, at, ...(subagent === undefined ? {} : { subagent }), ...facts, ...asked };
    return { event, fact: facts === undefined ? undefined : (fact as SessionFact) };
  });
}

/** Events of a session, and some of them told again, otherwise. */
const story = fc.integer({ min: 2, max: 40 }).chain((count) =>
  fc.record({
    told: fc.tuple(...Array.from({ length: count }, (_, i) => toldOf(i + 1))),
    again: fc.array(fc.integer({ min: 1, max: count }).chain(toldOf), { maxLength: 8 }),
  }),
);

/** What a context answers to one of its events; all of it counts as asked. */
function ask(context: SessionContext, event: StoredEvent): Answers {
  const { wanted, changes, readings } = context.contextOf(event, {}) as Required<
    ReturnType<SessionContext['contextOf']>
  >;
  return {
    wanted,
    changes: changes(false),
    amended: changes(true),
    read: Array.from({ length: 13 }, (_, shingle) => readings.authorOf(shingle)),
  };
}

/** A place in some order. */
function placeOf({ event }: Told, seed: number): number {
  return Math.sin((event.seq * 31 + event.at) * (seed + 1));
}

/** Prompts ask nothing, and what reads asks for no words. */
function isAsking({ fact }: Told): boolean {
  return fact?.asked === undefined && fact?.said === undefined && fact?.read === undefined;
}

/** What is a prompt by one telling is one by all of them. */
function isPrompt({ fact }: Told): boolean {
  return fact?.asked !== undefined || fact?.said !== undefined;
}

function whole(told: readonly Told[]): SessionContext {
  const context = new SessionContext();
  for (const { event, fact } of told) context.add(event.seq, fact);
  return context;
}

suite('a session’s answers', () => {
  test('are right in any order of arrival: news tells since when events may be answered otherwise', () => {
    fc.assert(
      fc.property(story, fc.nat(), ({ told, again }, seed) => {
        const order = [...told, ...again].toSorted((one, other) => placeOf(one, seed) - placeOf(other, seed));
        const context = new SessionContext();
        const answered = new Map<EventId, Answers>();
        const derive = ({ event, fact }: Told): void => {
          const answers = ask(context, event);
          const since = context.learn(event, fact)?.since ?? Number.POSITIVE_INFINITY;
          for (const { event: other } of told) if ((timeOf.get(other.id) ?? 0) >= since) stale.add(other.id);
          answered.set(event.id, answers);
          stale.delete(event.id);
        };
        const prompts = new Set(order.filter(isPrompt).map(({ event }) => event.id));
        const timeOf = new Map<EventId, number>();
        const stale = new Set<EventId>();
        for (const [i, one] of order.entries()) {
          timeOf.set(one.event.id, one.event.at);
          derive(one);
          const latest = [...new Map(order.slice(0, i + 1).map((last) => [last.event.id, last])).values()];
          const asking = latest.filter((last) => isAsking(last) && !prompts.has(last.event.id));
          if (i % 3 === seed % 3) for (const next of asking) if (stale.has(next.event.id)) derive(next);
          const truth = whole(latest);
          for (const { event } of asking) {
            if (!stale.has(event.id)) assert.deepEqual(answered.get(event.id), ask(truth, event));
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test('are the same from a snapshot for all that happens after it', () => {
    fc.assert(
      fc.property(story, fc.nat(), ({ told }, cut) => {
        const inTime = told.toSorted((one, other) => one.event.at - other.event.at || one.event.seq - other.event.seq);
        const numbered = inTime.map(({ event, fact }, i) => ({ event: { ...event, seq: i + 1 }, fact }));
        const before = numbered.slice(0, cut % numbered.length);
        const [one, other] = [whole(before), whole(before)];
        const restored = new SessionContext(undefined, fromStoredContext(toStoredContext(one.snapshot())));
        for (const { event, fact } of numbered.slice(before.length)) {
          const isLater = before.every((one) => one.fact === undefined || one.event.at < event.at);
          assert.equal(restored.reaches(event), isLater);
          if (!isLater) return;
          assert.deepEqual(ask(restored, event), ask(other, event));
          for (const context of [restored, other]) context.learn(event, fact);
          assert.equal(restored.exposedAt, other.exposedAt);
        }
        for (const { event } of before) assert.equal(restored.reaches(event), false);
      }),
      { numRuns: 150 },
    );
  });
});
