// A compaction has an agent write down what was said, also what Cairn does not keep: what was forgotten, or said in a pause. No summary
// is kept of a session that has a part of either.
import assert from 'node:assert/strict';
import { appendFileSync, rmSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import { type Step, writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { forkSession } from '../../../bench/support/fork-session.ts';
import type { ImportProgress } from '../../../src/api/answers.ts';
import { beginPause, endPause } from '../../../src/ingest/pauses.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';

const MINUTE_MS = 60_000;
const PERSON = { caller: { surface: 'cli', person: true } } as const;
const SECRET = 'Our client Zebrafish pays 9000 a month and wants to leave.';
const BEFORE: readonly Step[] = [
  { typed: 'Paint the login page.' },
  { said: 'Painted.' },
  { typed: SECRET },
  { said: 'Noted.' },
];
const summary = (more: string): string =>
  `Summary:\n6. All user messages:\n   - "Paint the login page."\n   - "${SECRET}"\n${more}`;
const AFTER: readonly Step[] = [
  ...BEFORE,
  { typed: 'Back to the herons.' },
  { compacted: summary('first') },
  { said: 'Counted the herons.' },
];
const LATER: readonly Step[] = [...AFTER, { compacted: summary('second') }, { said: 'Done with the cormorants.' }];
/** What is said before the forgetting lies in the past, and what is said after it does not. */
const BEGAN = Date.now() - 3.5 * MINUTE_MS;
const RETELLS = 'summary of what is not kept';

type Opened = ReturnType<typeof openFresh>;

/** Writes the first steps of a session; they lie a minute apart. */
function write(at: FreshHome, steps: readonly Step[], name = 'one'): { session: string; path: string } {
  const endsAt = BEGAN + (steps.length - 1) * MINUTE_MS;
  const { session, paths } = writeClaudeSession(steps, { home: at.userHome, project: at.project, name, endsAt });
  return { session, path: paths[0] ?? '' };
}

async function read({ memory }: Opened): Promise<ImportProgress['leftOut']> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({ agent: 'claude-code' })) last = progress;
  await memory.settled();
  return last?.leftOut;
}

/** Words of what is found, and all that the log says. */
async function held({ memory, store }: Opened, words: string): Promise<string[]> {
  const { hits } = await memory.search(words);
  const events = (await store.log.since(0, 500)).map(({ body }) => JSON.stringify(body));
  return [...hits.map(({ title }) => title), ...events].filter((text) => text.toLowerCase().includes(words));
}

async function forget({ memory, store }: Opened, how: 'query' | 'ids' | 'session'): Promise<string> {
  const events = await store.log.since(0, 500);
  const told = events.find(({ body }) => body.kind === 'prompt' && body.text === SECRET);
  assert.ok(told !== undefined);
  const ids = (await store.items.ofEvent(told.id)).map(({ id }) => id);
  const input = { query: { query: 'zebrafish' }, ids: { ids }, session: { session: told.session } }[how];
  const plan = await memory.forget(input);
  const report = plan.state === 'planned' ? await memory.forget({ ...input, confirm: plan.token }) : plan;
  return ('undo' in report && report.undo?.batch) || assert.fail('no undo');
}

async function compactedByHook({ intake, memory, at }: Opened, session: string): Promise<void> {
  const payload = {
    session_id: session,
    cwd: at.project,
    hook_event_name: 'PostCompact',
    trigger: 'auto',
    compact_summary: summary('by hook'),
  };
  const told = { agent: 'claude-code', event: 'PostCompact', delivery: 'one', at: Date.now() };
  await intake.hook({ ...told, payload: JSON.stringify(payload) });
  await memory.settled();
}

suite('no summary brings back what a person forgot of a session that goes on:', () => {
  for (const how of ['query', 'ids', 'session'] as const) {
    test(`by ${how}, the first or a later one, also after a rebuild`, async (context: TestContext) => {
      const opened = openFresh(context, PERSON);
      write(opened.at, BEFORE);
      await read(opened);
      assert.notDeepEqual(await held(opened, 'zebrafish'), []);
      await forget(opened, how);
      assert.deepEqual(await held(opened, 'zebrafish'), []);
      write(opened.at, AFTER);
      assert.equal((await read(opened))?.[RETELLS], 1, 'it is counted');
      write(opened.at, LATER);
      await read(opened);
      await opened.memory.rebuild();
      await opened.memory.settled();
      assert.deepEqual(await held(opened, 'zebrafish'), []);
      assert.notDeepEqual(await held(opened, 'cormorants'), [], 'what else goes on is kept');
      const kinds = (await opened.store.log.since(0, 500)).map(({ body }) => body.kind);
      assert.equal(kinds.filter((kind) => kind === 'compact.end').length, 2, 'that it was compacted is kept');
    });
  }

  test('told by a hook', async (context) => {
    const opened = openFresh(context, PERSON);
    const { session } = write(opened.at, BEFORE);
    await read(opened);
    await forget(opened, 'query');
    await compactedByHook(opened, session);
    assert.deepEqual(await held(opened, 'zebrafish'), []);
  });

  for (const isMarked of [true, false]) {
    for (const isThere of [true, false]) {
      const which = `${isMarked ? 'marked' : 'not marked'}, the file of the first one ${isThere ? 'there' : 'gone'}`;
      test(`of a fork of the session, ${which}`, async (context: TestContext) => {
        const opened = openFresh(context, PERSON);
        const { path } = write(opened.at, BEFORE);
        await read(opened);
        await forget(opened, 'ids');
        const fork = forkSession(path, { typed: 'Back to the herons.', isMarked });
        const line = { isCompactSummary: true, sessionId: fork.session, cwd: opened.at.project, uuid: 'last' };
        const message = { role: 'user', content: summary('of the fork') };
        const timestamp = new Date().toISOString();
        appendFileSync(fork.path, `${JSON.stringify({ type: 'user', ...line, timestamp, message })}\n`);
        if (!isThere) rmSync(path);
        assert.equal((await read(opened))?.[RETELLS], 1);
        assert.deepEqual(await held(opened, 'zebrafish'), []);
        assert.notDeepEqual(await held(opened, 'herons'), []);
      });
    }
  }

  test('in another home that has the tombstones', async (context) => {
    const opened = openFresh(context, PERSON);
    write(opened.at, BEFORE);
    await read(opened);
    await forget(opened, 'ids');
    const other = openFresh(context, PERSON);
    await other.store.log.addTombstones(await opened.store.log.tombstones());
    write(other.at, LATER);
    await read(other);
    assert.deepEqual([await held(other, 'first'), await held(other, 'second')], [[], []]);
  });

  test('after its undo one is kept again', async (context) => {
    const opened = openFresh(context, PERSON);
    write(opened.at, BEFORE);
    await read(opened);
    const batch = await forget(opened, 'query');
    await opened.memory.forget({ undo: batch });
    write(opened.at, AFTER);
    assert.deepEqual(await read(opened), {});
    assert.equal((await held(opened, 'first')).length > 0, true);
  });

  test('of a session of which nothing was forgotten one is kept', async (context) => {
    const opened = openFresh(context, PERSON);
    write(opened.at, BEFORE);
    await read(opened);
    await forget(opened, 'query');
    write(opened.at, [{ typed: 'Count.' }, { compacted: 'The pelicans are counted.' }, { said: 'Yes.' }], 'two');
    await read(opened);
    assert.notDeepEqual(await held(opened, 'pelicans'), []);
  });
});

suite('no summary brings back what was said in a pause:', () => {
  /** A pause around the words of a session. */
  function paused({ home, project }: FreshHome, isOfFolder: boolean): void {
    const folder = isOfFolder ? project : undefined;
    beginPause(home, BEGAN + 1.5 * MINUTE_MS, folder === undefined ? {} : { folder });
    endPause(home, BEGAN + 3.5 * MINUTE_MS, folder);
  }

  for (const isOfFolder of [false, true]) {
    test(`of ${isOfFolder ? 'a folder' : 'all'}, by the transcript`, async (context: TestContext) => {
      const opened = openFresh(context, PERSON);
      paused(opened.at, isOfFolder);
      write(opened.at, AFTER);
      assert.deepEqual(await read(opened), { paused: 2, [RETELLS]: 1 });
      write(opened.at, LATER);
      await read(opened);
      assert.deepEqual(await held(opened, 'zebrafish'), []);
      assert.notDeepEqual(await held(opened, 'cormorants'), []);
    });
  }

  test('by a hook, before its transcript is read', async (context) => {
    const opened = openFresh(context, PERSON);
    write(opened.at, BEFORE.slice(0, 2));
    await read(opened);
    paused(opened.at, false);
    const { session } = write(opened.at, BEFORE);
    await compactedByHook(opened, session);
    assert.deepEqual(await held(opened, 'zebrafish'), []);
  });

  test('of a session after the pause one is kept', async (context) => {
    const opened = openFresh(context, PERSON);
    paused(opened.at, false);
    const silent = BEFORE.map((): Step => ({ beside: { type: 'progress' } }));
    write(
      opened.at,
      [...silent, { typed: 'Count.' }, { compacted: 'The pelicans are counted.' }, { said: 'Yes.' }],
      'two',
    );
    await read(opened);
    assert.notDeepEqual(await held(opened, 'pelicans'), []);
  });
});
