import assert from 'node:assert/strict';
import { test } from 'node:test';
import { choosePoints, deal } from '../../bench/support/next-session/deal.ts';
import { placeboAmong } from '../../bench/support/next-session/placebo.ts';
import { fromRatedTable, toRatedTable } from '../../bench/support/next-session/rated-table.ts';
import {
  agreementOf,
  parseRatings,
  type Rating,
  ratedTwice,
  ratingErrors,
  tallyWays,
} from '../../bench/support/next-session/tally.ts';
import { countTokens } from '../../src/core/text/tokens.ts';

const TOLD = ['a', 'b', 'c'].flatMap((point) => [
  {
    point,
    way: 'before',
    text: `[o_aaaaaaaaaaaaaaaa] The lamp of ${point} is dim.\n[o_bbbbbbbbbbbbbbbb] The bell rings.`,
  },
  { point, way: 'after', text: point === 'c' ? '' : `The lamp of ${point} must dim in twenty steps.` },
]);

test('blocks are dealt without ids and names, some twice, and the key knows them', () => {
  const { files, key } = deal(TOLD, { twice: 1, seed: 3 });
  assert.deepEqual(deal(TOLD, { twice: 1, seed: 3 }).key, key);
  assert.notDeepEqual(deal(TOLD, { twice: 1, seed: 4 }).key, key);
  assert.ok(files.every(({ text }) => !/o_[a-z]{16}|before|after/.test(text)));
  const again = key.filter((row) => row.again === true);
  assert.equal(new Set(again.map(({ point }) => point)).size, 1);
  assert.equal(files.length, 5 + again.length);
  assert.deepEqual(
    key.filter(({ file }) => file === undefined),
    [{ point: 'c', way: 'after', lines: 0 }],
  );
  const [first] = files;
  const row = key.find(({ file }) => file === first?.file);
  assert.match(first?.text ?? '', new RegExp(`^sessions/${row?.point}\\.txt\n\n1\\. The lamp of ${row?.point} `));
});

test('points are chosen from each group in turn, after those that come first', () => {
  const candidates = ['a', 'b', 'c', 'd', 'e'].map((name) => ({
    name,
    first: name === 'e',
    group: name < 'd' ? 'x' : 'y',
  }));
  const chosen = choosePoints(candidates, { count: 3, seed: 1 });
  assert.equal(chosen[0], 'e');
  assert.ok(chosen.includes('d'), 'the only one of its group');
  assert.equal(choosePoints(candidates, { count: 9, seed: 1 }).length, 5);
});

test('marks are counted by way with their intervals, and a silent way helps nobody', () => {
  const { key } = deal(TOLD, { twice: 3, seed: 3 });
  const ratings = key.flatMap(({ file, way, lines }): Rating[] => {
    if (file === undefined) return [];
    return [
      way === 'after'
        ? { file, lines: ['useful'], session: 'clearly' }
        : { file, lines: ['weak', 'noise'].slice(0, lines), session: 'not' },
    ];
  });
  assert.deepEqual(ratingErrors(key, ratings), []);
  const [after, before] = tallyWays(key, ratings, new Set(['a', 'c'])).toSorted((one, other) =>
    one.way < other.way ? -1 : 1,
  );
  assert.equal(after?.silent, 1);
  assert.deepEqual([after?.lines.useful.n, after?.lines.useful.of], [2, 2]);
  assert.deepEqual([after?.sessions.clearly.n, after?.sessions.not.n, after?.points], [2, 1, 3]);
  assert.deepEqual([after?.helpedWhereBearing.n, after?.helpedWhereBearing.of], [1, 2]);
  assert.deepEqual([before?.lines.noise.n, before?.lines.noise.of], [3, 6]);
  const pairs = ratedTwice(key, ratings);
  assert.equal(pairs.length, 5);
  assert.ok(pairs.every(([one, other]) => one.file !== other.file && one.session === other.session));
  assert.equal(ratedTwice(key, ratings, ratings.slice(0, 2)).length, 2);
});

test('wrong ratings are named', () => {
  const key = [{ file: '001.txt', point: 'a', way: 'after', lines: 2 }];
  const wrong = parseRatings(
    '[{"file": "001.txt", "lines": ["useful"], "session": "clearly"}, {"file": "009.txt"}, {"file": "001.txt", "lines": ["useful", 2]}]',
  );
  assert.deepEqual(ratingErrors(key, wrong), [
    '001.txt: 1 marks, 2 lines',
    '009.txt: the key has no such file',
    "001.txt: a line's mark is unknown",
    "001.txt: the session's mark is unknown",
  ]);
});

test("agreement is Cohen's kappa", () => {
  // 20 yes-yes, 5 yes-no, 10 no-yes, 15 no-no: kappa .4.
  const times = (count: number, pair: [string, string]) => Array.from({ length: count }, () => pair);
  const pairs = [...times(20, ['y', 'y']), ...times(5, ['y', 'n']), ...times(10, ['n', 'y']), ...times(15, ['n', 'n'])];
  const { same, kappa } = agreementOf(pairs);
  assert.equal(same, 0.7);
  assert.ok(Math.abs(kappa - 0.4) < 1e-9);
  assert.equal(agreementOf([['y', 'y']]).kappa, 1);
});

test('a placebo is as long as what it stands for, and of somebody else', () => {
  const of = (developer: string, start: string) => ({
    set: 's',
    developer,
    start,
    prompt: '',
    tokens: countTokens(start),
  });
  const own = of('ada', 'The lamp is dim now.');
  const other = of('ben', 'The bell rings twice each hour, and once at noon.');
  const placebo = placeboAmong(own, [own, other]);
  assert.ok(placebo?.start.startsWith('The bell'));
  assert.ok(countTokens(placebo?.start ?? '') <= own.tokens);
  assert.deepEqual(placeboAmong(of('ada', ''), [own, other]), { start: '', prompt: '' });
  assert.equal(placeboAmong(own, [own]), undefined);
});

test('a key and its ratings are the same after they were a table', () => {
  const { key } = deal(TOLD, { twice: 1, seed: 3 });
  const ratings = key.flatMap(({ file, lines }): Rating[] =>
    file === undefined ? [] : [{ file, lines: ['useful', 'noise'].slice(0, lines), session: 'little' }],
  );
  const table = toRatedTable({ key, ratings });
  assert.deepEqual(fromRatedTable(table), { key, ratings });
  assert.doesNotMatch(table, /lamp|bell/);
});
