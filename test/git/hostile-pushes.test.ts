import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { add, copyOf, exchangeOf, type Repositories, repositories, TEAM } from './exchange-repositories.ts';

const NAMES = ['ada', 'ben', 'mallory'] as const;

/** Ada and Ben exchange files; Mallory, who has no key, has a checkout as well. */
async function team(context: TestContext): Promise<Team> {
  const made = repositories(context);
  NAMES.map(made.clone);
  const at = teamOf(made);
  const { ada, ben, mallory, sync, by } = at;
  writeFileSync(join(ada, TEAM), 'how the key is made');
  add(ada, 'h_ada', 'of Ada');
  await sync(ada, 'h_ada').publish();
  add(ben, 'h_ben', 'of Ben');
  await sync(ben, 'h_ben').publish();
  by(mallory, 'pull', '-q', 'origin', 'main');
  return at;
}

function teamOf(made: Repositories) {
  const [ada, ben, mallory] = NAMES.map((name) => join(made.root, name)) as [string, string, string];
  const sync = (folder: string, home: string) => exchangeOf(folder, home, made.variables);
  const by = (folder: string, ...words: string[]): string =>
    made.git('-C', folder, '-c', 'user.name=m', '-c', 'user.email=m@m', ...words);
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
  return { ...made, ada, ben, mallory, by, push, run, read, sync };
}

type Team = ReturnType<typeof teamOf>;

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
  'pushes a path that no git writes': (at) => {
    pushEntries(at, ['40000', '.git', treeOf(at, ['100644', 'config', blobOf(at, 'x')])]);
  },
  'pushes a submodule without a commit': (at) => pushEntries(at, ['160000', 'sub', NOTHING]),
  'pushes a submodule without a commit, in a folder': (at) =>
    pushEntries(at, ['40000', 'zz', treeOf(at, ['160000', 'sub', NOTHING])]),
  'pushes a name that is too long for a file system': (at) =>
    pushEntries(at, ['100644', 'z'.repeat(300), blobOf(at, 'x')]),
  'pushes a path that is too long for a system': (at) => {
    let entry: Entry = ['100644', 'z', blobOf(at, 'x')];
    for (let depth = 0; depth < 30; depth += 1) entry = ['40000', 'z'.repeat(200), treeOf(at, entry)];
    pushEntries(at, entry);
  },
  'pushes a link that is too long': (at) => pushEntries(at, ['120000', 'zlink', blobOf(at, 'x'.repeat(5_000))]),
  'pushes a link to nothing': (at) => pushEntries(at, ['120000', 'zlink', blobOf(at, '')]),
  'pushes a link that begins with a NUL': (at) => pushEntries(at, ['120000', 'zlink', blobOf(at, '\0a')]),
  'pushes a folder that says it is a file': (at) =>
    pushEntries(at, ['100644', 'zz', treeOf(at, ['100644', 'b', blobOf(at, 'x')])]),
  'pushes folders that say they are the team’s files': (at) => {
    const folder = treeOf(at, ['100644', 'b', blobOf(at, 'x')]);
    pushEntries(at, ['100644', TEAM, folder], ['40000', 'h_ada', treeOf(at, ['100644', '00000001.cairn', folder])]);
  },
  'pushes all of it, and removes it once others have it': async (at) => {
    const before = at.by(at.mallory, 'rev-parse', 'HEAD^{tree}').trim();
    const inner = treeOf(at, ['100644', 'z'.repeat(300), blobOf(at, 'x')]);
    pushEntries(at, ['40000', 'zz', inner], ['120000', 'zlink', blobOf(at, '')], ['160000', 'sub', NOTHING]);
    await at.run();
    at.by(at.mallory, 'fetch', '-q');
    const words = ['commit-tree', before, '-p', 'origin/main', '-m', 'x'];
    at.by(at.mallory, 'push', '-q', 'origin', `${at.by(at.mallory, ...words).trim()}:refs/heads/main`);
  },
};

/** Mode, name and id of what a folder holds. */
type Entry = [mode: string, name: string, id: string];

const NOTHING = '0'.repeat(40);

function blobOf(at: Team, content: string): string {
  return objectOf(at, 'blob', Buffer.from(content));
}

/** A folder as it is written, whatever git says of it. */
function treeOf(at: Team, ...entries: Entry[]): string {
  const bytes = entries.map(([mode, name, id]) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
  return objectOf(at, 'tree', Buffer.concat(bytes));
}

function objectOf({ mallory, variables }: Team, type: string, input: Buffer): string {
  const args = ['-C', mallory, 'hash-object', '-t', type, '-w', '--stdin', '--literally'];
  return execFileSync('git', args, { input, env: variables, encoding: 'utf8' }).trim();
}

/** Pushes what Mallory has, with these in place of those of the same names. */
function pushEntries(at: Team, ...entries: Entry[]): void {
  const { by, mallory } = at;
  const there = by(mallory, 'ls-tree', '-z', 'HEAD').split('\0').filter(Boolean);
  const kept = there.map((line): Entry => {
    const [mode = '', , id = ''] = line.split(/[ \t]/);
    return [mode.replace(/^0/, ''), line.slice(line.indexOf('\t') + 1), id];
  });
  const names = new Set(entries.map(([, name]) => name));
  const all = [...kept.filter(([, name]) => !names.has(name)), ...entries];
  const tree = treeOf(at, ...all.sort(([, a], [, b]) => (a < b ? -1 : 1)));
  const commit = by(mallory, 'commit-tree', tree, '-p', 'HEAD', '-m', 'x').trim();
  by(mallory, 'push', '-q', 'origin', `${commit}:refs/heads/main`);
}

test('a pusher without the key who', async (context) => {
  const before = await team(context);
  await before.run();
  for (const [what, harm] of Object.entries(PUSHES)) {
    await context.test(`${what} stops nobody’s sync`, async (t) => {
      const at = teamOf(copyOf(before, NAMES, t));
      const { ada, ben, run, read, pushed } = at;
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

suite('what others push that this system cannot write', () => {
  test('stays in the repository and is counted, and no commit by hand takes it away', async (t) => {
    const at = await team(t);
    const { ada, by, run, sync, pushed } = at;
    await run();
    const long = 'z'.repeat(300);
    pushEntries(at, ['100644', long, blobOf(at, 'x')], ['120000', 'zlink', blobOf(at, '')]);
    assert.equal(await sync(ada, 'h_ada').fetch(), 2);
    writeFileSync(join(ada, TEAM), 'how the key is made, again');
    by(ada, 'commit', '-qam', 'by hand');
    await run();
    for (const name of [long, 'zlink']) assert.ok(pushed().includes(name), name.slice(0, 9));
  });

  test('takes no ordinary file along, whatever its name', async (t) => {
    const at = await team(t);
    const { ada, run, read, pushed } = at;
    await run();
    const names = ['my notes.md', '.editorconfig', 'a+b.md'];
    for (const name of names) writeFileSync(join(at.mallory, name), 'of a colleague');
    at.push();
    const bad = treeOf(at, ['100644', 'config', blobOf(at, 'x')]);
    pushEntries(at, ['40000', '.git', bad], ['160000', 'sub', NOTHING]);
    await run();
    for (const name of names) assert.equal(read(ada, name), 'of a colleague');
    for (const name of names) assert.ok(pushed().includes(name), name);
  });
});

suite('what others push that is cut while it is written', () => {
  test('leaves no part of it, and is written by a later run', async (t) => {
    const at = await team(t);
    const { ada, by, run, variables, root, mallory, push } = at;
    await run();
    const text = 'r'.repeat(2_000_000);
    writeFileSync(join(mallory, 'README.md'), 'first');
    push();
    await run();
    writeFileSync(join(mallory, 'README.md'), text);
    push();
    // A limit on the size of files cuts a write as a full disk does.
    const short = join(root, 'short');
    mkdirSync(short);
    const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    writeFileSync(join(short, 'git'), `#!/bin/sh\ntrap '' XFSZ\nulimit -f 512\nexec ${git} "$@"\n`, { mode: 0o755 });
    const onFullDisk = exchangeOf(ada, 'h_ada', { ...variables, PATH: `${short}:${variables.PATH}` });
    assert.equal(await onFullDisk.fetch(), 1);
    assert.ok(!existsSync(join(ada, 'README.md')));
    assert.equal(by(ada, 'status', '--porcelain'), '');
    assert.equal(await at.sync(ada, 'h_ada').fetch(), 0);
    assert.ok(at.read(ada, 'README.md') === text);
    assert.equal(by(ada, 'status', '--porcelain'), '');
    assert.doesNotMatch(by(ada, 'ls-files', '-t'), /^S/m);
  });
});

suite('a checkout that an earlier version emptied', () => {
  test('has all again by the next run, whatever lies at the remote beside it', async (t) => {
    const at = await team(t);
    const { ada, by, run, read } = at;
    await run();
    pushEntries(at, ['160000', 'sub', NOTHING]);
    by(ada, 'fetch', '-q');
    const empty = by(ada, 'mktree', '--missing', '-z').trim();
    const words = ['commit-tree', empty, '-p', 'HEAD', '-p', 'origin/main', '-m', 'cairn sync: merged'];
    by(ada, 'reset', '-q', '--hard', by(ada, ...words).trim());
    assert.ok(!existsSync(join(ada, TEAM)));
    await at.sync(ada, 'h_ada').fetch();
    assert.equal(read(ada, TEAM), 'how the key is made');
    await run();
    for (const folder of [ada, at.ben]) {
      assert.equal(read(folder, 'h_ada/00000001.cairn'), 'of Ada');
      assert.equal(read(folder, 'h_ben/00000001.cairn'), 'of Ben');
    }
  });
});

suite('what a person does in the checkout of sync', () => {
  test('stays staged as it was', async (t) => {
    const { ada, mallory, by, push, run } = await team(t);
    writeFileSync(join(mallory, 'README.md'), 'one');
    push();
    await run();
    for (const [name, text] of [
      ['README.md', 'staged'],
      ['new.md', 'staged'],
    ] as const) {
      writeFileSync(join(ada, name), text);
      by(ada, 'add', name);
      writeFileSync(join(ada, name), 'work of Ada');
    }
    by(mallory, 'pull', '-q', '--no-rebase', 'origin', 'main');
    writeFileSync(join(mallory, 'other.md'), 'x');
    push();
    add(ada, 'h_ada', 'of Ada, and more');
    await run();
    assert.equal(by(ada, 'status', '--porcelain'), 'MM README.md\nAM new.md\n');
    for (const name of ['README.md', 'new.md']) assert.equal(by(ada, 'show', `:${name}`), 'staged');
    by(ada, 'reset', '-q', '--hard');
    assert.equal(by(ada, 'status', '--porcelain'), '');
  });

  test('has sync wait while it is a merge, and keeps its marks', async (t) => {
    const { ada, by, run, sync } = await team(t);
    await run();
    const commit = (text: string): void => {
      writeFileSync(join(ada, 'README.md'), text);
      by(ada, 'add', 'README.md');
      by(ada, 'commit', '-qm', text);
    };
    by(ada, 'switch', '-qc', 'side');
    commit('side');
    by(ada, 'switch', '-q', 'main');
    commit('main');
    assert.throws(() => by(ada, 'merge', 'side'));
    await assert.rejects(sync(ada, 'h_ada').fetch(), { code: 'unsupported', message: /merge .*under way/ });
    assert.equal(by(ada, 'status', '--porcelain'), 'AA README.md\n');
    by(ada, 'merge', '--abort');
    await run();
  });

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
