import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freshHome, openFresh } from '../support/fresh-home.ts';

test('a work tree that lies elsewhere is left out with the repository that it is of', async (context) => {
  const home = freshHome(context);
  const repository = join(home.userHome, 'work', 'acme');
  const [tree, other] = [join(home.userHome, '.trees', 'fix'), join(home.userHome, '.trees', 'other')];
  for (const folder of [repository, other]) mkdirSync(folder, { recursive: true });
  const git = (...args: string[]): void => {
    const env = { PATH: process.env.PATH, HOME: home.userHome, GIT_CONFIG_GLOBAL: '/dev/null' };
    const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    execFileSync('git', ['-C', repository, ...person, ...args], { env, stdio: 'ignore' });
  };
  git('init');
  git('commit', '--allow-empty', '-m', 'first');
  git('worktree', 'add', tree);
  for (const pattern of ['~/work/acme', repository, `${repository}/**`]) {
    const { memory } = openFresh(context, { home, config: { 'privacy.excludeProjects': [pattern] } });
    for (const cwd of [tree, other])
      await memory.record([{ sessionId: `${pattern} ${cwd}`, kind: 'prompt', text: `Look at ${cwd}`, cwd }]);
    await memory.settled();
    const { entries } = await memory.list({ project: '*', kinds: ['prompt'], limit: 50 });
    assert.ok(!entries.some(({ title }) => title.includes(tree)), pattern);
    assert.ok(
      entries.some(({ title }) => title.includes(other)),
      pattern,
    );
    await memory.close();
  }
});

test('so are one whose path is relative, one of a bare repository, and a project that is named through a link', async (context) => {
  const home = freshHome(context);
  const at = (...names: string[]): string => join(home.userHome, ...names);
  for (const folder of [
    at('disk', 'acme'),
    at('dev', 'acme', '.git', 'worktrees', 'wt'),
    at('dev', 'wt'),
    at('bare-tree'),
    at('worktrees', 'acme', '.git', 'worktrees', 'wt'),
    at('elsewhere', 'wt'),
    at('elsewhere', 'sub'),
    at('shop', 'acme'),
  ])
    mkdirSync(folder, { recursive: true });
  symlinkSync(at('disk'), at('work'));
  writeFileSync(at('dev', 'wt', '.git'), 'gitdir: ../acme/.git/worktrees/wt\n');
  writeFileSync(at('bare-tree', '.git'), `gitdir: ${at('acme.git')}/worktrees/b\n`);
  // Git's own folder of work trees is the last of that name; a submodule's lies below the one of its work tree.
  const below = at('worktrees', 'acme', '.git', 'worktrees', 'wt');
  writeFileSync(at('elsewhere', 'wt', '.git'), `gitdir: ${below}\r\n`);
  writeFileSync(at('elsewhere', 'sub', '.git'), `gitdir: ${below}/modules/sub\n`);
  const config = { 'privacy.excludeProjects': ['~/work/acme', '~/dev/acme', at('acme.git'), '~/worktrees/acme'] };
  const { memory } = openFresh(context, { home, config });
  const trees = [at('dev', 'wt'), at('bare-tree'), at('elsewhere', 'wt'), at('elsewhere', 'sub')];
  const cwds = [at('disk', 'acme'), ...trees, at('shop', 'acme')];
  for (const cwd of cwds) await memory.record([{ sessionId: cwd, kind: 'prompt', text: `Look at ${cwd}`, cwd }]);
  await memory.settled();
  const { entries } = await memory.list({ project: '*', kinds: ['prompt'], limit: 50 });
  assert.deepEqual(
    entries.map(({ title }) => title),
    [`Look at ${at('shop', 'acme')}`],
  );
});
