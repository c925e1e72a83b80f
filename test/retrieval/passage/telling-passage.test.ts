import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellingPassage } from '../../../src/retrieval/passage/telling-passage.ts';
import { makeItem } from '../../retrieval/make-item.ts';

const telling = (...words: string[]): ReadonlyMap<string, number> => new Map(words.map((word) => [word, 5]));
const messageItem = (text: string) => makeItem({ text });
const FILLER = 'The columns of the cart and of the invoice have names that say what they hold. '.repeat(4);

test('a short answer comes as a whole, without what only leads to it', () => {
  const item = messageItem('Done.\n\nHere is what I found:\n\n- The discount is a float.\n- It happens once.');
  assert.equal(tellingPassage(item, new Map(), 200), 'The discount is a float. It happens once.');
});

test('of a long answer comes the run that holds the words of the prompt, with its heading', () => {
  const item = messageItem(
    `## Names\n\n${FILLER}\n\n## Root cause\n\n- \`discount.ts:40\` rounds each line by itself\n- So the sum is a cent short\n\n## Names again\n\n${FILLER}`,
  );
  const passage = tellingPassage(item, telling('round', 'cent'), 120);
  assert.equal(passage, 'Root cause: `discount.ts:40` rounds each line by itself; So the sum is a cent short');
});

test('a row of a table is one statement, and the names of its columns are none', () => {
  const item = messageItem(
    `${FILLER}\n\n| File | Function | State |\n|---|---|---|\n| \`setup.go\` | \`enable\` | reads the flag of telemetry |\n\n${FILLER}`,
  );
  assert.match(tellingPassage(item, telling('telemetri'), 80), /`setup\.go` — `enable` — reads the flag of telemetry/);
  assert.doesNotMatch(tellingPassage(item, telling('telemetri'), 2_000), /Function/);
});

test('code that was left out takes the words with it that lead to it, and a number in code ends no sentence', () => {
  const item = messageItem(
    'I set `steps: 1` for both calls. The output is now:\n\n```\nok\n```\n\nThe other stays as it was.',
  );
  assert.equal(tellingPassage(item, new Map(), 300), 'I set `steps: 1` for both calls. The other stays as it was.');
});

test('of a link the words come', () => {
  const item = messageItem(
    'See [release.yml](/home/me/shop/.github/workflows/release.yml:40) for the tag that it makes.',
  );
  assert.equal(tellingPassage(item, new Map(), 200), 'See release.yml for the tag that it makes.');
});

test('an answer of code alone tells nothing', () => {
  assert.equal(tellingPassage(messageItem('```\nconst a = 1;\n```'), new Map(), 200), '');
});

test('a label keeps what it labels', () => {
  const item = messageItem('- Branch: `fix/cart`\n- Worker handle: Cart of the shop\n- Base: `main` of the shop');
  assert.equal(
    tellingPassage(item, new Map(), 200),
    'Branch: `fix/cart`; Worker handle: Cart of the shop; Base: `main` of the shop',
  );
});
