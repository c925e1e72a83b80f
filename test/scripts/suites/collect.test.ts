import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCollector, type TestEvent } from '../../../scripts/suites/collect.ts';
import { tallyOf } from '../../../scripts/suites/page.ts';

/** What `run` of node:test says of a test that passed, and of what it said of itself. */
function passed(name: string, ...messages: string[]): TestEvent[] {
  const said = messages.map((message): TestEvent => ({ type: 'test:diagnostic', data: { message, nesting: 0 } }));
  return [{ type: 'test:pass', data: { name, nesting: 0 } }, ...said];
}

test('a row of which no try was reached is none that held', () => {
  const { see, rows } = createCollector('test/torture/some.test.ts');
  for (const event of [...passed('reached', 'tries: 3'), ...passed('never reached', 'tries: 0'), ...passed('once')])
    see(event);
  assert.deepEqual(
    rows.map(({ outcome, tries }) => [outcome, tries]),
    [
      ['held', 3],
      ['not tried', 0],
      ['held', 1],
    ],
  );
  assert.match(rows[1]?.why ?? '', /never reached/);
  assert.deepEqual(tallyOf(rows), { rows: 3, tries: 4, held: 2, fell: 0, notTried: 1 });
});
