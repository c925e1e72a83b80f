import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EventBody, StoredEvent } from '../../src/core/model/event.ts';
import type { PostgresStores } from '../../src/store/postgres/open-postgres-stores.ts';
import { eventIdOf, makeEvent, makeItem, makeUnnumbered, projectOf, START } from '../store/contract/make.ts';
import { ENGINES } from './engines.ts';

const WRITERS = 8;
const BATCHES = 12;

suite('many programs at one tenant of a server', () => {
  let opened: Promise<PostgresStores> | undefined;
  const openStores = (): Promise<PostgresStores> => {
    opened ??= ENGINES.postgres().then(({ stores }) => stores);
    return opened;
  };

  test('who reads on by sequence number misses no event, however many append at once', async () => {
    const { log } = (await openStores()).store('readers');
    const append = async (writer: number): Promise<void> => {
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const events = ['a', 'b'].map((part) => makeEvent({ number: `${writer}-${batch}-${part}` }));
        await log.append({ events });
      }
    };
    const writing = { isDone: false };
    const written = Promise.all(Array.from({ length: WRITERS }, (_, writer) => append(writer))).finally(() => {
      writing.isDone = true;
    });
    const seen: StoredEvent[] = [];
    for (let isLast = false; !isLast; ) {
      isLast = writing.isDone;
      const next = await log.since(seen.at(-1)?.seq ?? 0, 50);
      seen.push(...next);
      if (next.length > 0) isLast = false;
    }
    await written;
    const all = WRITERS * BATCHES * 2;
    assert.deepEqual(
      seen.map(({ seq }) => seq),
      Array.from({ length: all }, (_, i) => (seen[0]?.seq ?? 0) + i),
    );
    assert.equal((await log.counts()).events, all);
  });

  test('one event that many report at once is there once, with every source', async () => {
    const { log } = (await openStores()).store('reporters');
    const sources = ['hook', 'transcript', 'sdk', 'mcp', 'cli', 'http'] as const;
    const reports = sources.map((source) => log.append({ events: [makeEvent({ source, authority: 1 })] }));
    const outcomes = (await Promise.all(reports)).flatMap(({ results }) => results.map(({ outcome }) => outcome));
    assert.equal(outcomes.filter((outcome) => outcome === 'added').length, 1);
    const [event] = await log.events([eventIdOf('1')]);
    assert.deepEqual([event?.sources, (await log.counts()).events], [sources, 1]);
    const unnumbered = Array.from({ length: 6 }, (_, i) => log.append({ events: [makeUnnumbered('ok', `line ${i}`)] }));
    const ids = (await Promise.all(unnumbered)).flatMap(({ results }) => results.map(({ id }) => id));
    assert.equal(new Set(ids).size, 6);
  });

  test('a batch that fails takes none of those with it that arrive at the same time', async () => {
    const { log } = (await openStores()).store('neighbours');
    const broken = makeEvent({ number: 'x', body: { kind: 'no such kind' } as unknown as EventBody });
    const batches = Array.from({ length: 9 }, (_, i) => [i === 4 ? broken : makeEvent({ number: String(i) })]);
    const ends = await Promise.allSettled(batches.map((events) => log.append({ events })));
    assert.deepEqual(
      ends.map(({ status }) => status),
      batches.map((_, i) => (i === 4 ? 'rejected' : 'fulfilled')),
    );
    assert.equal((await log.counts()).events, 8);
  });

  test('one delivery that arrives several times at once is taken in once', async () => {
    const { log } = (await openStores()).store('deliveries');
    const deliver = (number: string) =>
      log.append({ events: [makeEvent({ number })], delivery: { id: 'one', at: START } });
    const ends = await Promise.all(['1', '2', '3'].map(deliver));
    assert.deepEqual(
      ends.map(({ repeated, results }) => [repeated, results.length]),
      [
        [false, 1],
        [true, 0],
        [true, 0],
      ],
    );
    assert.equal((await log.counts()).events, 1);
  });

  test('items of one time that many derive at once have numbers of their own, and their counts add up', async () => {
    const { items, log } = (await openStores()).store('derivers');
    const names = Array.from({ length: 24 }, (_, i) => String(i));
    const put = names.map((name) => makeItem({ name, project: projectOf(`p${Number(name) % 3}`) }));
    await Promise.all(put.map((item) => items.apply({ derived: [], put: [item] })));
    await Promise.all(put.map((item) => items.apply({ derived: [], put: [{ ...item, at: START + 1 }] })));
    const listed = await items.list({}, { limit: 100 });
    assert.equal(listed.length, names.length);
    assert.deepEqual((await log.counts()).byKind, { observation: names.length });
    assert.equal((await log.projects()).length, 3);
  });

  test('events that are appended, derived and erased at once leave nothing half', async () => {
    const { items, log } = (await openStores()).store('erasers');
    const events = Array.from({ length: 20 }, (_, i) => makeEvent({ number: String(i), agentSession: `s${i % 4}` }));
    const ids = events.map((_, i) => eventIdOf(String(i), `s${i % 4}`));
    await log.append({ events });
    const pending = await log.pending(100);
    const put = pending.map((event) => makeItem({ name: event.id, event: event.id, session: event.session }));
    const work = [
      ...pending.map((event, i) => items.apply({ derived: [event], put: put.slice(i, i + 1) })),
      log.erase(ids.slice(0, 10), START),
      ...events.map((event) => log.append({ events: [{ ...event, source: 'hook' }] })),
    ];
    await Promise.all(work);
    const left = (await items.list({}, { limit: 100 })).map(({ event }) => event);
    assert.deepEqual(
      left.filter((id) => id !== undefined && ids.slice(0, 10).includes(id)),
      [],
    );
    assert.equal((await log.counts()).events, 10);
    assert.deepEqual(
      (await log.since(0, 100)).map(({ id }) => id),
      ids.slice(10),
    );
  });

  test('each due job is leased by one program alone', async () => {
    const { jobs } = (await openStores()).store('workers');
    for (let i = 0; i < 10; i += 1) {
      await jobs.enqueue({ kind: 'distil', key: String(i), payload: {}, priority: 1, runAt: START }, START);
    }
    const leases = await Promise.all(
      Array.from({ length: 14 }, () => jobs.lease(START, { leaseMs: 1_000, kinds: ['distil'] })),
    );
    const got = leases.flatMap((job) => (job === undefined ? [] : job.id));
    assert.deepEqual(new Set(got).size, got.length);
    const rest = [];
    for (let job = await jobs.lease(START, { leaseMs: 1_000, kinds: ['distil'] }); job !== undefined; ) {
      rest.push(job.id);
      job = await jobs.lease(START, { leaseMs: 1_000, kinds: ['distil'] });
    }
    assert.equal(got.length + rest.length, 10);
  });
});
