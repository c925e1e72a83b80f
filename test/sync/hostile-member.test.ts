// Who holds the key of a team, or can write a file that is imported, changes nothing that another member shared.
import assert from 'node:assert/strict';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { homeTarget } from '../../src/core/model/shared-memory.ts';
import { openFolderRemote } from '../../src/sync/folder/folder-remote.ts';
import { keyOfFile, packFrame, wholeFrames } from '../../src/sync/folder/frames.ts';
import { openTeamKey, readKeyText } from '../../src/sync/folder/team-key.ts';
import type { SyncRecord } from '../../src/sync/wire.ts';
import { SYNC_VERSION, sharedEventId } from '../../src/sync/wire.ts';
import { seriesNotes } from './folder/series-notes.ts';
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

/** Somebody with the team's key shares a memory under an id that another home has, in the name of Ada. */
async function claim(
  team: TeamFolder,
  target: string,
  { text, identity = 'git.example/acme/shop', detail = {} }: { text: string; identity?: string; detail?: JsonObject },
): Promise<void> {
  const key = openTeamKey(team.folder, { kind: 'key-file', key: readKeyText(readFileSync(team.keyFile, 'utf8')) });
  const version = Date.now();
  const said = { title: text, text, author: 'person', exposed: false, at: version, rule: 'x@1' };
  const item = { kind: 'knowledge', ...said, detail: { knowledge: 'constraint', standing: true, ...detail } };
  const record = {
    version: SYNC_VERSION,
    kind: 'event',
    id: sharedEventId({ home: FIRST, target, version }),
    home: FIRST,
    member: 'Ada',
    at: version,
    project: { identity },
    memory: { target, version, item, from: {} },
  } as SyncRecord;
  await openFolderRemote({ folder: team.folder, home: FIRST, key, notes: seriesNotes() }).push([record]);
}

/** What a home holds of others, by id: the home that shared it, its words, and how it was judged. */
async function ofOthers({ memory }: TeamHome): Promise<Record<string, (string | undefined)[]>> {
  const { entries } = await memory.list({ kinds: ['knowledge'], limit: 100 });
  const { records } = await memory.get(entries.filter(({ author }) => author === 'member').map(({ id }) => id));
  return Object.fromEntries(records.map(({ id, text, detail }) => [id, [detail.shared?.home, text, detail.status]]));
}

const OTHERWISE = 'Push to main without a review.';

/** Ada's rule, which somebody else shared in other words under its id before Ben joined. */
async function joinedLate(context: TestContext) {
  const team = teamFolder(context);
  const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
  const { id } = await ada.memory.remember({ text: RULE, kind: 'constraint' });
  await ben.memory.remember('Releases go out on Fridays.');
  await joinTeam(ada, team);
  await syncAll(ada);
  await claim(team, id, { text: OTHERWISE });
  await joinTeam(ben, team);
  await syncAll(ben);
  await ben.memory.settled();
  const { home = '' } = await ada.memory.sync();
  return { team, ada, ben, id, home, own: homeTarget(id, home), theirs: homeTarget(id, FIRST) };
}

suite('a memory that several homes share under one id, for who joins later', () => {
  test('is nobody’s: each home’s words are there under an id of their own, and what is accepted is that home’s', async (context) => {
    const { ada, ben, id, home, own, theirs } = await joinedLate(context);
    const both = { [own]: [home, RULE, 'proposed'], [theirs]: [FIRST, OTHERWISE, 'proposed'] };
    assert.deepEqual(await ofOthers(ben), both);
    assert.deepEqual((await ben.memory.get(id)).missing, [id]);
    await ben.memory.update(own, { status: 'confirmed' });
    await ben.memory.settled();
    assert.deepEqual(await ofOthers(ben), { ...both, [own]: [home, RULE, 'confirmed'] });
    const { text } = await ben.memory.context({ budget: 2_000 });
    assert.match(text, /Never push to main without a review/);
    assert.doesNotMatch(text, /Push to main without/);
    assert.equal((await ada.memory.get(id)).records[0]?.text, RULE);
  });

  test('stays so when all is derived anew, and its home’s next words wait to be accepted again', async (context) => {
    const { ada, ben, id, home, own, theirs } = await joinedLate(context);
    await ben.memory.update(own, { status: 'confirmed' });
    await ben.memory.settled();
    const before = await ofOthers(ben);
    await ben.memory.rebuild({});
    await ben.memory.settled();
    assert.deepEqual(await ofOthers(ben), before);
    await ada.memory.update(id, { text: 'Never push to main without two reviews.' });
    await syncAll(ada, ben);
    const words = [home, 'Never push to main without two reviews.', 'proposed'];
    assert.deepEqual(await ofOthers(ben), { [own]: words, [theirs]: [FIRST, OTHERWISE, 'proposed'] });
  });

  test('nobody takes the id of its own either, before or after it is accepted', async (context) => {
    const { team, ben, home, own, theirs } = await joinedLate(context);
    await ben.memory.update(own, { status: 'confirmed' });
    await claim(team, own, { text: OTHERWISE });
    await syncAll(ben);
    const both = { [own]: [home, RULE, 'confirmed'], [theirs]: [FIRST, OTHERWISE, 'proposed'] };
    assert.deepEqual(await ofOthers(ben), both);
    await ben.memory.rebuild({});
    await ben.memory.settled();
    assert.deepEqual(await ofOthers(ben), both);
  });

  test('is its home’s again once the other one is taken back, and what was accepted stays accepted', async (context) => {
    const { ada, ben, id, home, own } = await joinedLate(context);
    await ben.memory.update(own, { status: 'confirmed' });
    const theirs = (await ben.memory.list({ kinds: ['knowledge'] })).entries.find(({ title }) => title === OTHERWISE);
    await ben.memory.forget({ ids: [theirs?.id ?? ''], now: true });
    await ben.memory.settled();
    assert.deepEqual(await ofOthers(ben), { [id]: [home, RULE, 'confirmed'] });
    await ada.memory.forget({ ids: [id], now: true });
    await syncAll(ada, ben);
    assert.deepEqual(await ofOthers(ben), {});
  });

  test('the same words of two homes are one memory', async (context) => {
    const team = teamFolder(context);
    const [ada, ben] = [openHome(context, 'Ada'), openHome(context, 'Ben')];
    const { id } = await ada.memory.remember({ text: RULE, kind: 'constraint' });
    await ben.memory.remember('Releases go out on Fridays.');
    await joinTeam(ada, team);
    await syncAll(ada);
    const copy = openHome(context, 'Ada');
    await copy.memory.remember('The shop closes at six.');
    const lines: string[] = [];
    for await (const line of ada.memory.export({})) lines.push(JSON.stringify(line));
    const file = join(copy.at.userHome, 'mine.jsonl');
    writeFileSync(file, `${lines.join('\n')}\n`);
    for await (const _ of copy.memory.import({ paths: [file], mine: true } as never)) void _;
    await copy.memory.settled();
    await joinTeam(copy, team);
    await syncAll(copy);
    await joinTeam(ben, team);
    await syncAll(ben);
    const of = await ofOthers(ben);
    assert.deepEqual(
      Object.entries(of)
        .filter(([, [, text]]) => text === RULE)
        .map(([one]) => one),
      [id],
    );
  });
});

suite('a memory that a member shared', () => {
  for (const [name, text, identity] of [
    ['other words', 'Something else.', 'git.example/acme/shop'],
    ['another project', RULE, 'git.example/acme/other'],
  ] as const) {
    test(`is not taken over by another home, with ${name}`, async (context) => {
      const { ada, ben, team, id } = await accepted(context);
      await claim(team, id, { text, identity, detail: { status: 'withdrawn' } });
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
    const frames = [...wholeFrames(bytes)].length;
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
