import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openHome, shareProject, syncAll } from './homes.ts';

suite('two homes that join a git repository', () => {
  test('that is empty, before either has run, come to each other', async (t) => {
    const root = temporaryFolder(t);
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: root, env: { HOME: root, PATH: process.env.PATH }, stdio: 'pipe' });
    git('init', '-q', '--bare', '-b', 'main', 'remote.git');
    const [ada, ben] = [openHome(t, 'Ada'), openHome(t, 'Ben')];
    for (const home of [ada, ben]) git('clone', '-q', 'remote.git', home.name);
    for (const { memory, name } of [ada, ben]) {
      const add = join(root, name);
      await memory.sync({ add, git: true, member: name, passphrase: 'five words of a phrase' });
    }
    await ada.memory.remember({ text: 'We always use the blue queue.', kind: 'constraint' });
    await shareProject(ada);
    await syncAll(ada, ben);
    const found = await ben.memory.search({ query: 'blue queue' });
    assert.equal(found.hits.length, 1);
  });
});
