import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeSession } from '../memory/import/write-sessions.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { atKeyboard } from './at-keyboard.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('reads sessions once, however often it is told to', async (context) => {
  const cairn = cairnIn(context);
  const dry = await cairn.json(['import', EXAMPLE, '--dry-run']);
  assert.deepEqual([dry.filesTotal, dry.added], [5, 0]);
  const first = await cairn.json(['import', EXAMPLE]);
  assert.ok(Number(first.added) > 30);
  const skipped = Object.values(first.skipped as Record<string, number>).reduce((sum, value) => sum + value, 0);
  assert.equal(Number(first.read) + skipped, first.lines);
  const again = await cairn.run(['import', EXAMPLE]);
  assert.equal(again.code, 0);
  assert.match(again.stdout, /^added +0 events/m);
});

test('finds the sessions of the agents on this machine', async (context) => {
  const cairn = cairnIn(context);
  assert.match((await cairn.run(['import'])).stderr, /no sessions to import/);
  cpSync(EXAMPLE, join(cairn.at.userHome, '.claude/projects/-home-dev-tidepool'), { recursive: true });
  assert.equal((await cairn.json(['import', '--agent', 'claude-code'])).filesTotal, 5);
  assert.equal((await cairn.run(['import', '--agent', 'nobody'])).code, 2);
});

test('a transcript that is one endless line is named, and keeps nobody from the others', async (context) => {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.userHome, '.claude/projects/-home-dev-tidepool');
  cpSync(EXAMPLE, folder, { recursive: true });
  const endless = join(folder, 'endless.jsonl');
  writeFileSync(endless, '');
  // A hole: nothing of it is on the disk.
  truncateSync(endless, 2 ** 40);
  const { code, stdout, stderr } = await cairn.run(['import']);
  assert.equal(code, 1);
  assert.match(stdout, /^added +[3-9]\d events/m);
  assert.match(stderr, /could not read .*endless\.jsonl: .* has a line of more than 1 GB: it is no transcript/);
});

test('takes paths from the folder it was called in, and says which are not there', async (context) => {
  const cairn = cairnIn(context);
  cpSync(EXAMPLE, join(cairn.at.project, 'old'), { recursive: true });
  assert.equal((await cairn.json(['import', 'old'])).filesTotal, 5);
  const missing = await cairn.run(['import', 'new']);
  assert.equal(missing.code, 1);
  assert.match(missing.stderr, /There is no file or folder .*\/new/);
});

test('shows on a terminal how far it is', async (context) => {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.project, 'many');
  mkdirSync(folder);
  for (let session = 0; session < 40; session += 1) {
    const line = (number: number): string =>
      JSON.stringify({
        type: 'user',
        uuid: `u-${session}-${number}`,
        sessionId: `s-${session}`,
        timestamp: '2026-10-05T09:12:05.000Z',
        promptId: `p-${session}-${number}`,
        message: { role: 'user', content: `prompt ${number} of session ${session}` },
      });
    writeFileSync(join(folder, `s-${session}.jsonl`), Array.from({ length: 50 }, (_, i) => `${line(i)}\n`).join(''));
  }
  const { stdout } = await cairn.terminal(['import', folder], { env: { NO_COLOR: '1' } });
  assert.match(stdout, /\d+\/40 files {2}.* of .*B {2}.* added/);
  assert.match(stdout, /added +2,000 events/);
});

/** Sessions of Claude Code where it keeps them. */
function fill({ userHome, project }: Cairn['at'], sessions: number, turns: number): void {
  for (let n = 0; n < sessions; n += 1) {
    writeSession({ userHome }, { name: `session${n}`, folder: project, turns, daysAgo: 10 + 10 * n });
  }
}

async function events(cairn: Cairn): Promise<number> {
  await cairn.run(['doctor']);
  const { counts } = (await cairn.json(['status'])) as { counts: { events: number } };
  return counts.events;
}

test('says what there is, asks, and imports nothing when it is not wanted', async (context) => {
  const cairn = cairnIn(context);
  fill(cairn.at, 3, 2);
  const asked = atKeyboard(context, cairn, ['import']);
  await asked.shows('Claude Code 3 sessions', 'to 2026-10-22', 'shop 3', 'Import 3 sessions', 'Yes');
  await asked.type('n');
  const { stdout, code } = await asked.ended;
  assert.match(stdout, /Nothing was changed/);
  assert.equal(code, 130);
  assert.equal(await events(cairn), 0);
  const wanted = atKeyboard(context, cairn, ['import']);
  await wanted.shows('Import 3 sessions', 'Yes');
  await wanted.type('\r');
  assert.match((await wanted.ended).stdout, /added +18 events/);
  const again = atKeyboard(context, cairn, ['import']);
  assert.match((await again.ended).stdout, /of which 3 were read before/);
});

test('takes only what is asked for, and says without a terminal what is there', async (context) => {
  const cairn = cairnIn(context);
  fill(cairn.at, 3, 2);
  const dry = await cairn.run(['import', '--dry-run', '--since', '2026-10-15']);
  assert.match(dry.stdout, /^Claude Code {2}1 session {2}.* 2026-10-22 to 2026-10-22\n {2}shop 1$/m);
  assert.equal((await cairn.json(['import', '--project', '.', '--since', '2026-10-15'])).filesTotal, 1);
  assert.equal((await cairn.json(['import', '--project', 'other'])).filesTotal, 0);
  assert.equal((await cairn.run(['import', '--since', 'soon'])).code, 2);
});

test('Ctrl-C says what was read and how to go on; the next import goes on', async (context) => {
  const cairn = cairnIn(context);
  fill(cairn.at, 3, 500);
  const stopped = atKeyboard(context, cairn, ['import', '--yes']);
  await stopped.shows('left');
  await stopped.type('\u0003');
  const { stdout, code } = await stopped.ended;
  assert.equal(code, 130);
  assert.match(stdout, /The import was stopped\. \d of 3 files .* are read, what is new stays: [\d,]+ events?\./);
  assert.match(stdout, /To go on from there: cairn import/);
  await cairn.json(['import']);
  assert.equal(await events(cairn), 4_500);
});

test('a worker that is killed in the middle loses nothing, and the next import goes on', async (context) => {
  const cairn = cairnIn(context);
  fill(cairn.at, 2, 600);
  const stopped = atKeyboard(context, cairn, ['import', '--yes']);
  await stopped.shows('left');
  const { pid } = JSON.parse(readFileSync(join(cairn.at.home, 'worker.json'), 'utf8')) as { pid: number };
  process.kill(pid, 'SIGKILL');
  const { stdout, code } = await stopped.ended;
  assert.notEqual(code, 0);
  assert.match(stdout, /The import stopped: .* are read, what is new stays: [\d,]+ events?\./);
  await cairn.json(['import']);
  assert.equal(await events(cairn), 3_600);
  assert.equal((await cairn.json(['import'])).lines, 0);
});
