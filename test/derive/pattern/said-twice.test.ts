import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saidTwice } from '../../../src/derive/pattern/said-twice.ts';

const HOUR = 3_600_000;

/** Prompts, each in a session of its own, an hour apart; the sentences that are said twice, by the first. */
function twice(...texts: readonly string[]): string[][] {
  const prompts = texts.map((text, i) => {
    const at = (i + 1) * HOUR;
    return { id: `p${i}`, session: `s${i}`, startedAt: at, at, text };
  });
  return saidTwice(prompts).map(({ says }) => says.map(({ prompt }) => prompt.id));
}

test('says the same in equal and in nearly equal words, and as a request that comes again with any work', () => {
  const same: [string, string][] = [
    ['Always run the linter before you commit.', 'always run the linter before you commit'],
    ['Use pnpm for installing packages in the shop.', 'please use pnpm for installing all packages in the shop'],
    ['can we add a test?', 'Fix the total. Then add some tests for the cart'],
    ['please push', 'push'],
    ['Never log card numbers of customers.', 'never log the card numbers of our customers'],
    ["Let's brainstorm the checkout", 'brainstorm: the new invoices'],
  ];
  for (const pair of same) assert.deepEqual(twice(...pair), [['p0', 'p1']], pair.join(' | '));
});

test('does not take for the same what differs in a number, an address or a not, is asked, pasted, or leads to something else', () => {
  const others: [string, string][] = [
    ['Use port 4711 for the heron service.', 'Use port 4712 for the heron service.'],
    ['look at https://example.org/pull/2 for the review', 'look at https://example.org/pull/6 for the review'],
    ['Commit the generated files to the repository.', 'Do not commit the generated files to the repository.'],
    ['Why does the payment test fail on main?', 'Why does the payment test fail on main?'],
    ["Here's my current code of the cart:", "Here's my current code of the cart:"],
    ['yes please', 'yes please'],
    ['/review the whole branch again', '/review the whole branch again'],
    ['use the test repo skill with the manual strategy', 'run the tests'],
    ['Mend the cart of the shop.', 'Rename the columns of the invoice table.'],
  ];
  for (const pair of others) assert.deepEqual(twice(...pair), [], pair.join(' | '));
});

test('a copy of a prompt in a session with the history of another, and the same work given to two sessions at once, are said once', () => {
  const text = 'Always run the linter before you commit.';
  const prompt = { id: 'p0', session: 's0', startedAt: HOUR, at: HOUR, text };
  assert.deepEqual(saidTwice([prompt, { ...prompt, id: 'p1', session: 's1', startedAt: 2 * HOUR }]), []);
  const soon = HOUR + 60_000;
  assert.deepEqual(saidTwice([prompt, { ...prompt, id: 'p1', session: 's1', startedAt: soon, at: soon }]), []);
  assert.deepEqual(saidTwice([prompt, { ...prompt, id: 'p1', at: 2 * HOUR }]), []);
});
