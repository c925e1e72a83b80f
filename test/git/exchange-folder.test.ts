import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type FolderExchange, openExchange } from '../../src/git/exchange-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Repositories {
  root: string;
  /** Makes a checkout of the one remote. */
  clone(name: string): string;
  variables: Record<string, string>;
  /** The paths that the remote has. */
  pushed(): string[];
}

function repositories(context: TestContext): Repositories {
  const root = temporaryFolder(context);
  const variables = { HOME: root, PATH: process.env.PATH ?? '' };
  const git = (...args: string[]): string =>
    execFileSync('git', args, { env: variables, encoding: 'utf8', stdio: 'pipe' });
  git('init', '-q', '--bare', '-b', 'main', join(root, 'remote.git'));
  return {
    root,
    variables,
    pushed: () => git('-C', join(root, 'remote.git'), 'ls-tree', '-r', '--name-only', 'main').trim().split('\n'),
    clone(name) {
      git('clone', '-q', join(root, 'remote.git'), join(root, name));
      git('-C', join(root, name), 'symbolic-ref', 'HEAD', 'refs/heads/main');
      return join(root, name);
    },
  };
}

function add(folder: string, home: string, text: string): void {
  mkdirSync(join(folder, home), { recursive: true });
  writeFileSync(join(folder, home, '00000001.cairn'), text);
}

/** The exchange of a home whose one file is that of `add`. */
function exchangeOf(folder: string, home: string, variables: Record<string, string>): FolderExchange {
  return openExchange({ folder, own: () => [join(home, '00000001.cairn')], variables });
}

suite('a folder of sync in a git repository', () => {
  test('hands on what each home added, also when both did at once', async (t) => {
    const { clone, variables } = repositories(t);
    const [ada, ben] = [clone('ada'), clone('ben')];
    const [ofAda, ofBen] = [exchangeOf(ada, 'h_ada', variables), exchangeOf(ben, 'h_ben', variables)];
    await ofAda.fetch();
    add(ada, 'h_ada', 'one');
    await ofAda.publish();
    add(ben, 'h_ben', 'two');
    await ofBen.publish();
    add(ada, 'h_ada', 'one, more');
    await ofAda.publish();
    await ofBen.fetch();
    assert.equal(readFileSync(join(ben, 'h_ada', '00000001.cairn'), 'utf8'), 'one, more');
    assert.equal(readFileSync(join(ada, 'h_ben', '00000001.cairn'), 'utf8'), 'two');
  });

  test('hands on its own files, whatever an ignore file says of them, and no other', async (t) => {
    const { clone, variables, root, pushed } = repositories(t);
    const folder = clone('ada');
    writeFileSync(join(root, 'ignored'), '*.cairn\n');
    writeFileSync(join(root, '.gitconfig'), `[core]\n\texcludesFile = ${join(root, 'ignored')}\n`);
    writeFileSync(join(folder, '.gitignore'), '*\n');
    writeFileSync(join(folder, 'notes.txt'), 'of somebody else');
    add(folder, 'h_ada', 'one');
    add(folder, 'h_ben', 'not of Ada');
    await exchangeOf(folder, 'h_ada', variables).publish();
    assert.deepEqual(pushed(), ['h_ada/00000001.cairn']);
  });

  test('runs no hook and no program that the repository names', async (t) => {
    const { clone, variables, root } = repositories(t);
    const folder = clone('ada');
    const mark = join(root, 'ran');
    const program = join(root, 'program');
    writeFileSync(program, `#!/bin/sh\ntouch ${mark}\n`);
    chmodSync(program, 0o700);
    for (const hook of ['pre-commit', 'commit-msg', 'post-commit', 'pre-push', 'post-merge', 'pre-merge-commit']) {
      writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${mark}\n`);
      chmodSync(join(folder, '.git', 'hooks', hook), 0o700);
    }
    const config = `[core]\n\tfsmonitor = ${program}\n\tpager = ${program}\n\teditor = ${program}\n[commit]\n\tgpgSign = true\n[gpg]\n\tprogram = ${program}\n[credential]\n\thelper = ${program}\n`;
    writeFileSync(join(folder, '.git', 'config'), readFileSync(join(folder, '.git', 'config'), 'utf8') + config);
    const exchange = exchangeOf(folder, 'h_ada', variables);
    add(folder, 'h_ada', 'one');
    await exchange.publish();
    await exchange.fetch();
    assert.ok(!existsSync(mark));
  });

  test('says so where there is no checkout, and where the remote cannot be reached', async (t) => {
    const { clone, variables, root } = repositories(t);
    assert.throws(() => exchangeOf(root, 'h_ada', variables), { code: 'unsupported' });
    const folder = clone('ada');
    writeFileSync(
      join(folder, '.git', 'config'),
      `[core]\n\tbare = false\n[remote "origin"]\n\turl = ext::sh -c "touch ${root}/ran"\n`,
    );
    await assert.rejects(exchangeOf(folder, 'h_ada', variables).fetch(), { code: 'not_running' });
    assert.ok(!existsSync(join(root, 'ran')));
  });
});
