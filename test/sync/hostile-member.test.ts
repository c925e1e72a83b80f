// Who holds the key of a team, or can write a file that is imported, changes nothing that another member shared.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { openFolderRemote } from '../../src/sync/folder/folder-remote.ts';
import { frameLength, HEAD_BYTES, keyOfFile, packFrame } from '../../src/sync/folder/frames.ts';
import { openTeamKey, readKeyText } from '../../src/sync/folder/team-key.ts';
import type { SyncRecord } from '../../src/sync/wire.ts';
import { SYNC_VERSION, sharedEventId } from '../../src/sync/wire.ts';
import { joinTeam, openHome, syncAll, type TeamFolder, type TeamHome, teamFolder } from './homes.ts';

const RULE = 'Never push to main without a review.';
/** Sorts before every home's own id. */
const FIRST = 'h_2222222222222222';

/** Ben accepted the rule that Ada shared. */
async function accepted(
  context: TestContext,
  options: Parameters<typeof openHome>[2] = {},
): Promise<{ ada: TeamHome; ben: TeamHome; team: TeamFolder; id: string }> {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada', options), openHome(context, 'Ben', options)];
  const { id } = await ada.memory.remember({ text: RULE, kind: 'constraint' });
  await ben.memory.remember('Releases go out on Fridays.');
  await joinTeam(ada, team);
  await joinTeam(ben, team);
  await syncAll(ada, ben);
  await ben.memory.update(id, { status: 'confirmed' });
  return { ada, ben, team, id };
}

async function isStillTold({ memory }: TeamHome, id: string): Promise<void> {
  const [record] = (await memory.get(id)).records;
  assert.deepEqual([record?.text, record?.detail.status, record?.detail.reason], [RULE, 'confirmed', undefined]);
  assert.match((await memory.context({ budget: 2_000 })).text, /Never push to main without a review/);
}

suite('a memory that a member shared', () => {
  for (const [name, text, identity] of [
    ['other words', 'Something else.', 'git.example/acme/shop'],
    ['another project', RULE, 'git.example/acme/other'],
  ] as const) {
    test(`is not taken over by another home, with ${name}`, async (context) => {
      const { ada, ben, team, id } = await accepted(context);
      const key = openTeamKey(team.folder, { kind: 'key-file', key: readKeyText(readFileSync(team.keyFile, 'utf8')) });
      const version = Date.now();
      const detail = { knowledge: 'note', status: 'withdrawn' };
      const item = {
        kind: 'knowledge',
        title: text,
        text,
        author: 'person',
        exposed: false,
        at: version,
        rule: 'x@1',
        detail,
      };
      const record = {
        version: SYNC_VERSION,
        kind: 'event',
        id: sharedEventId({ home: FIRST, target: id, version }),
        home: FIRST,
        member: 'Ada',
        at: version,
        project: { identity },
        memory: { target: id, version, item, from: {} },
      } as SyncRecord;
      await openFolderRemote({ folder: team.folder, home: FIRST, key }).push([record]);
      await syncAll(ben, ada);
      await isStillTold(ben, id);
      assert.equal((await ada.memory.get(id)).records[0]?.text, RULE);
    });
  }

  test('is not changed by an export that no person vouches for', async (context) => {
    const { ben, id } = await accepted(context);
    const lines: { event?: { id: string; body: { kind: string; home: string; version: number; item: object } } }[] = [];
    for await (const line of ben.memory.export({})) lines.push(line as (typeof lines)[number]);
    const { event } = structuredClone(lines.find((line) => line.event?.body.kind === 'shared')) ?? {};
    assert.ok(event);
    event.body.version += 1_000;
    event.body.item = { ...event.body.item, title: 'Whatever.', text: 'Whatever.' };
    event.id = sharedEventId({ home: event.body.home, target: id, version: event.body.version });
    const file = join(ben.at.userHome, 'forged.jsonl');
    const forged = [...lines.filter((line) => line.event === undefined), { event }];
    writeFileSync(file, `${forged.map((line) => JSON.stringify(line)).join('\n')}\n`);
    const agent = ben.memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: ben.at.project });
    let skipped = {};
    for await (const progress of agent.import({ paths: [file] })) ({ skipped } = progress);
    assert.deepEqual(skipped, { 'judgements that no person vouches for': 1 });
    await ben.memory.settled();
    await isStillTold(ben, id);
  });

  test('a frame that unpacks to too much stops nothing, and the status names whose it is', async (context) => {
    const { ada, ben, team } = await accepted(context, { ignorable: /cannot be unpacked/ });
    const { member: _, home = '' } = await ada.memory.sync({});
    const file = join(team.folder, home, '00000001.cairn');
    const key = openTeamKey(team.folder, { kind: 'key-file', key: readKeyText(readFileSync(team.keyFile, 'utf8')) });
    const bytes = readFileSync(file);
    let [frames, offset] = [0, HEAD_BYTES];
    for (let length = frameLength(bytes, offset); length !== undefined && length > 0; frames += 1) {
      offset += length;
      length = frameLength(bytes, offset);
    }
    const sealed = keyOfFile(key, `${home}/00000001.cairn`, bytes) ?? new Uint8Array();
    appendFileSync(file, packFrame(sealed, frames, Buffer.alloc(17 * 1024 * 1024, 32)));
    await ada.memory.remember({ text: 'The heron wades at dawn.', kind: 'constraint' });
    await syncAll(ada, ben);
    assert.equal((await ben.memory.search('heron')).hits.length, 1);
    await syncAll(ben);
    const { notes } = await ben.memory.sync({});
    assert.match(notes.map(({ message }) => message).join(), new RegExp(`1 frame of Ada \\(${home}\\)`));
  });
});
