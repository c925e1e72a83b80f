import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventId, SessionId } from '../../../src/core/model/ids.ts';
import type { ItemKind } from '../../../src/core/model/kinds.ts';
import { NO_MATCH } from '../../../src/retrieval/query/weigh-query.ts';
import { demoteAggregates } from '../../../src/retrieval/ranking/demote-aggregates.ts';
import type { Ranked } from '../../../src/retrieval/ranking/rank.ts';
import { makeItem } from '../make-item.ts';

const ONE = 's_aaaaaaaaaaaaaaaa' as SessionId;
const OTHER = 's_bbbbbbbbbbbbbbbb' as SessionId;

function ranked(
  title: string,
  kind: ItemKind,
  { score, session = ONE }: { score: number; session?: SessionId },
): Ranked {
  const event = kind === 'message' ? { event: `e_${title.padEnd(16, 'a')}` as EventId } : {};
  const item = { ...makeItem({ title, kind, session }), ...event, score, why: { words: score } };
  return { item, match: NO_MATCH, coverage: 0, nearness: 0 };
}

const ABOUT = { times: [] };
const titles = (all: readonly Ranked[]) => demoteAggregates(all, ABOUT).map(({ item }) => item.title);

test('a summary stands behind the two best memories of its session, a second thing made of it behind four', () => {
  const all = [
    ranked('summary', 'summary', { score: 5 }),
    ranked('topic', 'topic', { score: 4.9 }),
    ...[3, 2, 1.5, 1.2, 1.1].map((score) => ranked(`m${score}`, 'message', { score })),
    ranked('elsewhere', 'message', { score: 2.5, session: OTHER }),
  ];
  assert.deepEqual(titles(all), ['m3', 'elsewhere', 'm2', 'summary', 'm1.5', 'm1.2', 'topic', 'm1.1']);
});

test('it stays where nothing of its session was found beside it, and where it stands behind anyway', () => {
  const alone = [ranked('summary', 'summary', { score: 5 }), ranked('m', 'message', { score: 1, session: OTHER })];
  assert.deepEqual(titles(alone), ['summary', 'm']);
  const low = ranked('summary', 'summary', { score: 0.5 });
  assert.equal(demoteAggregates([ranked('m', 'message', { score: 2 }), low], ABOUT)[1], low);
});

test('what it loses stands among the parts of its score, which still come to it', () => {
  const [, summary] = demoteAggregates(
    [ranked('summary', 'summary', { score: 5 }), ranked('m', 'message', { score: 2 })],
    ABOUT,
  );
  assert.deepEqual(summary?.item.why, { words: 5, made: -3.001 });
  assert.equal(summary?.item.score, 1.999);
});

test('a summary stays where it is when a time alone is asked for', () => {
  const all = [ranked('summary', 'summary', { score: 5 }), ranked('m', 'message', { score: 2 })];
  const lastWeek = { from: 0, to: 1, text: 'last week' };
  const order = (hard: boolean) =>
    demoteAggregates(all, { times: [{ ...lastWeek, hard }] }).map(({ item }) => item.title);
  assert.deepEqual(
    [order(true), order(false)],
    [
      ['summary', 'm'],
      ['m', 'summary'],
    ],
  );
});
