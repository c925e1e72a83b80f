import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventId, SessionId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { Ranked } from '../../../src/retrieval/ranking/rank.ts';
import { rankSessions } from '../../../src/retrieval/ranking/rank-sessions.ts';
import { makeItem } from '../make-item.ts';

const ONE = 's_aaaaaaaaaaaaaaab' as SessionId;
const OTHER = 's_aaaaaaaaaaaaaaac' as SessionId;

function ranked(score: number, over: Partial<Item>, why: Record<string, number> = {}): Ranked {
  const match = { stems: new Map(), pairs: new Set<string>() };
  return { item: { ...makeItem(over), score, why }, match, coverage: 0, nearness: 0 };
}

test('two good pieces of evidence outweigh one that is a little better', () => {
  const sessions = rankSessions([
    ranked(2.1, { session: OTHER }),
    ranked(2, { session: ONE }),
    ranked(1.9, { session: ONE }),
  ]);
  assert.deepEqual(sessions, [
    { sessionId: ONE, score: 2.95 },
    { sessionId: OTHER, score: 2.1 },
  ]);
});

test('what was read out of a message does not count beside it, nor what has no session', () => {
  const readOut = { kind: 'knowledge', event: 'e_aaaaaaaaaaaaaaaa' as EventId } as const;
  const { session: _none, ...nowhere } = makeItem();
  const sessions = rankSessions([
    ranked(2, { session: ONE }),
    ranked(2, { session: ONE, ...readOut }),
    { ...ranked(3, {}), item: { ...nowhere, score: 3, why: {} } },
  ]);
  assert.deepEqual(sessions, [{ sessionId: ONE, score: 2 }]);
});

test('what an agent announced tells of its session like any other message', () => {
  const [first] = rankSessions([ranked(1.7, { session: ONE }, { announces: -0.3 })]);
  assert.equal(first?.score, 2);
});

test('nothing found gives no session', () => {
  assert.deepEqual(rankSessions([]), []);
});

test('a session that amends an earlier one of the same subject comes before it, and no other', () => {
  const rule = 'Colliding contacts keep the newer record, by its latest timestamp.';
  const first = ranked(2.4, { session: ONE, at: 1_000, text: rule });
  const amends = 'Amendment of how colliding contacts are kept: the fuller record stays, whatever its timestamp.';
  const later = { session: OTHER, at: 2_000, text: amends };
  const order = (ones: Ranked[]) => rankSessions(ones).map(({ sessionId }) => sessionId);
  assert.deepEqual(order([first, ranked(2, later)]), [OTHER, ONE]);
  assert.deepEqual(order([first, ranked(2, { ...later, at: 500 })]), [ONE, OTHER]);
  assert.deepEqual(order([first, ranked(2, { ...later, text: 'Amendment of the paint: blue.' })]), [ONE, OTHER]);
  assert.deepEqual(order([first, ranked(2, { ...later, text: amends.replace('Amendment', 'A list') })]), [ONE, OTHER]);
});
