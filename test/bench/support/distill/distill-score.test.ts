import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type FailureLabel,
  type PairLabel,
  placeOf,
  scoreEdits,
  scoreGroups,
  scorePairs,
  scoreSaid,
} from '../../../../bench/support/distill/distill-score.ts';

const claim = (...events: string[]) => ({ name: events.join(' '), events });

suite('claimed repairs', () => {
  const label = (some: Partial<PairLabel>): PairLabel => {
    return { session: 's', same: 'cause', fails: ['f1', 'f2'], fixed: ['ok'], edits: ['edit'], by: 'edit', ...some };
  };
  const labels = [label({}), label({ same: 'other', fails: ['f3'], fixed: ['ok3'] })];

  test('are right when a failure and what shows it mended are of one mark', () => {
    const { precision, recall, wrong, missed } = scorePairs([claim('f2', 'edit', 'ok'), claim('f1', 'ok3')], labels);
    assert.deepEqual([precision.n, precision.of], [1, 2]);
    assert.deepEqual([recall.n, recall.of], [1, 2]);
    assert.deepEqual(wrong, ['f1 ok3']);
    assert.deepEqual(missed, ['other f3']);
  });

  test('that edits made should name a file that was edited', () => {
    const named = { ...claim('f1', 'ok'), files: ['src/a.ts'] };
    const { precision, recall, wrong } = scoreEdits(
      [named, { ...claim('f3', 'ok3'), files: ['src/b.ts'] }],
      labels,
      () => ['src/a.ts'],
    );
    assert.deepEqual([precision.n, precision.of, recall.of], [1, 2, 2]);
    assert.deepEqual(wrong, ['other edit']);
  });

  test('count neither for nor against where a mark is arguable', () => {
    const doubtful = label({ same: 'doubtful', fails: ['f4'], fixed: ['ok4'], arguable: true });
    const { precision, recall, arguable } = scorePairs([claim('f4', 'ok4')], [...labels, doubtful]);
    assert.deepEqual([precision.of, recall.of, arguable], [0, 2, 1]);
  });
});

suite('claimed groups of the same failure', () => {
  const labels: FailureLabel[] = [
    { id: 'a1', as: 'fixed', same: 'a' },
    { id: 'a2', as: 'abandoned', same: 'a' },
    { id: 'b1', as: 'fixed', same: 'b' },
    { id: 'r1', as: 'refused' },
    { id: 'r2', as: 'refused' },
    { id: 'n1', as: 'expected', same: 'no-match' },
  ];

  test('are right with one cause, and wrong with two, with a refusal, or with what is not known to have failed', () => {
    const { precision, wrong } = scoreGroups(
      [claim('a1', 'a2'), claim('a1', 'b1'), claim('r1', 'r2'), claim('n1'), claim('b1', 'unknown')],
      labels,
    );
    assert.deepEqual([precision.n, precision.of], [1, 5]);
    assert.deepEqual(wrong, ['a1 b1', 'r1 r2', 'n1', 'b1 unknown']);
  });

  test('may have a second cause in common', () => {
    const both: FailureLabel = { id: 'c1', as: 'fixed', same: 'a', also: 'c' };
    const { precision } = scoreGroups(
      [claim('a1', 'c1'), claim('c1', 'c2')],
      [...labels, both, { ...both, id: 'c2', same: 'c' }],
    );
    assert.equal(precision.n, 2);
  });

  test('are missed only where a cause came up twice', () => {
    const { recall, missed } = scoreGroups([], labels);
    assert.equal(recall.of, 1);
    assert.deepEqual(missed, ['a a1']);
  });
});

suite('claimed statements', () => {
  const text = 'The parser is slow. We use tabs here. It took a day.';
  const labels = [{ id: 'e', from: 20, to: 37 }];
  const said = (words: string, event = 'e') => ({ ...claim(event), text: words });

  test('are right where their words stand in what is marked, also when they are not quite the same', () => {
    const textOf = (): string => text;
    assert.equal(scoreSaid([said('We use tabs here')], labels, { textOf }).precision.n, 1);
    assert.equal(scoreSaid([said('we use TABS here …')], labels, { textOf }).precision.n, 1);
    assert.equal(scoreSaid([said('The parser is slow')], labels, { textOf }).precision.n, 0);
    assert.equal(scoreSaid([said('We use tabs here', 'another')], labels, { textOf }).precision.n, 0);
  });

  test('are found as either where they are marked as both', () => {
    const textOf = (): string => text;
    const recall = (marks: typeof labels): number => {
      const other = { claims: [said('We use tabs here')], labels: marks };
      return scoreSaid([], labels, { textOf, other }).recall.n;
    };
    assert.equal(recall(labels), 1);
    assert.equal(recall([]), 0);
  });

  test('have their place in a text found', () => {
    assert.deepEqual(placeOf('use tabs', text), [23, 31]);
    assert.equal(text.slice(...placeOf('it took days, a day', text)).trim(), 'It took a day');
  });
});
