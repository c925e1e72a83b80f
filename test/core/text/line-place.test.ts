import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLinePlace } from '../../../src/core/text/line-place.ts';

test('reads a file, a line and a range; a colon of a path is none', () => {
  assert.deepEqual(parseLinePlace('src/pay.ts'), { path: 'src/pay.ts' });
  assert.deepEqual(parseLinePlace('src/pay.ts:42'), { path: 'src/pay.ts', line: 42 });
  assert.deepEqual(parseLinePlace('src/pay.ts:42-60'), { path: 'src/pay.ts', line: 42, endLine: 60 });
  assert.deepEqual(parseLinePlace('C:\\shop\\pay.ts'), { path: 'C:\\shop\\pay.ts' });
});
