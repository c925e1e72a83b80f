import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { describeNode, isNodeServed, NODE_RANGE } from '../../src/core/node-version.ts';

test('the range is the one of package.json', () => {
  const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  assert.equal(NODE_RANGE, engines.node);
});

test('a version is served from the least of its major version on, and every one after the last of the range', () => {
  const versions = {
    served: ['22.23.0', '22.30.1', '24.15.0', '24.21.0', '25.9.0', '25.10.0', '26.0.0', '27.1.0', '26.0.0-nightly2026'],
    old: ['12.22.12', '20.20.2', '21.7.3', '22.22.9', '23.11.0', '24.14.1', '25.8.2', ''],
  };
  assert.deepEqual(versions.served.filter(isNodeServed), versions.served);
  assert.deepEqual(versions.old.filter(isNodeServed), []);
});

test('of one that is not served it is said what was found, what is needed and how to get it', () => {
  const { message, fix } = describeNode({ version: '12.22.12', path: '/usr/bin/node' });
  assert.ok(message.includes('12.22.12') && message.includes('/usr/bin/node') && message.includes(NODE_RANGE));
  assert.match(fix, /https:\/\/nodejs\.org/);
});
