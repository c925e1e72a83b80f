import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { freshHome, openFresh } from '../support/fresh-home.ts';

/** A repository with one committed file, and a script that leaves a mark where it runs. */
function openHostile(context: TestContext) {
  const home = freshHome(context);
  // A person may have the repository's own programs first in PATH, as `node_modules/.bin` is.
  const programs = ['bin', join(home.project, 'bin'), process.env.PATH ?? ''].join(delimiter);
  const opened = openFresh(context, { home, caller: { surface: 'cli', person: true }, env: { PATH: programs } });
  const { at, memory } = opened;
  const root = at.project;
  rmSync(join(root, '.git'), { recursive: true });
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  git('init', '-q', '-b', 'main');
  mkdirSync(join(root, 'src'));
  writeFileSync(join(root, 'src/pay.ts'), 'export const price = 1;\nexport const tax = 2;\n');
  git('add', '.');
  git('commit', '-q', '-m', 'Pay');
  const marks = join(at.root, 'marks');
  mkdirSync(marks);
  const script = (name: string, place = join(root, '.evil')): string => {
    mkdirSync(place, { recursive: true });
    const file = join(place, name);
    writeFileSync(file, `#!/bin/sh\ntouch '${join(marks, name)}'\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const configure = (...lines: string[]): void => appendFileSync(join(root, '.git/config'), `${lines.join('\n')}\n`);
  const ask = async (line = 1) => (await memory.why({ path: 'src/pay.ts', line })).lines[0];
  return { at, root, git, marks, script, configure, ask, memory };
}

type Hostile = ReturnType<typeof openHostile>;

/** Each leaves the repository as someone would who wants that looking at a line runs a program of theirs. */
const REPOSITORIES: Readonly<Record<string, (hostile: Hostile) => void>> = {
  'core.fsmonitor': ({ configure, script }) => configure('[core]', `fsmonitor = ${script('fsmonitor')}`),
  'core.hooksPath': ({ configure, script, root }) => {
    for (const hook of ['post-checkout', 'post-index-change', 'reference-transaction', 'pre-auto-gc']) script(hook);
    configure('[core]', `hooksPath = ${join(root, '.evil')}`);
  },
  'an alias of every command': ({ configure, script }) =>
    configure(
      '[alias]',
      ...['blame', 'log', 'cat-file', 'notes', 'diff-tree', 'patch-id', 'rev-list', 'for-each-ref', 'merge-base'].map(
        (name) => `${name} = !${script('alias')}`,
      ),
    ),
  'core.sshCommand, and a remote that promises objects': ({ configure, script, git, root }) => {
    const hash = git('rev-parse', 'HEAD^{tree}').trim();
    configure(
      '[core]',
      `sshCommand = ${script('ssh')}`,
      'repositoryformatversion = 1',
      '[extensions]',
      'partialClone = origin',
    );
    configure(
      '[remote "origin"]',
      'url = ssh://example.org/a',
      'promisor = true',
      `uploadpack = ${script('uploadpack')}`,
    );
    configure('[remote "local"]', `url = ext::${script('transport')}`, 'promisor = true');
    configure('[protocol "ext"]', 'allow = always', '[credential]', `helper = ${script('credential')}`);
    rmSync(join(root, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  },
  'include of a file with settings': ({ configure, script, root }) => {
    writeFileSync(
      join(root, '.evil-config'),
      `[core]\nfsmonitor = ${script('included')}\npager = ${script('included')}\n`,
    );
    configure('[include]', `path = ${join(root, '.evil-config')}`);
  },
  '.env with GIT_SSH and NODE_OPTIONS': ({ root, script }) => {
    const file = script('env');
    writeFileSync(join(root, '.env'), `NODE_OPTIONS=--require=${file}\nGIT_SSH=${file}\nGIT_EXTERNAL_DIFF=${file}\n`);
  },
  'git, curl, node and tee in the repository': ({ script, root }) => {
    for (const name of ['git', 'curl', 'node', 'tee']) script(name, join(root, 'bin'));
  },
  '.cairn/config.json with a command': ({ root, script }) => {
    mkdirSync(join(root, '.cairn'));
    writeFileSync(join(root, '.cairn/config.json'), JSON.stringify({ 'llm.model': `command:${script('config')}` }));
  },
  'filters that clean': ({ configure, script, root }) => {
    appendFileSync(join(root, '.git/info/attributes'), '* filter=evil\n');
    const file = script('filter');
    configure('[filter "evil"]', `clean = ${file}`, `smudge = ${file}`, `process = ${file}`, 'required = true');
    appendFileSync(join(root, 'src/pay.ts'), 'export const tip = 3;\n');
  },
  'an external diff and a textconv': ({ configure, script, root }) => {
    appendFileSync(join(root, '.git/info/attributes'), '* diff=evil\n');
    const file = script('diff');
    configure('[diff]', `external = ${file}`, '[diff "evil"]', `command = ${file}`, `textconv = ${file}`);
  },
  'a pager, an editor and a program that checks signatures': ({ configure, script, git }) => {
    const file = script('pager');
    configure('[core]', `pager = ${file}`, `editor = ${file}`, '[pager]', `blame = ${file}`, `log = ${file}`);
    configure('[gpg]', `program = ${file}`, '[log]', 'showSignature = true');
    const body = git('cat-file', 'commit', 'HEAD').replace(
      '\n\n',
      '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n',
    );
    const signed = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
      cwd: join(git('rev-parse', '--show-toplevel').trim()),
      input: body,
      encoding: 'utf8',
    });
    git('update-ref', 'refs/heads/main', signed.trim());
  },
  'a work tree elsewhere, and a file of names that waits': ({ configure, at }) =>
    configure('[core]', `worktree = ${join(at.root, 'elsewhere')}`, '[mailmap]', 'file = /dev/stdin'),
  'credentials in the remote': ({ configure }) =>
    configure('[remote "origin"]', 'url = https://user:hunter2secret@example.org/shop.git'),
};

for (const [name, make] of Object.entries(REPOSITORIES)) {
  test(`runs nothing that a repository names: ${name}`, async (context) => {
    const hostile = openHostile(context);
    make(hostile);
    const answer = await hostile.ask();
    assert.deepEqual(readdirSync(hostile.marks), []);
    // A missing object is not fetched, so that its line is not known.
    if (!name.includes('promises')) assert.equal(answer?.commit?.subject, 'Pay');
    assert.equal(answer?.confidence, 'unknown');
    assert.doesNotMatch(JSON.stringify(answer), /hunter2secret/);
    assert.equal(existsSync(join(hostile.root, '.git/index.lock')), false);
  });
}

/** A session's commit on a branch, and the same change on `main`. */
async function pickCommit({ git, root, memory }: Hostile): Promise<void> {
  git('checkout', '-q', '-b', 'work');
  appendFileSync(join(root, 'src/pay.ts'), 'export const feeOfTransfer = 35;\n');
  const output = git('commit', '-a', '-m', 'Name the fee');
  const input = { command: 'git commit -a -m "Name the fee"' };
  const by = { agent: 'codex', sessionId: 's1', cwd: root };
  await memory.record([{ ...by, kind: 'tool.end', tool: 'Bash', input, output }]);
  await memory.settled();
  git('checkout', '-q', 'main');
  git('cherry-pick', 'work');
  git('commit', '-q', '--amend', '-m', 'The fee', '--date=2026-02-02T00:00:00Z');
}

for (const [name, make] of Object.entries(REPOSITORIES)) {
  test(`runs nothing to find a commit that was made again: ${name}`, async (context) => {
    const hostile = openHostile(context);
    await pickCommit(hostile);
    make(hostile);
    const answer = await hostile.ask(3);
    assert.deepEqual(readdirSync(hostile.marks), []);
    // Objects are missing, HEAD is another commit, or the project has another name since it has a remote.
    if (!/promises|signatures|credentials/.test(name)) {
      assert.match(answer?.because ?? '', /which was rebased or cherry-picked$/);
    }
  });
}

test('plain git runs what these repositories name', (context) => {
  for (const name of ['filters that clean', 'an external diff and a textconv', 'core.fsmonitor']) {
    const hostile = openHostile(context);
    REPOSITORIES[name]?.(hostile);
    // The script is no filter: git may refuse what it prints.
    for (const command of ['status', 'blame -L 1,1 src/pay.ts']) {
      spawnSync('git', ['-C', hostile.root, ...command.split(' ')], { stdio: 'ignore' });
    }
    assert.notDeepEqual(readdirSync(hostile.marks), [], name);
  }
});

test('says so when git cannot blame', async (context) => {
  const { ask, configure } = openHostile(context);
  configure('[blame]', 'ignoreRevsFile = .none');
  await assert.rejects(ask(), { code: 'unsupported', message: 'Git could not blame src/pay.ts.' });
});
