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
