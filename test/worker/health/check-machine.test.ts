import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diskLimits } from '../../../src/config/disk-limits.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { checkMachine, diskFinding } from '../../../src/worker/health/check-machine.ts';

test('knows which Node is late enough', () => {
  for (const [node, status] of [
    ['22.22.9', 'warning'],
    ['22.23.0', 'ok'],
    ['23.11.0', 'warning'],
    ['24.14.1', 'warning'],
    ['24.15.0', 'ok'],
    ['25.9.0', 'ok'],
    ['26.0.0', 'ok'],
    ['20.19.0', 'warning'],
  ] as const) {
    assert.equal(checkMachine({ node, sqlite: '3.51.3' })[0]?.status, status, node);
  }
});

test('an SQLite that can lose what was committed is a failure', () => {
  assert.equal(checkMachine({ node: '24.15.0', sqlite: '3.51.2' })[1]?.status, 'failed');
  assert.equal(checkMachine({ node: '24.15.0', sqlite: '3.52.0' })[1]?.status, 'ok');
  takeIgnored();
});

test('a disk that is nearly full is a warning, one that is full a failure', () => {
  assert.deepEqual(
    [10_000_000, 400_000_000, 500_000_000].map((free) => diskFinding(free, diskLimits(undefined)).status),
    ['failed', 'warning', 'ok'],
  );
});
