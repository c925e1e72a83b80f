import assert from 'node:assert/strict';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { scanMemory } from '../../src/cli/privacy/scan-secrets.ts';
import { namesIn } from '../../src/platform/files.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { atKeyboard } from './at-keyboard.ts';

const SECRET = `gh${'p_'}${'a1B2c3D4e5'.repeat(4)}`;
const WORD = 'kingfisher';

/** A home whose log holds a secret, as one that an earlier version let pass, beside a memory without one. */
async function withSecret(
  context: TestContext,
): Promise<{ cairn: Cairn; id: string; other: string; transcript: string }> {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', `The deploy word is ${WORD}`]);
  const { id: other } = await cairn.json(['remember', 'The egret contract goes on']);
  assert.equal((await cairn.run(['worker', 'stop'])).code, 0);
  const db = new DatabaseSync(join(cairn.at.home, 'cairn.db'));
  assert.equal(
    db.prepare('UPDATE events SET data = replace(data, ?, ?) WHERE data LIKE ?').run(WORD, SECRET, `%${WORD}%`).changes,
    1,
  );
  db.close();
  const folder = join(cairn.at.userHome, '.claude/projects/-home-dev-heron');
  mkdirSync(folder, { recursive: true });
  const transcript = join(folder, '0b6ad3c2-64a1-4f0e-9d6c-6c2f0c5f7a11.jsonl');
  const message = { role: 'user', content: `use ${SECRET}` };
  writeFileSync(
    transcript,
    `${JSON.stringify({ type: 'user', sessionId: 'heron', cwd: '/home/dev/heron', message })}\n`,
  );
  return { cairn, id: String(id), other: String(other), transcript };
}

test('tells kinds and places of secrets in memory and in transcripts, never their values, and changes nothing', async (context) => {
  const { cairn, id, transcript } = await withSecret(context);
  const { code, stdout, stderr } = await cairn.run(['privacy', 'scan']);
  assert.equal(code, 0);
  assert.match(stdout, /In memory 1 secret in 1 event: github-token 1/);
  assert.match(
    stdout,
    /In plain text in transcripts of agents[^\n]*\n[^\n]*0b6ad3c2[^\n]* of claude-code: github-token 1/,
  );
  assert.match(stderr, /To erase 1 event: cairn privacy scan --yes/);
  assert.ok(!`${stdout}${stderr}`.includes(SECRET.slice(4, 16)));
  const found = await cairn.json(['privacy', 'scan', '--yes', '--dry-run']);
  assert.deepEqual(found.found, { 'github-token': 1 });
  assert.equal((found.ids as string[]).length, 1);
  assert.deepEqual(found.transcripts, [{ agent: 'claude-code', path: transcript, found: { 'github-token': 1 } }]);
  assert.equal((await cairn.run(['get', id])).code, 0);
});

test('erases what holds a secret with --yes, and leaves the rest', async (context) => {
  const { cairn, id, other } = await withSecret(context);
  const done = await cairn.json(['privacy', 'scan', '--yes']);
  assert.deepEqual(done.erased, { events: 1, hidden: 0, files: 0 });
  assert.deepEqual(namesIn(join(cairn.at.home, 'trash')), []);
  assert.deepEqual((await cairn.json(['privacy', 'scan'])).ids, []);
  assert.deepEqual([(await cairn.run(['get', id])).code === 0, (await cairn.run(['get', other])).code], [false, 0]);
});

test('asks in a terminal: a no changes nothing, a yes erases', async (context) => {
  const { cairn, id } = await withSecret(context);
  const no = atKeyboard(context, cairn, ['privacy', 'scan']);
  await no.shows('github-token 1', 'Erase 1 event for good?', 'No');
  await no.type('n');
  assert.equal((await no.ended).code, 130);
  assert.equal((await cairn.run(['get', id])).code, 0);
  const yes = atKeyboard(context, cairn, ['privacy', 'scan']);
  await yes.shows('Erase 1 event for good?', 'No');
  await yes.type('y');
  const { code, stdout } = await yes.ended;
  assert.equal(code, 0);
  assert.match(stdout, /erased 1 event/);
});

test('an agent may look, and not erase', async (context) => {
  const { cairn, id } = await withSecret(context);
  const asked = await cairn.run(['privacy', 'scan', '--yes'], { env: { CLAUDECODE: '1' } });
  assert.notEqual(asked.code, 0);
  assert.match(asked.stderr, /Only a person erases/);
  assert.equal((await cairn.run(['get', id])).code, 0);
});

test('finds and erases secrets in the trash and in damaged files of the journal, by a person', async (context) => {
  const { cairn, id } = await withSecret(context);
  const forget = atKeyboard(context, cairn, ['forget', id]);
  await forget.shows('Forget this?');
  await forget.type('y');
  assert.equal((await forget.ended).code, 0);
  const trash = join(cairn.at.home, 'trash');
  const damaged = join(cairn.at.home, 'journal', '1.jsonl.damaged');
  mkdirSync(dirname(damaged), { recursive: true });
  writeFileSync(damaged, `{"cut": "use ${SECRET}`);
  const batch = namesIn(trash)
    .find((name) => name.endsWith('.jsonl'))
    ?.slice(0, -'.jsonl'.length);
  const found = await cairn.json(['privacy', 'scan']);
  assert.deepEqual(found.ids, []);
  assert.deepEqual(found.kept, [
    { path: join(trash, `${batch}.jsonl`), batch, found: { 'github-token': 1 } },
    { path: damaged, found: { 'github-token': 1 } },
  ]);
  const byScript = await cairn.run(['privacy', 'scan', '--yes']);
  assert.notEqual(byScript.code, 0);
  assert.match(byScript.stderr, /only a person erases them/);
  assert.ok(existsSync(damaged));
  const yes = atKeyboard(context, cairn, ['privacy', 'scan']);
  await yes.shows('In the trash', 'In a damaged file of the journal', 'Erase 2 files for good?');
  await yes.type('y');
  assert.match((await yes.ended).stdout, /erased 2 files/);
  assert.deepEqual(namesIn(trash), []);
  assert.ok(!existsSync(damaged));
});

test('finds what a call printed that exists to print a secret', async () => {
  const call = (id: string, command: string) => ({
    ...{ seq: 1, id, kind: 'tool.end', agent: 'codex', sessionId: 's_aaaaaaaaaaaaaaaa', at: '2026-01-01T00:00:00Z' },
    ...{ tool: 'exec_command', input: { command }, output: 'kR3vZq8LmN2x\n', success: true },
  });
  async function* log() {
    yield call('e_printed', 'op read op://vault/db/password');
    yield call('e_other', 'git rev-parse --short HEAD');
  }
  const { ids, found } = await scanMemory(log(), () => undefined);
  assert.deepEqual([ids, found], [['e_printed'], { secret: 1 }]);
});
