// A tool call is judged by the tripwires of the project of its folder, of the project in which its session began, and of the
// projects whose files and folders it names.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { NoteInput } from '../../src/api/requests.ts';
import { openFresh } from '../support/fresh-home.ts';

interface Call {
  tool: string;
  input: Record<string, string>;
}

const bash = (command: string): Call => ({ tool: 'Bash', input: { command } });
const edit = (file_path: string): Call => ({ tool: 'Edit', input: { file_path, old_string: '1', new_string: '2' } });

function gitInit(folder: string): void {
  mkdirSync(join(folder, 'src'), { recursive: true });
  execFileSync('git', ['init', '-q', folder], { stdio: 'ignore' });
}

const RULES = ['Never run npm install.', 'Never edit src/gen.ts by hand.'];

interface Rules {
  mode?: string;
  rules?: string[];
  /** As what they are stated; empty: by their words. */
  as?: Pick<NoteInput, 'kind'>;
}

/** A project with confirmed tripwires, two unless other `rules` are given, a repository inside of it, and one beside it. */
async function setUp(context: TestContext, { mode = 'block', rules = RULES, as = { kind: 'constraint' } }: Rules = {}) {
  const { memory, at } = openFresh(context, { env: { CAIRN_TRIPWIRES: mode } });
  const project = at.project;
  const inner = join(project, 'inner');
  const other = join(at.userHome, 'other');
  for (const folder of [project, inner, other]) gitInit(folder);
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: project });
  for (const text of rules) await person.remember({ text, ...as });
  await memory.settled();
  for (const { id } of (await person.list({ kinds: ['pattern'] })).entries) {
    await person.update(id, { status: 'confirmed' });
  }
  await memory.settled();
  let count = 0;
  const send = async (event: string, session: string, fields: Record<string, unknown>): Promise<boolean> => {
    count += 1;
    const payload = JSON.stringify({
      session_id: session,
      hook_event_name: event,
      tool_use_id: `t${count}`,
      ...fields,
    });
    const taken = await memory.takeHook({
      ...{ agent: 'claude-code', event, payload, delivery: `d${count}`, at: Date.now() },
    });
    const need = taken?.reading.need;
    if (need === undefined) return false;
    const { refusal } = await memory.hookContext({ ...need, agent: 'claude-code', refusable: event === 'PreToolUse' });
    return refusal !== undefined;
  };
  const begin = (session: string, cwd: string) => send('SessionStart', session, { cwd, source: 'startup' });
  const isRefused = (session: string, cwd: string, { tool, input }: Call) =>
    send('PreToolUse', session, { cwd, tool_name: tool, tool_input: input });
  return { userHome: at.userHome, project, inner, other, begin, isRefused };
}

test('a call of a session is refused by the project in which the session began, from whatever folder it comes', async (context) => {
  const { project, inner, other, begin, isRefused } = await setUp(context);
  await begin('one', project);
  for (const cwd of [project, join(project, 'src'), inner, other]) {
    for (const call of [
      bash('npm install'),
      bash(`cd ${project} && npm install`),
      bash(`npm --prefix ${project} install`),
      edit(join(project, 'src/gen.ts')),
      bash(`sed -i s/1/2/ ${project}/src/gen.ts`),
    ]) {
      assert.equal(await isRefused('one', cwd, call), true, `${cwd}: ${JSON.stringify(call)}`);
    }
    assert.equal(await isRefused('one', cwd, bash('npm test')), false);
  }
});

test('a call of another project’s session is refused by the project that it names, and by no other', async (context) => {
  const { project, inner, other, begin, isRefused } = await setUp(context);
  await begin('two', other);
  for (const call of [
    bash(`cd ${project} && npm install`),
    bash(`cd ${project}/src; npm install`),
    bash(`npm --prefix=${project} install`),
    edit(join(project, 'src/gen.ts')),
    bash(`echo 1 > ${project}/src/gen.ts`),
    bash(`cd ${project} && rm src/gen.ts`),
  ]) {
    assert.equal(await isRefused('two', other, call), true, JSON.stringify(call));
  }
  for (const call of [
    bash('npm install'),
    bash('rm src/gen.ts'),
    edit(join(other, 'src/gen.ts')),
    bash(`cat ${project}/README.md`),
    edit(join(inner, 'src/gen.ts')),
    bash(`cd ${other} && npm install`),
  ]) {
    assert.equal(await isRefused('two', other, call), false, JSON.stringify(call));
  }
});

test('what lies in a repository inside of a project keeps the project’s rules about its files', async (context) => {
  const { project, other, begin, isRefused } = await setUp(context);
  await begin('two', other);
  gitInit(join(project, 'src'));
  await begin('three', join(project, 'src'));
  assert.equal(await isRefused('two', other, edit(join(project, 'src/gen.ts'))), true);
  assert.equal(await isRefused('two', other, bash(`cd ${project}/src && npm install`)), false);
});

test('the strictest mode decides: a project whose own file says block refuses a call from elsewhere', async (context) => {
  const { project, other, begin, isRefused } = await setUp(context, { mode: 'warn' });
  await begin('two', other);
  const call = bash(`cd ${project} && npm install`);
  assert.equal(await isRefused('two', other, call), false);
  mkdirSync(join(project, '.cairn'));
  writeFileSync(join(project, '.cairn/config.json'), JSON.stringify({ 'tripwires.mode': 'block' }));
  assert.equal(await isRefused('two', other, call), true);
});

test('a path from home is met in each of its forms, wherever the project lies', async (context) => {
  const rules = ['Never read `~/.ssh`.', 'Never edit `~/.zshrc`.'];
  const { userHome, project, begin, isRefused } = await setUp(context, { rules });
  await begin('one', project);
  for (const call of [
    { tool: 'Read', input: { file_path: join(userHome, '.ssh/id_rsa') } },
    { tool: 'Read', input: { file_path: '~/.ssh/id_rsa' } },
    bash(`cat ${userHome}/.ssh/id_rsa`),
    bash('cat ~/.ssh/id_rsa'),
    bash('cat "$HOME/.ssh/id_rsa"'),
    bash('cd && cat .ssh/id_rsa'),
    bash('cd ~ && cat .ssh/id_rsa'),
    edit(join(userHome, '.zshrc')),
    bash('echo x >> ~/.zshrc'),
  ])
    assert.equal(await isRefused('one', project, call), true, JSON.stringify(call));
  for (const call of [
    { tool: 'Read', input: { file_path: join(project, '.ssh/id_rsa') } },
    bash(`cat ${userHome}/.zshrc /home/nobody/.ssh/id_rsa`),
    edit(join(project, '.zshrc')),
  ])
    assert.equal(await isRefused('one', project, call), false, JSON.stringify(call));
});

test('a rule of a branch goes by the branch of the folder in which the call runs', async (context) => {
  const rules = ['Never commit to main.', 'On main, never run `npm publish`.', 'On main, never edit src/gen.ts.'];
  const { project, inner, other, begin, isRefused } = await setUp(context, { rules });
  const switchTo = (folder: string, branch: string): void => {
    execFileSync('git', ['-C', folder, 'symbolic-ref', 'HEAD', `refs/heads/${branch}`]);
  };
  const commit = bash('git commit -m y');
  await begin('one', project);
  switchTo(project, 'main');
  for (const folder of [inner, other]) switchTo(folder, 'dev');
  for (const [cwd, call] of [
    [project, commit],
    [project, bash('npm publish')],
    [join(project, 'src'), commit],
    [other, bash(`cd ${project} && git commit -m y`)],
    [other, bash(`cd ${project} && npm publish`)],
    [other, bash(`git -C ${project} commit -m y`)],
    [project, bash('cd "$(git rev-parse --show-toplevel)" && git commit -m y')],
    [other, edit(join(project, 'src/gen.ts'))],
    [other, bash(`rm ${project}/src/gen.ts`)],
  ] as const)
    assert.equal(await isRefused('one', cwd, call), true, `${cwd}: ${JSON.stringify(call)}`);
  for (const [cwd, call] of [
    [other, commit],
    [inner, commit],
    [other, bash('npm publish')],
    [project, bash(`cd ${other} && git commit -m y`)],
    [project, bash(`cd ${other} && npm publish`)],
    [project, bash(`git -C ${other} commit -m y`)],
    [project, bash('cd inner && git commit -m y')],
  ] as const)
    assert.equal(await isRefused('one', cwd, call), false, `${cwd}: ${JSON.stringify(call)}`);
  switchTo(project, 'dev');
  switchTo(other, 'main');
  for (const [cwd, call] of [
    [project, commit],
    [project, bash('npm publish')],
    [other, bash(`cd ${project} && git commit -m y`)],
    [other, edit(join(project, 'src/gen.ts'))],
  ] as const)
    assert.equal(await isRefused('one', cwd, call), false, `dev, ${cwd}: ${JSON.stringify(call)}`);
  // The rules of the project in which the session began go with it.
  for (const call of [commit, bash('npm publish')]) assert.equal(await isRefused('one', other, call), true);
});

test('a rule about files holds in each work tree of its project, from whatever folder', async (context) => {
  const rules = ['Never edit `config/prod.yml`.', 'Never read .env files.'];
  const { userHome, project, other, begin, isRefused } = await setUp(context, { rules });
  const git = (...args: string[]) => execFileSync('git', ['-C', project, ...args], { stdio: 'ignore' });
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--allow-empty', '-qm', 'first');
  const beside = join(userHome, 'project-fix');
  const within = join(project, '.claude/worktrees/fix');
  for (const [tree, branch] of [
    [beside, 'one'],
    [within, 'two'],
  ] as const) {
    git('worktree', 'add', '-q', '-b', branch, tree);
    mkdirSync(join(tree, 'apps/web'), { recursive: true });
  }
  const folders = [project, other, beside, join(beside, 'apps/web'), within, join(within, 'apps/web')];
  for (const [i, cwd] of folders.entries()) {
    await begin(`s${i}`, cwd);
    for (const tree of [beside, within]) {
      const patch = `*** Begin Patch\n*** Update File: ${tree}/config/prod.yml\n@@\n-a\n+b\n*** End Patch`;
      for (const call of [
        edit(join(tree, 'config/prod.yml')),
        bash(`sed -i s/1/2/ ${tree}/config/prod.yml`),
        bash(`cd ${tree} && rm config/prod.yml`),
        bash(`cat ${tree}/.env`),
        { tool: 'apply_patch', input: { input: patch } },
      ])
        assert.equal(await isRefused(`s${i}`, cwd, call), true, `${cwd}: ${JSON.stringify(call)}`);
      for (const call of [edit(join(tree, 'src/config/prod.yml')), bash(`cat ${tree}/config/prod.yml`)])
        assert.equal(await isRefused(`s${i}`, cwd, call), false, `${cwd}: ${JSON.stringify(call)}`);
    }
    assert.equal(await isRefused(`s${i}`, cwd, edit(join(other, 'config/prod.yml'))), false);
  }
});

test('a decision of a person refuses as a constraint does, once its tripwire is confirmed', async (context) => {
  const rules = ['Use pnpm instead of npm.', 'Please use podman instead of docker from now on.'];
  const { project, begin, isRefused } = await setUp(context, { rules, as: {} });
  await begin('one', project);
  for (const command of ['npm install', 'docker ps'])
    assert.equal(await isRefused('one', project, bash(command)), true);
  for (const command of ['pnpm install', 'podman ps'])
    assert.equal(await isRefused('one', project, bash(command)), false);
});
