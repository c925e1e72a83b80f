// Each forgetting looks through the backups: those that hold what it names go, the others are none of its business.
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type Backups, createBackups } from '../../../src/backup/backups.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { DAY_MS } from '../../../src/core/text/calendar.ts';
import { openFresh } from '../../support/fresh-home.ts';

type Opened = ReturnType<typeof openFresh>;

/** A memory, its backups, and the same as they were made two days ago: of one day only the last is kept. */
function open(context: TestContext): { opened: Opened; backups: Backups; earlier: Backups } {
  const opened = openFresh(context, { caller: { surface: 'cli', person: true } });
  const paths = homePaths(opened.at.home);
  const made = (daysAgo: number): Backups =>
    createBackups({ dbPath: paths.db, folder: paths.backups, now: () => Date.now() - daysAgo * DAY_MS });
  return { opened, backups: made(0), earlier: made(2) };
}

async function remember({ memory }: Opened, text: string): Promise<string> {
  const { id } = await memory.remember({ text });
  await memory.settled();
  return id;
}

async function forget({ memory }: Opened, query: string): Promise<void> {
  const plan = await memory.forget({ query });
  assert.ok(plan.state === 'planned');
  await memory.forget({ query, now: true, confirm: plan.token });
}

test('backups that hold nothing of what is forgotten stay', async (context) => {
  const { opened, backups, earlier } = open(context);
  await remember(opened, 'The egret note stays.');
  const before = await earlier.create('daily');
  const id = await remember(opened, 'A harmless walrus note.');
  const after = await backups.create('asked');
  await opened.memory.forget({ ids: [id], now: true });
  const names = backups.list().map(({ name }) => name);
  assert.ok(names.includes(before.name));
  assert.ok(!names.includes(after.name));
  assert.equal(backups.list().filter(({ reason }) => reason === 'forgotten').length, 1);
});

test('a backup goes, too, where other memories of it that are here no more hold the words', async (context) => {
  const { opened, backups } = open(context);
  const first = await remember(opened, 'The walrus contract is signed.');
  const { name } = await backups.create('daily');
  await opened.store.log.erase([(await opened.store.items.get([first as never]))[0]?.event as never], Date.now());
  await remember(opened, 'Ask about that walrus once more.');
  await forget(opened, 'walrus');
  assert.ok(!backups.list().some((backup) => backup.name === name));
});
