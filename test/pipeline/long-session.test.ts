import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { CleanEvent, EventBody } from '../../src/core/model/event.ts';
import { shinglesOf } from '../../src/derive/provenance/shingles.ts';
import { Deriver } from '../../src/pipeline/deriver.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { eventIdOf, makeEvent, START } from '../store/contract/make.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVENTS = 1_500;
const BATCH = 100;
/** As for a session ten times as long. */
const LIMITS = { long: 600, news: 300, newsAtLeaving: 100 };
/** Events of one turn: a prompt, edits, reads, what the agent says, a commit. */
const TURN = 10;

function eventAt(n: number): CleanEvent {
  return makeEvent({ number: String(n), at: START + n * 1_000, prompt: `p${Math.floor(n / TURN)}`, body: bodyAt(n) });
}

function bodyAt(n: number): EventBody {
  const ran = { kind: 'tool.end', success: true } as const;
  if (n % TURN === 0) return { kind: 'prompt', text: `Fix the crash of part ${n}.`, origin: 'person' };
  if (n % TURN === 9) {
    const output = `[main ${n.toString(16).padStart(7, '0')}] part ${n}\n 2 files changed\n`;
    return { ...ran, tool: 'Bash', input: { command: `git commit -am ${n}` }, output };
  }
  if (n % 3 === 0) return { kind: 'message', text: `Part${n} is mended now as it was told in the notes of part${n}.` };
  if (n % 3 === 1) return { ...ran, tool: 'Read', input: { file_path: `/shop/${n}.md` }, output: `Notes of part${n}.` };
  const input = { file_path: `/shop/${n}.ts`, old_string: 'a', new_string: `part${n}` };
  return { ...ran, tool: 'Edit', input, output: '' };
}

interface Work {
  /** Events that were read from the log beside those that wait. */
  read: number;
  derived: number;
}

/** A store that counts what is read and derived. */
function countWork(store: Store): { store: Store; take: () => Work } {
  let work: Work = { read: 0, derived: 0 };
  const log: Store['log'] = {
    ...store.log,
    async select(filter, page) {
      const events = await store.log.select(filter, page);
      work.read += events.length;
      return events;
    },
  };
  const items: Store['items'] = {
    ...store.items,
    async apply(batch) {
      work.derived += batch.derived.length;
      await store.items.apply(batch);
    },
  };
  const take = (): Work => {
    const taken = work;
    work = { read: 0, derived: 0 };
    return taken;
  };
  return { store: { ...store, log, items }, take };
}

/** Derives events a batch at a time, in order; gives what each batch took. */
async function play({ store, take }: ReturnType<typeof countWork>, events: readonly CleanEvent[]): Promise<Work[]> {
  const deriver = new Deriver({ ...store, contextLimits: LIMITS });
  deriver.hold();
  const works: Work[] = [];
  for (let start = 0; start < events.length; start += BATCH) {
    await store.log.append({ events: events.slice(start, start + BATCH) });
    await deriver.derived(60_000);
    works.push(take());
  }
  await deriver.stop();
  return works;
}

function open(context: TestContext): ReturnType<typeof countWork> {
  const store = openSqliteStore({ path: placeDatabase(join(temporaryFolder(context), 'cairn.db')) });
  context.after(() => store.close());
  return countWork(store);
}

const ALL = Array.from({ length: EVENTS }, (_, n) => eventAt(n));
const sum = (works: readonly Work[], of: keyof Work): number => works.reduce((total, work) => total + work[of], 0);

suite('a long session', () => {
  test('takes as much work for each batch at its end as at its beginning', async (context) => {
    const works = await play(open(context), ALL);
    // The first event alone is looked at, whether others were before it.
    for (const [i, work] of works.entries()) assert.deepEqual(work, { read: i === 0 ? 1 : 0, derived: BATCH });
  });

  test('is read after a restart from where it was stored, not from its beginning', async (context) => {
    const counted = open(context);
    await play(counted, ALL.slice(0, -BATCH));
    const [work] = await play(counted, ALL.slice(-BATCH));
    assert.equal(work?.derived, BATCH);
    assert.ok(work.read <= LIMITS.news + 2 * BATCH, `${work.read} events were read`);
  });

  test('is derived again once at most for all that comes late after a restart', async (context) => {
    const isLate = (_: CleanEvent, n: number): boolean => n % TURN === 0;
    const counted = open(context);
    await play(
      counted,
      ALL.filter((event, n) => !isLate(event, n)),
    );
    const late = ALL.filter(isLate);
    // What was derived before the restart asked nobody knows what: all of it after the first prompt is derived again.
    const works = await play(counted, late.toReversed());
    assert.ok(sum(works, 'derived') <= 2 * EVENTS, JSON.stringify(works));
    assert.ok(sum(works, 'read') <= EVENTS, JSON.stringify(works));
  });

  test('is stored again without what was forgotten of it', async (context) => {
    const { store } = open(context);
    const deriver = new Deriver({ ...store, contextLimits: LIMITS });
    deriver.hold();
    const derive = async (events: CleanEvent[]): Promise<Int32Array> => {
      await store.log.append({ events });
      await deriver.derived(60_000);
      return (await store.contexts.get(makeEvent().session))?.words ?? new Int32Array();
    };
    const secret = 'The quick brown fox jumps over the lazy dog.';
    const input = { file_path: '/shop/fox.md' };
    const body = { kind: 'tool.end', tool: 'Read', input, output: secret, success: true } as const;
    const [hash = 0] = shinglesOf(secret, 1);
    const before = await derive([makeEvent({ number: 'fox', at: START - 1, body }), ...ALL.slice(0, 1_000)]);
    assert.equal(before.includes(hash), true);
    await store.log.erase([eventIdOf('fox')], START);
    const after = await derive(ALL.slice(1_000, 1_001));
    assert.ok(after.length > 0);
    assert.equal(after.includes(hash), false);
    await deriver.stop();
  });

  test('gives the same when much of it comes late', async (context) => {
    const itemsOf = async ({ items }: Store) => {
      const all = await items.list({ kinds: ['observation', 'message', 'commit'] }, { limit: 2 * EVENTS });
      return all.sort((one, other) => (one.id < other.id ? -1 : 1));
    };
    const [inTime, late] = [open(context), open(context)];
    await play(inTime, ALL);
    await play(
      late,
      ALL.filter((_, n) => n % 7 > 2),
    );
    await play(
      late,
      ALL.filter((_, n) => n % 7 <= 2),
    );
    assert.deepEqual(await itemsOf(late.store), await itemsOf(inTime.store));
  });
});
