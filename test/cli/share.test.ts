import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const RULE = 'We deploy on Tuesdays only, never on Fridays.';

/** Two people with a home and a clone each of one repository. */
function colleagues(context: TestContext): { ada: Cairn; ben: Cairn } {
  const origin = join(temporaryFolder(context), 'shop.git');
  execFileSync('git', ['init', '-q', '--bare', '-b', 'main', origin]);
  const [ada, ben] = [cairnIn(context), cairnIn(context)];
  for (const [cairn, name] of [
    [ada, 'Ada Lovelace'],
    [ben, 'Ben Bitdiddle'],
  ] as const) {
    rmSync(cairn.at.project, { recursive: true });
    execFileSync('git', ['clone', '-q', origin, cairn.at.project], { stdio: 'ignore' });
    git(cairn, 'config', 'user.name', name);
    git(cairn, 'config', 'user.email', 'someone@example.org');
  }
  writeFileSync(join(ada.at.project, 'README.md'), '# Shop\n');
  push(ada);
  git(ben, 'pull', '-q', 'origin', 'main');
  return { ada, ben };
}

function git({ at }: Cairn, ...args: string[]): void {
  execFileSync('git', ['-C', at.project, ...args], { stdio: 'ignore' });
}

function push(cairn: Cairn): void {
  git(cairn, 'add', '-A');
  git(cairn, 'commit', '-q', '-m', 'change');
  git(cairn, 'push', '-q', 'origin', 'HEAD:main');
}

/** What a person states in a window; gives its id. */
async function state(cairn: Cairn, words: string): Promise<string> {
  const { stdout } = await cairn.terminal(['remember', words, '--kind', 'decision', '--json']);
  return /o_[a-z2-7]{16}/.exec(stdout)?.[0] ?? '';
}

async function filesOf(cairn: Cairn): Promise<JsonObject[]> {
  return (await cairn.json(['share'])).files as JsonObject[];
}

async function proposedIn(cairn: Cairn): Promise<string[]> {
  const { entries } = await cairn.json(['review', 'list']);
  return (entries as JsonObject[]).map(({ id }) => String(id));
}

const knowledgeOf = ({ at }: Cairn): string => join(at.project, '.cairn', 'knowledge');

test('what a person shares waits in the review of a colleague, and counts there once accepted', async (context) => {
  const { ada, ben } = colleagues(context);
  const id = await state(ada, RULE);
  const shared = await ada.terminal(['share', id]);
  assert.equal(shared.code, 0, shared.stdout);
  const [name = ''] = readdirSync(knowledgeOf(ada));
  assert.match(name, /^we-deploy-on-tuesdays-only-never-on-fridays-[a-z2-7]{8}\.md$/);
  const text = readFileSync(join(knowledgeOf(ada), name), 'utf8');
  assert.match(
    text,
    new RegExp(`^---\nid: ${id}\nkind: decision\nat: 20[^\n]+Z\nby: "Ada Lovelace"\n---\n\n${RULE}\n$`),
  );
  assert.deepEqual(
    (await filesOf(ada)).map(({ state: is }) => is),
    ['own'],
  );
  assert.match((await ada.terminal(['share', id])).stdout, /says this already/);
  push(ada);

  git(ben, 'pull', '-q', 'origin', 'main');
  const [waiting = ''] = await proposedIn(ben);
  const [record] = (await ben.json(['get', waiting])).records as JsonObject[];
  assert.deepEqual([record?.author, record?.text], ['repo', RULE]);
  assert.match((await ben.run(['search', 'deploy Tuesdays'])).stdout, new RegExp(waiting));
  assert.doesNotMatch((await ben.run(['context'])).stdout, /Tuesdays/);
  assert.equal((await ben.terminal(['review', 'confirm', waiting])).code, 0);
  assert.match((await ben.run(['context'])).stdout, /Tuesdays/);
  assert.deepEqual(
    (await filesOf(ben)).map(({ state: is, id: at }) => [is, at]),
    [['accepted', waiting]],
  );
});

test('an edit takes the place of what it was, waits again, and once accepted takes the place of the own words', async (context) => {
  const { ada, ben } = colleagues(context);
  const id = await state(ada, RULE);
  await ada.terminal(['share', id]);
  push(ada);
  git(ben, 'pull', '-q', 'origin', 'main');
  const [first = ''] = await proposedIn(ben);
  await ben.terminal(['review', 'confirm', first]);
  const [name = ''] = readdirSync(knowledgeOf(ben));
  const path = join(knowledgeOf(ben), name);
  writeFileSync(path, readFileSync(path, 'utf8').replace('Tuesdays', 'Wednesdays'));
  const [second = ''] = await proposedIn(ben);
  const [before] = (await ben.json(['get', first])).records as { detail: JsonObject; supersededBy?: string }[];
  assert.deepEqual([before?.detail.status, before?.supersededBy], ['superseded', second]);
  assert.doesNotMatch((await ben.run(['context'])).stdout, /Tuesdays|Wednesdays/);
  push(ben);

  git(ada, 'pull', '-q', 'origin', 'main');
  const [edited = ''] = await proposedIn(ada);
  assert.match((await ada.run(['context'])).stdout, /Tuesdays/);
  await ada.terminal(['review', 'confirm', edited]);
  const [own] = (await ada.json(['get', id])).records as { detail: JsonObject; supersededBy?: string }[];
  assert.deepEqual([own?.detail.status, own?.supersededBy], ['superseded', edited]);
  const told = (await ada.run(['context'])).stdout;
  assert.match(told, /Wednesdays/);
  assert.doesNotMatch(told, /Tuesdays/);
});

test('a removed file no longer holds; back again it counts as it was judged', async (context) => {
  const { ada, ben } = colleagues(context);
  const id = await state(ada, RULE);
  await ada.terminal(['share', id]);
  push(ada);
  git(ben, 'pull', '-q', 'origin', 'main');
  const [theirs = ''] = await proposedIn(ben);
  await ben.terminal(['review', 'confirm', theirs]);
  const statusIn = async (): Promise<unknown> =>
    ((await ben.json(['get', theirs])).records as { detail: JsonObject }[])[0]?.detail.status;

  const undone = await ada.terminal(['share', '--undo', id]);
  assert.match(undone.stdout, /Removed\. Commit that/);
  assert.equal(existsSync(knowledgeOf(ada)) ? readdirSync(knowledgeOf(ada)).length : 0, 0);
  push(ada);
  git(ben, 'pull', '-q', 'origin', 'main');
  assert.deepEqual(await filesOf(ben), []);
  assert.equal(await statusIn(), 'withdrawn');
  git(ben, 'revert', '--no-edit', 'HEAD');
  assert.deepEqual(
    (await filesOf(ben)).map(({ state: is }) => is),
    ['accepted'],
  );
  assert.equal(await statusIn(), 'confirmed');
});

test('only a person shares, only what a person stands by, without secrets, and only in its project', async (context) => {
  const { ada, ben } = colleagues(context);
  const id = await state(ada, `The deploy token is ghp_${'a1B2'.repeat(9)}, ask Ada.`);
  const script = await ada.run(['share', id]);
  assert.deepEqual([script.code, /Only a person can share/.test(script.stderr)], [1, true]);
  const agents = await ada.terminal(['share', id], { env: { CLAUDECODE: '1' } });
  assert.match(agents.stdout, /Only a person can share/);
  const proposed = await ada.json(['remember', 'Logs go to stderr', '--kind', 'decision']);
  assert.match((await ada.terminal(['share', String(proposed.id)])).stdout, /No person stated or confirmed/);
  assert.match((await ada.terminal(['share', 'o_aaaaaaaaaaaaaaaa'])).stdout, /There is no memory/);
  assert.equal(existsSync(join(ada.at.project, '.cairn')), false);
  await ada.terminal(['share', id]);
  const [name = ''] = readdirSync(knowledgeOf(ada));
  assert.doesNotMatch(readFileSync(join(knowledgeOf(ada), name), 'utf8'), /ghp_/);
  assert.match((await ben.terminal(['share', '--undo', id])).stdout, /No file of this checkout/);
});

test('what was forgotten does not come back from its own file', async (context) => {
  const { ada } = colleagues(context);
  const id = await state(ada, RULE);
  await ada.terminal(['share', id]);
  assert.equal((await ada.terminal(['forget', id, '--now', '--yes'])).code, 0);
  assert.deepEqual(
    (await filesOf(ada)).map(({ state: is }) => is),
    ['forgotten'],
  );
  assert.deepEqual(await proposedIn(ada), []);
  assert.doesNotMatch((await ada.run(['search', 'deploy Tuesdays'])).stdout, /Tuesdays/);
});

test('feeds AGENTS.md between two marks after a yes, and takes it out to the byte', async (context) => {
  const { ada } = colleagues(context);
  const agents = join(ada.at.project, 'AGENTS.md');
  const before = '# Agents\r\n\r\nKeep it short.';
  writeFileSync(agents, before);
  const id = await state(ada, RULE);
  await ada.terminal(['share', id]);
  assert.equal((await ada.run(['share', '--into', 'AGENTS.md', '--yes'])).code, 1);
  assert.equal(readFileSync(agents, 'utf8'), before);
  const shown = await ada.terminal(['share', '--into', 'AGENTS.md'], { input: 'y' });
  assert.match(shown.stdout, /\+- We deploy on Tuesdays only/);
  const fed = readFileSync(agents, 'utf8');
  assert.ok(fed.startsWith(before) && fed.includes(`\r\n- ${RULE}\r\n`), fed);
  assert.match((await ada.terminal(['share', '--into', 'AGENTS.md', '--yes'])).stdout, /nothing was changed/);
  assert.equal(readFileSync(agents, 'utf8'), fed);
  await ada.terminal(['share', '--out-of', 'AGENTS.md', '--yes']);
  assert.equal(readFileSync(agents, 'utf8'), before);
  const outside = await ada.terminal(['share', '--into', join(ada.at.root, 'AGENTS.md'), '--yes']);
  assert.match(outside.stdout, /does not lie in the repository/);
});

test('files that are not read are named, ten of them and the count of the others', async (context) => {
  const { ada } = colleagues(context);
  mkdirSync(knowledgeOf(ada), { recursive: true });
  for (let n = 0; n < 14; n += 1) writeFileSync(join(knowledgeOf(ada), `n${n}.md`), 'long '.repeat(5_000));
  const { stdout, stderr } = await ada.run(['share']);
  const said = `${stdout}${stderr}`;
  assert.equal(said.match(/is not read: it is longer than 16 kB/g)?.length, 10);
  assert.match(said, /4 more files; all of them: cairn share --json/);
});
