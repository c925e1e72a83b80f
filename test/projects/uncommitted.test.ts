import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { uncommittedOf } from '../../src/projects/uncommitted.ts';
import { openFresh } from '../support/fresh-home.ts';

/** A session in a repository, which changes files and commits as the test says; times are minutes from now. */
function workIn(context: TestContext) {
  const opened = openFresh(context);
  const { memory, store, at } = opened;
  const git = (...args: string[]): void => {
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };
    const person = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org'];
    execFileSync('git', ['-C', at.project, ...person, ...args], { env, stdio: 'pipe' });
  };
  rmSync(join(at.project, '.git'), { recursive: true });
  git('init', '--quiet', '-b', 'main');
  git('commit', '--quiet', '--allow-empty', '-m', 'first');
  const run = (
    tool: string,
    input: Record<string, string>,
    { minute, output = '' }: { minute: number; output?: string },
  ) =>
    memory.record([
      {
        sessionId: 'one',
        agent: 'claude-code',
        cwd: at.project,
        kind: 'tool.end',
        tool,
        input: { ...input },
        output,
        at: Date.now() + minute * 60_000,
      },
    ]);
  const change = async (file: string, minute: number): Promise<void> => {
    const path = join(at.project, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `// ${file}\n`);
    await run('Write', { file_path: path, content: `// ${file}\n` }, { minute });
  };
  const left = async (cwd = at.project): Promise<string[] | undefined> => {
    await memory.settled();
    const [session] = await store.log.sessions({ limit: 1 });
    return session && (await uncommittedOf(store, session, { cwd }))?.files;
  };
  return { git, run, change, left, at };
}

const COMMITTED = '[main 1a2b3c4] fix: cents\n 1 file changed\n';

test('what a session changed and nobody committed is uncommitted, last changed first', async (context) => {
  const { change, left, git } = workIn(context);
  await change('src/a.ts', 1);
  await change('src/b.ts', 2);
  await change('src/a.ts', 3);
  assert.deepEqual(await left(), ['src/a.ts', 'src/b.ts']);
  git('checkout', '--quiet', '-b', 'other');
  assert.deepEqual(await left(), ['src/a.ts', 'src/b.ts']);
});

test('what was changed before the last commit of the session is not', async (context) => {
  const { change, left, run } = workIn(context);
  await change('src/a.ts', 1);
  await run('Bash', { command: 'git commit -am "fix: cents"' }, { minute: 2, output: COMMITTED });
  assert.equal(await left(), undefined);
  await change('src/b.ts', 3);
  assert.deepEqual(await left(), ['src/b.ts']);
});

test('a commit, a stash or a pull that the session did not see leaves nothing to say', async (context) => {
  const { change, left, git } = workIn(context);
  await change('src/a.ts', -5);
  assert.equal(await left(), undefined);
  await change('src/b.ts', 0.1);
  assert.deepEqual(await left(), ['src/b.ts']);
  git('stash', '--include-untracked', '--quiet');
  assert.equal(await left(), undefined);
});

test('a file that is gone, one outside of the work tree, and one that could not be changed are not', async (context) => {
  const { change, left, run, at } = workIn(context);
  await change('src/a.ts', 1);
  await run('Write', { file_path: join(at.root, 'plan.md'), content: 'x' }, { minute: 2 });
  rmSync(join(at.project, 'src', 'a.ts'));
  assert.equal(await left(), undefined);
});

test('nothing is said without a log of HEAD, and in another repository', async (context) => {
  const { change, left, at } = workIn(context);
  await change('src/a.ts', 1);
  assert.equal(await left(at.root), undefined);
  rmSync(join(at.project, '.git', 'logs'), { recursive: true });
  assert.equal(await left(), undefined);
});
