import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { CairnError } from '../../../src/core/errors.ts';
import { openFresh } from '../../support/fresh-home.ts';

const refused = (code: string) => (error: CairnError) => error.code === code;

/** A home with some notes about two things. */
async function openNoted(context: TestContext) {
  const opened = openFresh(context);
  const { memory } = opened;
  const remember = async (text: string) => (await memory.remember({ text, kind: 'decision' })).id;
  const retry = await remember('The retry queue backs off exponentially because the partner API rate-limits us.');
  const jitter = await remember('The retry queue adds jitter so that workers do not wake together.');
  const color = await remember('Buttons are green since the brand says so.');
  await memory.settled();
  return { ...opened, retry, jitter, color, remember };
}
const held = async (memory: Awaited<ReturnType<typeof openNoted>>['memory'], name: string): Promise<string[]> =>
  ((await memory.collections(name)).entries ?? []).map(({ id }) => id).sort();

suite('collections', () => {
  test('are made of ids or of what answers a query, and stay as they are when more comes', async (context) => {
    const { memory, retry, jitter, color, remember } = await openNoted(context);
    const made = await memory.collect({
      name: 'Retry',
      query: 'retry queue',
      kinds: ['knowledge'],
      description: 'how we retry',
    });
    assert.deepEqual([made.status, made.collection.members], ['created', 2]);
    assert.match(made.collection.id, /^c_/);
    await remember('The retry queue gives up after nine tries.');
    assert.deepEqual(await held(memory, 'retry'), [retry, jitter].sort());
    const byHand = await memory.collect({ name: 'looks', add: [color, 'o_aaaaaaaaaaaaaaaa'] });
    assert.deepEqual([byHand.collection.members, byHand.missing], [1, ['o_aaaaaaaaaaaaaaaa']]);
    const { collections } = await memory.collections();
    assert.deepEqual(
      collections.map(({ name, members }) => [name, members]),
      [
        ['Retry', 2],
        ['looks', 1],
      ],
    );
  });

  test('a live one holds what answers its query when it is read, with changes by hand', async (context) => {
    const { memory, retry, jitter, color, remember } = await openNoted(context);
    await memory.collect({ name: 'queue', query: 'retry queue', kinds: ['knowledge'], live: true });
    const later = await remember('The retry queue gives up after nine tries.');
    assert.deepEqual(await held(memory, 'queue'), [retry, jitter, later].sort());
    await memory.collect({ collection: 'queue', remove: [jitter], add: [color] });
    assert.deepEqual(await held(memory, 'queue'), [retry, later, color].sort());
    await memory.collect({ collection: 'queue', add: [jitter] });
    assert.deepEqual(await held(memory, 'queue'), [retry, jitter, later, color].sort());
  });

  test('are renamed, deleted and brought back; a name is taken once', async (context) => {
    const { memory, retry } = await openNoted(context);
    const { collection } = await memory.collect({ name: 'one', add: [retry] });
    await memory.collect({ name: 'two', add: [retry] });
    await assert.rejects(memory.collect({ name: ' ONE ', add: [retry] }), refused('invalid_input'));
    await assert.rejects(memory.collect({ collection: 'one', name: 'two' }), refused('invalid_input'));
    assert.equal((await memory.collect({ collection: 'one', name: 'first' })).collection.name, 'first');
    assert.equal((await memory.collect({ collection: collection.id, delete: true })).status, 'deleted');
    await assert.rejects(memory.collections('first'), refused('not_found'));
    assert.deepEqual(
      (await memory.collections({ deleted: true })).collections.map(({ name }) => name),
      ['first'],
    );
    assert.equal((await memory.collect({ collection: 'first', delete: false })).status, 'restored');
    assert.deepEqual(await held(memory, 'first'), [retry]);
    assert.equal((await memory.collect({ collection: 'first', add: [retry] })).status, 'unchanged');
  });

  test('what is forgotten leaves them, what is hidden is not shown', async (context) => {
    const { memory, retry, jitter, color } = await openNoted(context);
    await memory.collect({ name: 'all', add: [retry, jitter, color] });
    await memory.forget({ ids: [retry] });
    await memory.update(color, { hidden: true });
    assert.deepEqual(await held(memory, 'all'), [jitter]);
    assert.equal((await memory.collections('all')).collections[0]?.members, 1);
  });

  test('a forgotten collection is gone with its name, and its memories stay', async (context) => {
    const { memory, store, retry } = await openNoted(context);
    const { collection } = await memory.collect({ name: 'zirconium', add: [retry] });
    const report = await memory.forget({ ids: [collection.id] });
    assert.deepEqual([report.state, report.events], ['erased', 1]);
    assert.deepEqual((await memory.collections()).collections, []);
    assert.deepEqual(await store.log.select({ kinds: ['collected'] }, { after: 0, limit: 9 }), []);
    assert.equal((await memory.get(retry)).missing.length, 0);
  });

  test('outlive a rebuild and are told in an export to another home', async (context) => {
    const { memory, store, deriver, retry } = await openNoted(context);
    await memory.collect({ name: 'kept', add: [retry] });
    await store.log.reset();
    await deriver.settled(30_000);
    assert.deepEqual(await held(memory, 'kept'), [retry]);
    const lines: string[] = [];
    for await (const line of memory.export()) lines.push(JSON.stringify(line));
    assert.equal(lines.filter((line) => line.includes('"collected"')).length, 1);
  });

  test('are written out as Markdown, JSON and bare text', async (context) => {
    const { memory, retry } = await openNoted(context);
    await memory.collect({ name: 'kept', add: [retry], description: 'what we keep' });
    const textOf = async (format: 'md' | 'json' | 'plain') =>
      (await memory.collections({ collection: 'kept', format })).text ?? '';
    const markdown = await textOf('md');
    assert.match(markdown, /^# kept\n\nwhat we keep\n\n## The retry queue/);
    assert.match(markdown, new RegExp(`_${retry} · knowledge`));
    const parsed = JSON.parse(await textOf('json')) as { records: { id: string }[] };
    assert.deepEqual(
      parsed.records.map(({ id }) => id),
      [retry],
    );
    assert.match(await textOf('plain'), /rate-limits us\.\n$/);
  });

  test('text in a collection stays text when it is written out', async (context) => {
    const { memory, remember } = await openNoted(context);
    const id = await remember('Use ```` four ticks\n# and a heading\n``` here.');
    await memory.collect({ name: 'ticks', add: [id] });
    const { text = '' } = await memory.collections({ collection: 'ticks', format: 'md' });
    assert.match(text, /`````text\nUse ````/);
  });

  test('pages go through all that they hold', async (context) => {
    const { memory, retry, jitter, color } = await openNoted(context);
    await memory.collect({ name: 'all', add: [retry, jitter, color] });
    const first = await memory.collections({ collection: 'all', limit: 2 });
    const second = await memory.collections({ collection: 'all', limit: 2, cursor: first.nextCursor ?? '' });
    const ids = [...(first.entries ?? []), ...(second.entries ?? [])].map(({ id }) => id);
    assert.deepEqual([ids, second.nextCursor], [[retry, jitter, color], undefined]);
  });
});

suite('ask', () => {
  test('answers from the memories of the collection alone, with their ids', async (context) => {
    const { memory, retry, jitter, color } = await openNoted(context);
    await memory.collect({ name: 'some', add: [retry, color] });
    const asked = await memory.ask({ collection: 'some', question: 'why does the retry queue back off?' });
    assert.deepEqual(
      asked.passages.map(({ id }) => id),
      [retry],
    );
    assert.match(asked.passages[0]?.text ?? '', /rate-limits/);
    assert.match(asked.text, new RegExp(`\\[${retry}\\]`));
    assert.equal(asked.text.includes(jitter), false);
    const nothing = await memory.ask({ collection: 'some', question: 'which database has sharding?' });
    assert.deepEqual([nothing.passages, nothing.text], [[], '']);
  });

  test('of a collection that is not there is not found', async (context) => {
    const { memory } = await openNoted(context);
    await assert.rejects(memory.ask({ collection: 'none', question: 'x' }), refused('not_found'));
  });
});

suite('collect refuses', () => {
  const cases = [
    [{ name: 'x' }, 'a collection of nothing'],
    [{ add: ['o_aaaaaaaaaaaaaaaa'] }, 'one without a name'],
    [{ name: 'x', live: true, add: ['o_aaaaaaaaaaaaaaaa'] }, 'a live one without a query'],
    [{ name: ' ', query: 'retry' }, 'an empty name'],
    [{ name: 'c_aaaaaaaaaaaaaaaa', query: 'retry' }, 'a name like an id'],
    [{ name: 'x', query: 'retry', remove: ['o_aaaaaaaaaaaaaaaa'] }, 'removing from a new one'],
  ] as const;
  for (const [input, what] of cases) {
    test(what, async (context) => {
      const { memory } = await openNoted(context);
      await assert.rejects(memory.collect({ ...input } as never), refused('invalid_input'));
    });
  }
});
