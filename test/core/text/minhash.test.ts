import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { variedText } from '../../../bench/support/generated/varied-text.ts';
import { areNearDuplicates, bandsOf, shinglesOf } from '../../../src/core/text/minhash.ts';

const word = fc.constantFrom('keep', 'money', 'as', 'integer', 'cents', 'never', 'floating', 'point');
const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(' '));

/** A text and the same with one of its words replaced. */
function changedOnce(seed: number): [string, string] {
  const words = variedText(seed, 400).split(' ');
  const changed = words.with(seed % words.length, 'otherwise');
  return [words.join(' '), changed.join(' ')];
}

suite('texts that are nearly the same', () => {
  test('have four fifths of their runs of three words in common', () => {
    const shared = (a: Set<number>, b: Set<number>) => [...a].filter((shingle) => b.has(shingle)).length;
    const share = (a: Set<number>, b: Set<number>) => shared(a, b) / new Set([...a, ...b]).size;
    fc.assert(
      fc.property(text, text, (one, other) => {
        const [a, b] = [new Set(shinglesOf(one)), new Set(shinglesOf(other))];
        assert.equal(areNearDuplicates(a, b), a.size > 0 && b.size > 0 && share(a, b) >= 0.8);
        assert.equal(areNearDuplicates(a, b), areNearDuplicates(b, a));
      }),
    );
  });

  test('are compared by their words alone, and not at all when those are few', () => {
    const said = 'We keep money as integer cents, never as floating point.';
    assert.deepEqual(shinglesOf(said), shinglesOf('  we KEEP money: as integer cents\n never, as floating-point '));
    assert.equal(shinglesOf('seven words are too few to compare').length, 0);
    assert.deepEqual(bandsOf(new Int32Array(0)), []);
    assert.equal(areNearDuplicates(new Set(), new Set()), false);
  });

  test('very likely share a band, and others do not', () => {
    const seeds = Array.from({ length: 500 }, (_, i) => i + 1);
    const bands = seeds.map((seed) => changedOnce(seed).map((one) => bandsOf(shinglesOf(one))));
    const sharing = bands.filter(([a = [], b = []]) => a.some((band) => b.includes(band))).length;
    assert.ok(sharing >= 0.9 * seeds.length, `${sharing} of ${seeds.length}`);
    const all = bands.flatMap(([a = []]) => a);
    assert.ok(new Set(all).size >= 0.99 * all.length);
    assert.ok(all.every((band) => Number.isInteger(band) && band === (band | 0)));
  });

  test('have the same bands whatever the order in which their runs are looked at', () => {
    fc.assert(
      fc.property(text, (one) => {
        const shingles = shinglesOf(one);
        assert.deepEqual(bandsOf(shingles.toReversed()), bandsOf(shingles));
      }),
    );
  });
});
