import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { FailingCommands } from '../../../../src/derive/session/work/failing-commands.ts';
import { type Happening, itemsOf, runs } from '../session-items.ts';

const FAILS = '--- FAIL: TestCart (0.00s)\n    cart_test.go:3: want 1\nFAIL';

function failingAfter(...happenings: Happening[]): string[] {
  const failing = new FailingCommands();
  for (const item of itemsOf(...happenings)) failing.take(item);
  return failing.list(9).map(({ command }) => command);
}

const ENDED: readonly (readonly [string, string, string])[] = [
  ['a wider pattern', 'go test -run TestCart_Empty ./cart', 'go test -run TestCart ./cart'],
  ['one pattern of several', 'go test -run "TestCart$" ./cart', 'go test -run "TestOrder|TestCart" ./cart'],
  ['the whole suite', 'go test -run TestCart ./cart', 'go test ./...'],
  ['a folder above', 'go test ./shop/cart/...', 'go test ./shop/...'],
  ['an absolute path', 'go test ./shop/cart', 'go test /home/dev/work/shop/cart'],
  ['another folder and environment', 'cd shop && CI=1 npm test', 'npm test'],
  ['a script in another spelling', 'npm test -- cart', 'yarn run test'],
  ['a launcher', 'npx vitest run src/cart.test.ts', 'pnpm exec vitest run'],
  ['a module of python', 'python -m pytest tests/test_cart.py', 'pytest tests'],
  ['a task that runs all tests', 'go test -run TestCart ./cart', 'mise run test'],
  ['a task for that kind of tests', 'go test -tags=integration -run TestCart ./it', 'mise run test:integration'],
  ['a task for all checks', 'go test -tags=integration ./it', 'mise run test:ci'],
  ['tests that need the build', 'go build ./...', 'make test'],
  ['the end of what was under way', 'git rebase main', 'git add a.ts && git rebase --continue'],
];

describe('a failure ends with', () => {
  for (const [name, failed, later] of ENDED) {
    test(name, () => assert.deepEqual(failingAfter(runs(failed, 'FAILED', 1), runs(later, 'ok')), []));
  }

  test('a line that says that its test passed, whatever else fails', () => {
    const later = runs('go test -v ./...', '--- PASS: TestCart (0.00s)\n--- FAIL: TestTax (0.00s)\nFAIL', 1);
    assert.deepEqual(failingAfter(runs('go test -run TestCart ./cart', FAILS, 1), later), ['go test -v ./...']);
  });
});

const STAYING: readonly (readonly [string, string, string])[] = [
  ['a narrower pattern', 'go test -run TestCart ./cart', 'go test -run TestCart_Empty ./cart'],
  ['another test', 'go test -run TestCart ./cart', 'go test -run TestOrder ./cart'],
  ['another folder', 'go test ./cart', 'go test ./order'],
  ['a task for other tests', 'npm run test:e2e', 'npm test'],
  ['a suite without those tests', 'go test -tags=integration ./it', 'mise run test'],
  ['tests, of what checks the style', 'npm run lint', 'npm test'],
];

describe('a failure stays after', () => {
  for (const [name, failed, later] of STAYING) {
    test(name, () => assert.equal(failingAfter(runs(failed, 'FAILED', 1), runs(later, 'ok')).length, 1));
  }
});

test('what only looks or tries something out leaves nothing to mend', () => {
  for (const command of ['gh run view 7', 'tool --help', 'node -e "boom()"', 'ps -p 1', 'git config --get a.b']) {
    assert.deepEqual(failingAfter(runs(command, 'error: no', 1)), [], command);
  }
});
