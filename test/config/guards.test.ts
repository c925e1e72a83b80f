import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loosensGuard } from '../../src/config/guards.ts';

test('which change of patterns leaves out less: one removed, one that takes in again, another order around it', () => {
  const loosens = (before: string[], after: string[]): boolean => loosensGuard('privacy.excludePaths', before, after);
  for (const [before, after] of [
    [['*.pem', '/a'], ['*.pem']],
    [['*.pem'], ['*.pem', '!**']],
    [['*.pem'], ['!**', '*.pem']],
    [['*.pem'], ['*.pem', ' !/a']],
    [
      ['!/a', '*.pem'],
      ['*.pem', '!/a'],
    ],
    [
      ['!/a', '*.pem', '/b'],
      ['!/a', '/b', '*.pem'],
    ],
    [['*.pem', '!/a'], ['!/a']],
    [[], ['!**']],
  ] as const) {
    assert.equal(loosens([...before], [...after]), true, `${before.join()} -> ${after.join()}`);
  }
  for (const [before, after] of [
    [['*.pem'], ['*.pem', '/a']],
    [
      ['*.pem', '/a'],
      ['/a', '*.pem'],
    ],
    [
      ['*.pem', '!/a'],
      ['*.pem', '!/a', '/b'],
    ],
    [['*.pem', '!/a'], ['*.pem']],
    [
      ['!/a', '*.pem', '!/b'],
      ['*.pem', '!/b', '*.key'],
    ],
  ] as const) {
    assert.equal(loosens([...before], [...after]), false, `${before.join()} -> ${after.join()}`);
  }
});
