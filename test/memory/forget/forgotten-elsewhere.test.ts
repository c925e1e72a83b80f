// A backup that is put back in another home, which has a key of its own, and the same transcripts there: what was forgotten in
// either home stays forgotten, and what was taken in before is not taken in twice.
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { writeClaudeSession } from '../../../bench/support/claude-transcript.ts';
import { findAgent } from '../../../src/agents/registry.ts';
import { openBackup } from '../../../src/backup/open-backup.ts';
import { type Restored, restoreBackup } from '../../../src/backup/restore-backup.ts';
import type { StoredEvent } from '../../../src/core/model/event.ts';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import type { JournalEntry } from '../../../src/ingest/journal.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { openHomeKey } from '../../../src/platform/home-key.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { SESSION_FIXTURES } from '../../agents/session-fixtures.ts';
import { type FreshHome, freshHome, openFresh } from '../../support/fresh-home.ts';
import { copyUnder } from './copy-under.ts';

type Opened = OpenedMemory & { at: FreshHome };

const PERSON = { caller: { surface: 'cli', person: true } } as const;
/** Kinds of events that say nothing of what was done. */
const SILENT = /^(?:session|turn|compact)\./;

/** What events say, each as often as it stands there. */
async function told({ store }: Pick<Opened, 'store'>): Promise<string[]> {
  const events = await store.log.since(0, 5_000);
  return events.filter(({ body }) => !SILENT.test(body.kind)).map(({ body }) => JSON.stringify(body));
}

async function readAll({ memory }: Opened, agent: string): Promise<void> {
  for await (const _ of memory.import({ agent }));
  await memory.settled();
}

/** Forgets what was made of some events, one memory after the other. */
async function forgetMemoriesOf({ memory, store }: Opened, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events) {
    for (const item of await store.items.ofEvent(event.id)) {
      const id = typeof item === 'string' ? item : item.id;
      const plan = await memory.forget({ ids: [id], now: true });
      if (plan.state === 'planned') await memory.forget({ confirm: plan.token, now: true });
    }
  }
}

async function forgetSessions({ memory, store }: Opened): Promise<void> {
  for (const { id } of await store.log.sessions({ limit: 100 })) {
    const plan = await memory.forget({ session: id });
    assert.ok(plan.state === 'planned');
    await memory.forget({ session: id, now: true, confirm: plan.token });
  }
}

/** The transcripts of a home under another folder of a person. */
function copyTranscripts(from: FreshHome, to: FreshHome): void {
  for (const name of readdirSync(from.userHome).filter((one) => one !== '.cairn')) {
    cpSync(join(from.userHome, name), join(to.userHome, name), { recursive: true, preserveTimestamps: true });
  }
}

/** Puts a backup of one home in the place of the database of another, which is closed. */
async function restoreInto(at: FreshHome, path: string): Promise<Restored> {
  const opened = await openBackup(path, at.root);
  const place = { dbPath: join(at.home, 'cairn.db'), backups: join(at.home, 'backups'), targetsOf: () => [] };
  try {
    return await restoreBackup(opened, { ...place, keys: [openHomeKey(join(at.home, 'key'))] }, Date.now());
  } finally {
    opened.close();
  }
}

async function backUp({ memory, at }: Opened): Promise<string> {
  return join(at.home, 'backups', (await memory.backup()).name);
}

/** Another home with a key of its own, closed. */
async function otherHome(context: TestContext): Promise<FreshHome> {
  const at = freshHome(context);
  await openFresh(context, { ...PERSON, home: at }).memory.close();
  return at;
}

suite('after a restore in another home, an import of the same transcripts', () => {
  for (const { agent, write } of SESSION_FIXTURES) {
    test(`brings back nothing that was forgotten, and nothing twice: ${agent}`, async (context) => {
      const one = openFresh(context, PERSON);
      write(one.at.userHome, 1);
      await readAll(one, agent);
      const events = (await one.store.log.since(0, 5_000)).filter(({ body }) => !SILENT.test(body.kind));
      await forgetMemoriesOf(one, events.slice(events.length >> 1));
      const left = await told(one);
      assert.ok(left.length < events.length, 'some are forgotten');
      const at = await otherHome(context);
      copyTranscripts(one.at, at);
      const { isKeyless } = await restoreInto(at, await backUp(one));
      assert.equal(isKeyless, false);
      const two = openFresh(context, { ...PERSON, home: at });
      await readAll(two, agent);
      assert.deepEqual((await told(two)).sort(), left.sort());
    });

    test(`brings back nothing of a forgotten session, of which there is a copy: ${agent}`, async (context) => {
      const one = openFresh(context, PERSON);
      write(one.at.userHome, 1);
      await readAll(one, agent);
      const ids = (await one.store.log.sessions({ limit: 100 })).map(({ agentSession }) => agentSession);
      await forgetSessions(one);
      const at = await otherHome(context);
      copyTranscripts(one.at, at);
      copyUnder(at.userHome, ids);
      await restoreInto(at, await backUp(one));
      const two = openFresh(context, { ...PERSON, home: at });
      await readAll(two, agent);
      assert.deepEqual(await told(two), []);
    });
  }
});

/** A closed database as an earlier version left it, of which no worker of this version has noted the key. */
function withoutKeys({ home }: FreshHome): void {
  const db = openDatabase(join(home, 'cairn.db'));
  db.exec('DELETE FROM home_keys');
  db.close();
}

suite('a restore over a memory with a key of its own', () => {
  for (const [{ agent, write }, isOld] of SESSION_FIXTURES.flatMap((one) => [
    [one, false] as const,
    [one, true] as const,
  ])) {
    const which = isOld ? 'which an earlier version wrote' : 'which this version wrote';
    test(`keeps away what was forgotten there, also out of the backup, ${which}: ${agent}`, async (context) => {
      const one = openFresh(context, PERSON);
      write(one.at.userHome, 1);
      await readAll(one, agent);
      const at = freshHome(context);
      copyTranscripts(one.at, at);
      const before = openFresh(context, { ...PERSON, home: at });
      await readAll(before, agent);
      const events = (await before.store.log.since(0, 5_000)).filter(({ body }) => !SILENT.test(body.kind));
      await forgetMemoriesOf(before, events.slice(events.length >> 1));
      const left = await told(before);
      await before.memory.close();
      if (isOld) withoutKeys(at);
      await restoreInto(at, await backUp(one));
      const two = openFresh(context, { ...PERSON, home: at });
      assert.deepEqual((await told(two)).sort(), left.sort());
      await readAll(two, agent);
      assert.deepEqual((await told(two)).sort(), left.sort());
    });
  }
});

suite('a home whose key is lost', () => {
  test('makes a new one, and neither brings back a copy of what was forgotten nor takes anything in twice', async (context) => {
    const [{ agent, write }] = SESSION_FIXTURES as [(typeof SESSION_FIXTURES)[number]];
    const one = openFresh(context, PERSON);
    write(one.at.userHome, 1);
    await readAll(one, agent);
    const ids = (await one.store.log.sessions({ limit: 100 })).map(({ agentSession }) => agentSession);
    const events = (await one.store.log.since(0, 5_000)).filter(({ body }) => !SILENT.test(body.kind));
    await forgetMemoriesOf(one, events.slice(events.length >> 1));
    const left = await told(one);
    await one.memory.close();
    rmSync(join(one.at.home, 'key'));
    const again = openFresh(context, { ...PERSON, home: one.at });
    const at = new Date();
    for (const path of readdirSync(one.at.userHome, { recursive: true, encoding: 'utf8' })) {
      if (!path.startsWith('.cairn')) utimesSync(join(one.at.userHome, path), at, at);
    }
    await readAll(again, agent);
    assert.deepEqual((await told(again)).sort(), left.sort());
    await forgetSessions(again);
    copyUnder(one.at.userHome, ids);
    await readAll(again, agent);
    assert.deepEqual(await told(again), []);
  });
});

const AGAIN = 'Please continue with the walrus totals.';
const EARLIER = [{ typed: AGAIN }, { said: 'They are in cents.' }, { typed: 'Now the invoice.' }, { said: 'It adds.' }];
const LATER = [...EARLIER, { typed: AGAIN }, { said: 'Done again.' }];

/** What a hook of a home that finds no worker writes of the prompt: it knows the key of the home's file alone. */
function entryOfPrompt({ home, project }: FreshHome, session: string, at: number): JournalEntry {
  const settings = { 'privacy.excludePaths': [], 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 };
  const door = openHomeDoor({ paths: { key: join(home, 'key'), asides: join(home, 'asides') }, settings });
  const payload = { session_id: session, cwd: project, hook_event_name: 'UserPromptSubmit', prompt: AGAIN };
  const told = { agent: 'claude-code', event: 'UserPromptSubmit', delivery: 'd1', at } as const;
  const reading = findAgent(told.agent)?.dialect?.readHook(told.event, payload, told);
  const events = (reading?.events ?? []).flatMap((raw) => door.clean(raw) ?? []);
  return { version: 1, ...told, events, reconcile: 'later', skipped: {} };
}

/** The times of the prompts that say it again, oldest first. */
async function timesOfAgain({ store }: Opened): Promise<number[]> {
  const events = await store.log.since(0, 5_000);
  return events.flatMap(({ body, at }) => (body.kind === 'prompt' && body.text === AGAIN ? [at] : [])).sort();
}

suite('a session that goes on after a restore in another home, with a prompt of words that were said before', () => {
  const endsAt = Date.now();
  const place = (at: FreshHome, minutes: number) => ({
    ...{ home: at.userHome, project: at.project, name: 'walrus' },
    endsAt: endsAt - minutes * 60_000,
  });
  for (const isForgotten of [false, true]) {
    for (const isHookFirst of [true, false]) {
      const [kept, first] = [isForgotten ? 'a forgotten one' : 'both', isHookFirst ? 'a hook' : 'the transcript'];
      test(`keeps ${isForgotten ? 'the new one alone' : 'each once'}: ${kept}, ${first} tells it first`, async (context) => {
        const one = openFresh(context, PERSON);
        const { session } = writeClaudeSession(EARLIER, place(one.at, 2));
        await readAll(one, 'claude-code');
        const said = (await one.store.log.since(0, 5_000)).filter(({ body }) => body.kind === 'prompt');
        if (isForgotten) await forgetMemoriesOf(one, said.slice(0, 1));
        const at = await otherHome(context);
        await restoreInto(at, await backUp(one));
        const two = openFresh(context, { ...PERSON, home: at });
        const hook = async (): Promise<void> => {
          await two.intake.journal(entryOfPrompt(at, session, endsAt - 59_000));
          await two.memory.settled();
        };
        if (isHookFirst) await hook();
        writeClaudeSession(LATER, place(at, 0));
        await readAll(two, 'claude-code');
        if (!isHookFirst) await hook();
        const times = (await timesOfAgain(two)).map((time) => Math.round((endsAt - time) / 60_000));
        assert.deepEqual(times, isForgotten ? [1] : [5, 1]);
      });
    }
  }

  test('keeps what a hook told before the backup once, when the transcript tells it there', async (context) => {
    const one = openFresh(context, PERSON);
    const { session } = writeClaudeSession(EARLIER, place(one.at, 2));
    await one.intake.journal(entryOfPrompt(one.at, session, endsAt - 299_000));
    await one.memory.settled();
    const at = await otherHome(context);
    await restoreInto(at, await backUp(one));
    const two = openFresh(context, { ...PERSON, home: at });
    writeClaudeSession(LATER, place(at, 0));
    await readAll(two, 'claude-code');
    assert.equal((await timesOfAgain(two)).length, 2);
  });
});
