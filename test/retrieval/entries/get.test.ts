import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GetResult } from '../../../src/api/answers.ts';
import { getRecords } from '../../../src/retrieval/entries/get.ts';
import { asked, edited, openTestStore, ran, SHOP, tellSession } from '../fill-store.ts';

test('gives the full text behind an item, in the order asked for, and names what is unknown', async (context) => {
  const store = openTestStore(context);
  const output = Array.from({ length: 900 }, (_, i) => `line ${i}`).join('\n');
  const session = await tellSession(store, {
    name: 'one',
    at: 0,
    bodies: [asked('Run the tests'), ran('npm test', 0, output)],
  });
  const [prompt] = await store.items.list({ kinds: ['prompt'] }, { limit: 1 });
  const [command] = await store.items.list({ kinds: ['observation'] }, { limit: 1 });
  const ids = [command?.id ?? '', 'o_aaaaaaaaaaaaaaaa', prompt?.id ?? '', 'nonsense', session, SHOP];
  const { records, missing, tokens } = await getRecords(store, ids);
  assert.deepEqual(
    records.map((record) => record.kind),
    ['observation', 'prompt', 'session', 'project'],
  );
  assert.deepEqual(missing, ['o_aaaaaaaaaaaaaaaa', 'nonsense']);
  assert.match(records[0]?.text ?? '', /^Bash\ncommand: npm test\nline 0\n[\s\S]*line 450\n[\s\S]*line 899$/);
  assert.equal(records[1]?.text, 'Run the tests');
  assert.match(records[2]?.text ?? '', /Task: Run the tests/);
  assert.equal(records[3]?.title, 'shop');
  assert.ok(tokens > 900);
});

test('gives an event by its id, and bounds what is very long', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, { name: 'one', at: 0, bodies: [ran('yes', 0, 'y\n'.repeat(40_000))] });
  const [item] = await store.items.list({ kinds: ['observation'] }, { limit: 1 });
  const { records } = await getRecords(store, [item?.event ?? '']);
  assert.equal(records[0]?.kind, 'event');
  assert.match(records[0]?.text ?? '', /\[cut: \d+ of \d+ characters\]/);
});

test('a long text is read on in parts, which together are all of it, with how long it was', async (context) => {
  const store = openTestStore(context);
  const output = `${'day \u{1F600} '.repeat(8_000)}\n[cut: 5 of 56005 characters, 9 lines]\nend`;
  await tellSession(store, { name: 'one', at: 0, bodies: [ran('cal', 0, output), ran('date', 0, 'noon')] });
  const items = await store.items.list({ kinds: ['observation'] }, { limit: 2, oldestFirst: true });
  const [long = '', short = ''] = items.map(({ event }) => event ?? '');
  const [first] = (await getRecords(store, [long])).records;
  assert.deepEqual([first?.size?.recorded, first?.size?.next], [{ chars: 56_005, lines: 9 }, undefined]);
  const parts: string[] = [];
  for (let from: number | undefined = 0; from !== undefined; ) {
    const { records }: GetResult = await getRecords(store, [long], from);
    const [{ text = '', size } = {}] = records;
    assert.equal(size?.from, from);
    assert.ok(text.length <= 20_000);
    parts.push(text);
    from = size?.next;
  }
  assert.equal(parts.length, 3);
  assert.equal(parts.join(''), `Bash\ncommand: cal\n${output}`);
  assert.ok(parts.every((part) => part.isWellFormed()));
  assert.equal((await getRecords(store, [short])).records[0]?.size, undefined);
});

test('an observed call has a narrative: what it did, how it ended, what for, and the number of that request', async (context) => {
  const store = openTestStore(context);
  await tellSession(store, {
    name: 'told',
    at: 0,
    bodies: [
      asked('Mend the cart.'),
      edited('cart.ts'),
      asked('And now the tests of the invoice.'),
      ran('npm test', 1, 'Error: the sum is wrong'),
    ],
  });
  const items = await store.items.list({ kinds: ['observation'] }, { limit: 9, oldestFirst: true });
  const { records } = await getRecords(
    store,
    items.map(({ id }) => id),
  );
  assert.deepEqual(
    records.map(({ narrative, promptNumber }) => [promptNumber, narrative]),
    [
      [1, 'Edit cart.ts (+1 -1 lines). Asked for: "Mend the cart."'],
      [
        2,
        'Ran npm test. It failed with exit code 1: Error: the sum is wrong. Asked for: "And now the tests of the invoice."',
      ],
    ],
  );
});
