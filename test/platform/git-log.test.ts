import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { goneCommits, isInLog, readGitLog, readRefs } from '../../src/platform/git-log.ts';
import { findGit, type GitFolders } from '../../src/platform/git-text.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

function gitIn(folder: string, ...args: string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
  const person = ['-c', 'user.name=Ann Example', '-c', 'user.email=ann@example.org'];
  return execFileSync('git', ['-C', folder, ...person, ...args], { env, stdio: 'pipe', encoding: 'utf8' }).trim();
}

function repository(t: TestContext) {
  const root = join(realpathSync(temporaryFolder(t)), 'repo');
  mkdirSync(root);
  gitIn(root, 'init', '--quiet', '-b', 'main');
  const git = (...args: string[]) => gitIn(root, ...args);
  const commit = (subject: string, ...more: string[]): string => {
    git('commit', '--quiet', '--allow-empty', '-m', subject, ...more);
    return git('rev-parse', 'HEAD');
  };
  const folders = (): GitFolders => findGit(root) ?? assert.fail('no repository');
  const gone = (): Set<string> =>
    goneCommits(readGitLog(folders()) ?? { entries: [], isWhole: true }, readRefs(folders()));
  return { root, git, commit, folders, gone };
}

test('the moves of HEAD are read in order, with command, subject and time', (t) => {
  const { git, commit, folders } = repository(t);
  const first = commit('first: with a colon');
  git('checkout', '--quiet', '-b', 'other');
  const second = commit('second');
  const log = readGitLog(folders());
  assert.equal(log?.isWhole, true);
  assert.deepEqual(
    log?.entries.map(({ to, by, subject }) => [to, by, subject]),
    [
      [first, 'commit (initial)', 'first: with a colon'],
      [first, 'checkout', 'moving from main to other'],
      [second, 'commit', 'second'],
    ],
  );
  assert.ok(Math.abs((log?.entries[0]?.at ?? 0) - Date.now()) < 3_600_000);
  assert.ok(isInLog(log, first.slice(0, 7)) && !isInLog(log, '0123456'));
});

test('of a long log only the end is read, without the line that was cut', (t) => {
  const { commit, folders } = repository(t);
  commit('first');
  const { own } = folders();
  const line = `${'a'.repeat(40)} ${'b'.repeat(40)} Ann <ann@example.org> 1760000000 +0000\tcommit: more\n`;
  appendFileSync(join(own, 'logs', 'HEAD'), line.repeat(1_000));
  const log = readGitLog({ own });
  assert.equal(log?.isWhole, false);
  assert.ok(log.entries.length > 400 && log.entries.length < 600);
  assert.ok(log.entries.every(({ at }) => at === 1_760_000_000_000));
});

test('a log that is missing or no file is none, and lines that are no entries are left out', (t) => {
  const { folders, commit } = repository(t);
  commit('first');
  const { own } = folders();
  const path = join(own, 'logs', 'HEAD');
  appendFileSync(path, 'x\n\n0 1 2\n');
  assert.equal(readGitLog({ own })?.entries.length, 1);
  rmSync(path);
  assert.equal(readGitLog({ own }), undefined);
  mkdirSync(path);
  assert.equal(readGitLog({ own }), undefined);
});

test('a work tree has its own log, and the refs of all', (t) => {
  const { root, git, commit, folders } = repository(t);
  const first = commit('first');
  git('tag', 'v1');
  git('pack-refs', '--all');
  git('worktree', 'add', '--quiet', '-b', 'feat/tree', `${root}-tree`);
  gitIn(`${root}-tree`, 'commit', '--quiet', '--allow-empty', '-m', 'in the tree');
  const tree = findGit(`${root}-tree`) ?? assert.fail('no work tree');
  assert.equal(readGitLog(tree)?.entries.at(-1)?.subject, 'in the tree');
  assert.equal(readGitLog(folders())?.entries.at(-1)?.subject, 'first');
  const refs = readRefs(tree);
  assert.deepEqual([refs.get('refs/heads/main'), refs.get('refs/tags/v1')], [first, first]);
  assert.equal(refs.get('refs/heads/feat/tree'), gitIn(`${root}-tree`, 'rev-parse', 'HEAD'));
});

test('a commit that was amended or reset is gone, one that a branch still has is not', (t) => {
  const { git, commit, gone } = repository(t);
  const first = commit('first');
  const amended = commit('second');
  const second = commit('second, better', '--amend');
  const undone = [commit('third'), commit('fourth')];
  git('reset', '--quiet', '--hard', second);
  git('branch', 'kept');
  const kept = commit('fifth');
  git('branch', '--force', 'kept');
  git('reset', '--quiet', '--hard', 'HEAD~1');
  assert.deepEqual(gone(), new Set([amended, ...undone]));
  assert.ok(!gone().has(first) && !gone().has(kept));
  git('reset', '--quiet', '--hard', undone[1] ?? '');
  assert.deepEqual(gone(), new Set([amended]));
});

test('refs that are odd are left out', (t) => {
  const { commit, folders } = repository(t);
  commit('first');
  const { common } = folders();
  writeFileSync(join(common, 'refs', 'heads', 'odd'), 'not a hash\n');
  writeFileSync(join(common, 'packed-refs'), '# pack-refs with: peeled\nzzz refs/heads/x\n^0000\n');
  assert.deepEqual([...readRefs({ common }).keys()], ['refs/heads/main']);
});
