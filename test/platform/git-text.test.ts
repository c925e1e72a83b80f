import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readBranch, readGit } from '../../src/platform/git-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function git(folder: string, ...args: string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
  execFileSync('git', ['-C', folder, ...person, ...args], { env, stdio: 'pipe' });
}

function repository(t: TestContext, name = 'repo'): string {
  const folder = join(realpathSync(temporaryFolder(t)), name);
  mkdirSync(folder);
  git(folder, 'init', '--quiet');
  return folder;
}

test('a folder below a repository has its root and the remote origin', (t) => {
  const root = repository(t);
  git(root, 'remote', 'add', 'backup', 'https://example.org/b.git');
  git(root, 'remote', 'add', 'origin', 'git@example.org:ann/a.git');
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  assert.deepEqual(readGit(join(root, 'src', 'deep')), { root, worktree: root, remote: 'git@example.org:ann/a.git' });
});

test('without origin the first remote counts, without a remote there is none', (t) => {
  const root = repository(t);
  assert.deepEqual(readGit(root), { root, worktree: root });
  git(root, 'remote', 'add', 'zed', 'https://example.org/z.git');
  git(root, 'remote', 'add', 'abc', 'https://example.org/a.git');
  assert.equal(readGit(root)?.remote, 'https://example.org/z.git');
});

test('a worktree belongs to its main repository', (t) => {
  const root = repository(t);
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  git(root, 'remote', 'add', 'origin', 'https://example.org/a.git');
  const worktree = `${root}-tree`;
  git(root, 'worktree', 'add', '--quiet', worktree);
  assert.deepEqual(readGit(worktree), { root, worktree, remote: 'https://example.org/a.git' });
});

test('the branch is that of the work tree, and a detached HEAD has none', (t) => {
  const root = repository(t);
  git(root, 'checkout', '--quiet', '-b', 'feat/cents');
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'first');
  const worktree = `${root}-tree`;
  git(root, 'worktree', 'add', '--quiet', '-b', 'other', worktree);
  mkdirSync(join(root, 'src'));
  assert.deepEqual([readBranch(join(root, 'src')), readBranch(worktree)], ['feat/cents', 'other']);
  git(root, 'checkout', '--quiet', '--detach');
  assert.equal(readBranch(root), undefined);
  assert.equal(readBranch(temporaryFolder(t)), undefined);
});

test('a repository whose git folder lies elsewhere keeps its own root', (t) => {
  const root = join(realpathSync(temporaryFolder(t)), 'sub');
  mkdirSync(root);
  git(root, 'init', '--quiet', `--separate-git-dir=${root}-git`);
  assert.deepEqual(readGit(root), { root, worktree: root });
});

test('a link to a repository has the real root', (t) => {
  const root = repository(t);
  symlinkSync(root, `${root}-link`);
  assert.equal(readGit(`${root}-link`)?.root, root);
});

test('what only looks like a repository is none', (t) => {
  const folder = temporaryFolder(t);
  assert.equal(readGit(folder), undefined);
  mkdirSync(join(folder, '.git'));
  assert.equal(readGit(folder), undefined);
  mkdirSync(join(folder, 'sub'));
  writeFileSync(join(folder, 'sub', '.git'), 'gitdir: /nowhere\n');
  assert.equal(readGit(join(folder, 'sub')), undefined);
  assert.equal(readGit('/no/such/folder'), undefined);
});

test('odd configuration files are read for what they say', (t) => {
  const root = repository(t);
  const config = '# note\n[core]\n\turl = no\n[remote "a b"]\n  fetch = x\n  URL = "https://example.org/a b.git"\n';
  writeFileSync(join(root, '.git', 'config'), config);
  assert.equal(readGit(root)?.remote, 'https://example.org/a b.git');
});
