import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { add, exchangeOf, repositories, TEAM } from './exchange-repositories.ts';

/** Ada and Ben exchange files; Mallory, who has no key, has a checkout as well. */
async function team(context: TestContext) {
  const made = repositories(context);
  const [ada, ben, mallory] = ['ada', 'ben', 'mallory'].map(made.clone) as [string, string, string];
  const sync = (folder: string, home: string) => exchangeOf(folder, home, made.variables);
  const by = (folder: string, ...words: string[]): string =>
    made.git('-C', folder, '-c', 'user.name=m', '-c', 'user.email=m@m', ...words);
  writeFileSync(join(ada, TEAM), 'how the key is made');
  add(ada, 'h_ada', 'of Ada');
  await sync(ada, 'h_ada').publish();
  add(ben, 'h_ben', 'of Ben');
  await sync(ben, 'h_ben').publish();
  by(mallory, 'pull', '-q', 'origin', 'main');
  const push = (...words: string[]): void => {
    by(mallory, 'add', '-A');
    by(mallory, 'commit', '-q', '--allow-empty', '-m', 'x', ...words);
    by(mallory, 'push', '-qf', 'origin', 'HEAD:main');
  };
  const run = async (): Promise<void> => {
    for (const [folder, home] of [
      [ada, 'h_ada'],
      [ben, 'h_ben'],
      [ada, 'h_ada'],
    ] as const) {
      await sync(folder, home).fetch();
      await sync(folder, home).publish();
    }
  };
  const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');
  return { ...made, ada, ben, mallory, by, push, run, read };
}

type Team = Awaited<ReturnType<typeof team>>;

const PUSHES: Record<string, (at: Team) => void | Promise<void>> = {
  'rewrites what others have already': async ({ mallory, push, run, by }) => {
    writeFileSync(join(mallory, 'README.md'), 'one');
    push();
    await run();
    by(mallory, 'fetch', '-q');
    writeFileSync(join(mallory, 'README.md'), 'two');
    push('--amend');
  },
  'begins the branch anew, with nothing': ({ mallory, by }) => {
    const tree = by(mallory, 'mktree', '--missing', '-z').trim();
    by(mallory, 'push', '-qf', 'origin', `${by(mallory, 'commit-tree', tree, '-m', 'x').trim()}:refs/heads/main`);
  },
  'puts files in place of all series': ({ mallory, push }) => {
    for (const home of ['h_ada', 'h_ben']) {
      rmSync(join(mallory, home), { recursive: true });
      writeFileSync(join(mallory, home), 'x');
    }
    push();
  },
  'puts links in place of all series': ({ mallory, push, root }) => {
    for (const home of ['h_ada', 'h_ben']) {
      rmSync(join(mallory, home), { recursive: true });
      symlinkSync(root, join(mallory, home));
    }
    push();
  },
  'puts folders in place of files': ({ mallory, push }) => {
    for (const name of ['h_ada/00000001.cairn', 'h_ben/00000001.cairn', TEAM]) {
      rmSync(join(mallory, name));
      mkdirSync(join(mallory, name));
      writeFileSync(join(mallory, name, 'x'), 'x');
    }
    push();
  },
  'removes all': ({ mallory, push }) => {
    for (const name of ['h_ada', 'h_ben', TEAM]) rmSync(join(mallory, name), { recursive: true });
    push();
  },
  'empties the common file': ({ mallory, push }) => {
    writeFileSync(join(mallory, TEAM), '');
    push();
  },
  'renames a series': ({ mallory, push }) => {
    renameSync(join(mallory, 'h_ada'), join(mallory, 'evil'));
    push();
  },
  'pushes what lies in others’ checkouts, uncommitted': ({ mallory, ada, push, read }) => {
    writeFileSync(join(ada, 'notes.txt'), 'of Ada alone');
    writeFileSync(join(ada, '.gitignore'), '*\n');
    mkdirSync(join(ada, 'drafts'));
    writeFileSync(join(ada, 'drafts', 'one'), 'of Ada alone');
    for (const name of ['notes.txt', 'drafts', '.gitignore']) writeFileSync(join(mallory, name), 'x');
    push('--no-edit');
    assert.equal(read(mallory, 'drafts'), 'x');
  },
  'pushes a path that no git writes': ({ mallory, by, root, variables }) => {
    const hash = (type: string, input: string | Buffer): Buffer => {
      const args = ['-C', mallory, 'hash-object', '-t', type, '-w', '--stdin', '--literally'];
      return Buffer.from(execFileSync('git', args, { input, env: variables, encoding: 'utf8' }).trim(), 'hex');
    };
    const entry = (mode: string, name: string, id: Buffer): Buffer =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
    const inner = hash('tree', entry('100644', 'config', hash('blob', 'x')));
    const tree = hash('tree', entry('40000', '.git', inner)).toString('hex');
    const commit = by(mallory, 'commit-tree', tree, '-p', 'HEAD', '-m', 'x').trim();
    by(mallory, 'push', '-q', 'origin', `${commit}:refs/heads/main`);
    assert.ok(existsSync(root));
  },
};

suite('a pusher without the key who', () => {
  for (const [what, harm] of Object.entries(PUSHES)) {
    test(`${what} stops nobody’s sync`, async (t) => {
      const at = await team(t);
      const { ada, ben, run, read, pushed } = at;
      await run();
      await harm(at);
      add(ada, 'h_ada', 'of Ada, and more');
      await run();
      for (const folder of [ada, ben]) {
        assert.equal(read(folder, 'h_ada/00000001.cairn'), 'of Ada, and more');
        assert.equal(read(folder, TEAM), 'how the key is made');
      }
      assert.equal(read(ada, 'h_ben/00000001.cairn'), 'of Ben');
      for (const name of ['h_ada/00000001.cairn', 'h_ben/00000001.cairn', TEAM])
        assert.ok(pushed().includes(name), name);
      if (existsSync(join(ada, 'notes.txt'))) {
        for (const name of ['notes.txt', 'drafts/one']) assert.equal(read(ada, name), 'of Ada alone');
      } else assert.equal(at.git('-C', ada, 'status', '--porcelain'), '');
    });
  }
});

suite('what a person does in the checkout of sync', () => {
  test('in commits of their own goes on, and stays in the history where others changed the same', async (t) => {
    const { ada, mallory, by, push, run, read } = await team(t);
    for (const name of ['README.md', 'alone.md']) writeFileSync(join(ada, name), 'of Ada');
    by(ada, 'add', '-A');
    by(ada, 'commit', '-qm', 'by hand');
    writeFileSync(join(mallory, 'README.md'), 'of Mallory');
    push();
    await run();
    assert.deepEqual([read(ada, 'README.md'), read(ada, 'alone.md')], ['of Mallory', 'of Ada']);
    const kept = by(ada, 'log', '--format=%H', '--grep=by hand').trim();
    assert.equal(by(ada, 'show', `${kept}:README.md`), 'of Ada');
  });

  test('without a commit stays as it is, and sync goes on', async (t) => {
    const { ada, mallory, by, push, run, read } = await team(t);
    writeFileSync(join(mallory, 'README.md'), 'one');
    push();
    await run();
    by(mallory, 'pull', '-q', '--no-rebase', 'origin', 'main');
    writeFileSync(join(ada, 'README.md'), 'work of Ada');
    writeFileSync(join(ada, 'new.md'), 'work of Ada');
    rmSync(join(mallory, 'README.md'));
    mkdirSync(join(mallory, 'README.md'));
    writeFileSync(join(mallory, 'README.md', 'x'), 'x');
    writeFileSync(join(mallory, 'new.md'), 'x');
    push();
    add(mallory, 'h_eve', 'of Eve');
    push();
    await run();
    assert.deepEqual([read(ada, 'README.md'), read(ada, 'new.md')], ['work of Ada', 'work of Ada']);
    assert.equal(read(ada, 'h_eve/00000001.cairn'), 'of Eve');
  });

  test('to the file of another home is undone', async (t) => {
    const { ada, mallory, push, run, read } = await team(t);
    await run();
    writeFileSync(join(ada, 'h_ben', '00000001.cairn'), 'half');
    writeFileSync(join(mallory, 'h_ben', '00000001.cairn'), 'of Ben, and more');
    push();
    await run();
    assert.equal(read(ada, 'h_ben/00000001.cairn'), read(ada, '../ben/h_ben/00000001.cairn'));
  });
});
