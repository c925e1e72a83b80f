// A member hands on records whose values no table takes: every other home goes on.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, type TestContext, test } from 'node:test';
import { keyOfFile, newHead, packFrame } from '../../src/sync/folder/frames.ts';
import { openTeamKey, readKeyText } from '../../src/sync/folder/team-key.ts';
import { sharedEventId } from '../../src/sync/wire.ts';
import { joinTeam, openHome, syncAll, type TeamFolder, type TeamHome, teamFolder } from './homes.ts';
import { HOSTILE_HOME, hostileRecords } from './hostile-values.ts';

async function adaAndBen(context: TestContext, options: Parameters<typeof openHome>[2] = {}) {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada', options), openHome(context, 'Ben', options)];
  await ada.memory.remember('Releases go out on Fridays.');
  await ben.memory.remember('Releases go out on Mondays.');
  await joinTeam(ada, team);
  await joinTeam(ben, team);
  return { team, ada, ben };
}

/** Writes lines into the folder as a member does, whatever they say: each in a frame of its own. */
function handOn(team: TeamFolder, lines: readonly string[]): void {
  const key = openTeamKey(team.folder, { kind: 'key-file', key: readKeyText(readFileSync(team.keyFile, 'utf8')) });
  const name = '00000001.cairn';
  const head = newHead();
  const sealed = keyOfFile(key, `${HOSTILE_HOME}/${name}`, head) ?? new Uint8Array();
  const frames = lines.map((line, n) => packFrame(sealed, n, Buffer.from(line)));
  mkdirSync(join(team.folder, HOSTILE_HOME), { recursive: true });
  writeFileSync(join(team.folder, HOSTILE_HOME, name), Buffer.concat([head, ...frames]));
}

/** What a home finds of a memory that it gets from another one, and of one of its own, both made now. */
async function findsWhatIsNew(ada: TeamHome, ben: TeamHome): Promise<number[]> {
  await ada.memory.remember({ text: 'The gannet nests in Oslo.', kind: 'constraint' });
  await syncAll(ada, ben);
  await ben.memory.remember({ text: 'The heron wades at dawn.', kind: 'constraint' });
  await ben.memory.settled();
  const found = await Promise.all(['gannet', 'heron'].map((word) => ben.memory.search(word)));
  return found.map(({ hits }) => hits.length);
}

suite('records of a member whose values no table takes', () => {
  test('stop no home: later memories of others come, and own ones are found', async (context) => {
    const { team, ada, ben } = await adaAndBen(context);
    const records = hostileRecords();
    assert.ok(records.length > 70);
    handOn(
      team,
      records.map(({ line }) => line),
    );
    assert.deepEqual(await findsWhatIsNew(ada, ben), [1, 1]);
  });

  test('are put aside where a table refuses what is derived of them, and the doctor tells it', async (context) => {
    const { ada, ben } = await adaAndBen(context, { ignorable: /could not be derived/ });
    const other = new DatabaseSync(join(ben.at.home, 'cairn.db'));
    other.exec(`CREATE TRIGGER refuse BEFORE INSERT ON items WHEN new.text LIKE '%bittern%'
      BEGIN SELECT RAISE(ABORT, 'a value that no table takes'); END`);
    other.close();
    await ada.memory.remember({ text: 'The bittern booms at dusk.', kind: 'constraint' });
    assert.deepEqual(await findsWhatIsNew(ada, ben), [1, 1]);
    const told = (await ben.memory.doctor()).checks.filter(({ message }) => message.includes('put aside'));
    assert.deepEqual(
      told.map(({ status }) => status),
      ['warning'],
    );
  });

  test('a home whose log holds a time that is no whole number goes on', async (context) => {
    const { ada, ben } = await adaAndBen(context);
    await ada.memory.remember({ text: 'Never push to main without a review.', kind: 'constraint' });
    await syncAll(ada, ben);
    const lines: {
      event?: {
        id: string;
        body: { kind: string; home: string; target: string; version: number; item: { at: number } };
      };
    }[] = [];
    for await (const line of ben.memory.export({})) lines.push(line as (typeof lines)[number]);
    const { event } = lines.find((line) => line.event?.body.kind === 'shared') ?? {};
    assert.ok(event);
    event.body.version += 1;
    event.body.item.at += 0.5;
    event.id = sharedEventId(event.body);
    const file = join(ben.at.userHome, 'mine.jsonl');
    writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
    for await (const _ of ben.memory.import({ paths: [file], mine: true } as never)) void _;
    assert.deepEqual(await findsWhatIsNew(ada, ben), [1, 1]);
    const [shared] = (await ben.memory.get(event.body.target)).records;
    assert.equal(shared?.text, 'Never push to main without a review.');
  });
});
