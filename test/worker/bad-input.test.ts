import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { homePaths } from '../../src/config/paths.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../src/core/json.ts';
import type { StoredEvent } from '../../src/core/model/event.ts';
import { type JournalEntry, journalFiles, readJournal } from '../../src/ingest/journal.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { claudeHooks } from '../agents/claude-code/fixtures.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET, type RunHook, sendHook } from '../support/hook-script.ts';
import { runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const MB = 1024 * 1024;
const HOOKS = claudeHooks();

/** Values that no field of a payload holds, and some that look like one. */
const WRONG: readonly JsonValue[] = [
  ...[null, true, 0, -1, 1e308, 2 ** 53, '', ' ', [], [null], [[[]]], {}, { a: 1 }, ['a', 1]],
  ...['\0', 'a\0b', '\ud800', 'x\udc00y', '__proto__', 'constructor', '/dev/zero', '/dev/stdin', '/nowhere', '..'],
  ...['/'.repeat(5_000), '/a'.repeat(50_000), 'x'.repeat(200_000), JSON.parse('{"__proto__":{"a":1},"toString":1}')],
];

/** Every place in a value: the fields of objects and the entries of lists, at any depth. */
function placesIn(value: JsonValue, at: readonly string[] = []): (readonly string[])[] {
  const here = at.length === 0 ? [] : [at];
  if (typeof value !== 'object' || value === null) return here;
  return [...here, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...at, key]))];
}

function withWrong(value: JsonValue, [key, ...rest]: readonly string[], wrong: JsonValue): JsonValue {
  if (key === undefined) return wrong;
  if (Array.isArray(value)) return value.map((inner, i) => (String(i) === key ? withWrong(inner, rest, wrong) : inner));
  return isJsonObject(value) ? { ...value, [key]: withWrong(value[key] ?? null, rest, wrong) } : value;
}

/** A real payload with a wrong value in one to three places. */
const wrongHook = fc.constantFrom(...HOOKS).chain(({ event, payload }) =>
  fc
    .array(fc.tuple(fc.constantFrom(...placesIn(payload)), fc.oneof(fc.constantFrom(...WRONG), fc.jsonValue())), {
      minLength: 1,
      maxLength: 3,
    })
    .map((changes) => ({
      event,
      payload: changes.reduce((value, [place, wrong]) => withWrong(value, place, wrong as JsonValue), payload),
    })),
);

/** A payload that is right, with words of its own. */
function goodPayload(at: FreshHome, words: string): JsonObject {
  return { session_id: 'good', cwd: at.project, hook_event_name: 'Stop', last_assistant_message: words };
}

/** A payload of about `bytes` bytes. */
function largePayload(at: FreshHome, bytes: number): string {
  return JSON.stringify(goodPayload(at, 'long words '.repeat(bytes / 11)));
}

/** Texts that are no payload, and what the counts call each of them. */
const BROKEN: Readonly<Record<string, { text: (at: FreshHome) => string | Uint8Array; counted: RegExp }>> = {
  'broken JSON': { text: () => '{"session_id":"s1",', counted: /no JSON object/ },
  'no object': { text: () => '[{"session_id":"s1"}]', counted: /no JSON object/ },
  'bytes that are no text': { text: () => Uint8Array.of(0xff, 0xfe, 0x7b, 0x7d), counted: /no JSON object/ },
  'ten thousand levels, not closed': { text: () => '['.repeat(10_000), counted: /no JSON object/ },
  'sixty-four megabytes': { text: (at) => largePayload(at, 64 * MB), counted: /too long/ },
};

/** Texts that are odd and hold words that are kept. */
const ODD: Readonly<Record<string, (at: FreshHome, words: string) => string | Uint8Array>> = {
  'invalid UTF-8': (at, words) => Buffer.from(JSON.stringify(goodPayload(at, `${words} \xff\xc3`)), 'latin1'),
  NUL: (at, words) => JSON.stringify(goodPayload(at, `\0${words}\0`)),
  'lone surrogates': (at, words) => JSON.stringify(goodPayload(at, `\ud800${words}\udc00`)),
  'ten thousand levels': (at, words) =>
    JSON.stringify(goodPayload(at, words)).replace(/}$/, `,"effort":${'['.repeat(10_000)}${']'.repeat(10_000)}}`),
  'an unknown field': (at, words) => JSON.stringify({ ...goodPayload(at, words), tomorrow: { a: [1] } }),
  'a name of 200,000 characters': (at, words) =>
    JSON.stringify({ ...goodPayload(at, words), session_id: 'x'.repeat(200_000), cwd: '/a'.repeat(100_000) }),
  'ten megabytes': (at, words) => JSON.stringify(goodPayload(at, `${words}${' and so on'.repeat(MB)}`)),
};

async function storedEvents(at: FreshHome): Promise<StoredEvent[]> {
  const store = openSqliteStore({ path: homePaths(at.home).db });
  try {
    assert.deepEqual(await store.check(), []);
    return await store.log.since(0, 10_000);
  } finally {
    await store.close();
  }
}

/** The words of the messages that are kept, the odd parts taken off. */
function messagesOf(events: readonly Pick<StoredEvent, 'body'>[]): string[] {
  return events.flatMap(({ body }) => (body.kind === 'message' ? [/words \d+/.exec(body.text)?.[0] ?? body.text] : []));
}

test('a wrong value in any field of any payload breaks nothing, and what comes after is kept', async (t) => {
  const worker = await runWorker(t);
  let sent = 0;
  const property = fc.asyncProperty(wrongHook, async ({ event, payload }) => {
    sent += 1;
    const { status, text } = await sendHook(worker.socket, event, { payload, delivery: `d-${sent}` });
    assert.equal(status, 200);
    assert.ok(text.startsWith(`d-${sent}\n`));
  });
  await fc.assert(property, { numRuns: 400 });
  const { pid } = worker;
  await sendHook(worker.socket, 'Stop', { payload: goodPayload(worker.at, 'words 1') });
  const memory = worker.memory();
  await memory.settled();
  const { ignored } = await memory.status();
  const faults = Object.keys(ignored).filter((reason) => /^(?:hook failed|an event of kind|deriving)/.test(reason));
  assert.deepEqual(faults, []);
  assert.equal(worker.pid, pid);
  await worker.end('SIGTERM');
  assert.ok(messagesOf(await storedEvents(worker.at)).includes('words 1'));
});

for (const withWorker of [true, false]) {
  const surface = withWorker ? 'with a worker' : 'without one';

  test(`what is no payload is counted by its reason and said to nobody, ${surface}`, async (t) => {
    const { at, run, worker } = await hooked(t, withWorker);
    const before = await skippedCounts(at, worker);
    for (const [name, { text, counted }] of Object.entries(BROKEN)) {
      assert.deepEqual(await run('Stop', text(at)), QUIET, name);
      const after = await skippedCounts(at, worker);
      const fresh = Object.keys(after).filter((reason) => (after[reason] ?? 0) > (before[reason] ?? 0));
      assert.equal(fresh.length, 1, `${name}: ${fresh}`);
      assert.match(fresh[0] ?? '', counted, name);
      Object.assign(before, after);
    }
  });

  test(`what is odd is kept, bounded, ${surface}`, async (t) => {
    const { at, run, worker } = await hooked(t, withWorker);
    const names = Object.keys(ODD);
    for (const [i, name] of names.entries()) {
      assert.deepEqual(await run('Stop', ODD[name]?.(at, `words ${i}`) ?? ''), QUIET, name);
    }
    const taking = worker ?? (await runWorker(t, { at }));
    await until(() => readdirSync(homePaths(at.home).journal).length === 0);
    await taking.end('SIGTERM');
    const events = await storedEvents(at);
    assert.deepEqual(messagesOf(events).sort(), names.map((_, i) => `words ${i}`).sort());
    for (const event of events) assert.ok(JSON.stringify(event).length < 120_000);
  });

  test(`no payload, an unknown agent and an unknown event leave the agent alone, ${surface}`, async (t) => {
    const { at, run, worker } = await hooked(t, withWorker);
    assert.deepEqual(await run('Stop', ''), QUIET);
    assert.deepEqual(await run('Stop', goodPayload(at, 'words 1'), 'no-such-agent'), QUIET);
    assert.deepEqual(await run('NoSuchEvent', goodPayload(at, 'words 2')), QUIET);
    assert.deepEqual(await run('no such event', goodPayload(at, 'words 3')), QUIET);
    assert.deepEqual(await run('../../etc', goodPayload(at, 'words 4')), QUIET);
    const counts = await skippedCounts(at, worker);
    assert.equal(
      Object.values(counts).reduce((sum, count) => sum + count, 0),
      withWorker ? 5 : 4,
      JSON.stringify(counts),
    );
  });
}

interface HookedHome {
  at: FreshHome;
  run: RunHook;
  worker?: Awaited<ReturnType<typeof runWorker>>;
}

async function hooked(t: TestContext, withWorker: boolean): Promise<HookedHome> {
  const at = freshHome(t);
  const run = installHook(at);
  return withWorker ? { at, run, worker: await runWorker(t, { at }) } : { at, run };
}

/** What was skipped, as the worker says or, without one, as the journal holds it for the worker. */
async function skippedCounts(at: FreshHome, worker: HookedHome['worker']): Promise<Record<string, number>> {
  const folder = homePaths(at.home).journal;
  if (worker !== undefined) {
    await until(() => readdirSync(folder).length === 0);
    return (await worker.memory().status()).skipped;
  }
  const counts: Record<string, number> = {};
  const entries = journalFiles(folder).map(readJournal) as JournalEntry[];
  for (const [reason, count] of entries.flatMap(({ skipped }) => Object.entries(skipped))) {
    counts[reason] = (counts[reason] ?? 0) + count;
  }
  return counts;
}
