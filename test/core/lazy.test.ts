import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazy } from '../../src/core/lazy.ts';

test('is made once, when it is first asked for, also when it is nothing', () => {
  let times = 0;
  const nothing = lazy(() => {
    times += 1;
    return undefined;
  });
  assert.equal(times, 0);
  assert.deepEqual([nothing(), nothing(), times], [undefined, undefined, 1]);
});
