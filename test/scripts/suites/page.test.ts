import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { keepRun, keptRuns } from '../../../scripts/suites/kept-runs.ts';
import { type GroupRun, toPage } from '../../../scripts/suites/page.ts';

const run = (name: string, more: Partial<GroupRun> = {}): GroupRun => ({
  ...{ name, about: `what ${name} does`, commit: 'abc1234', machine: '2026-01-01, a machine', minutes: 1.25 },
  rows: [{ name: `${name} holds`, file: 'test/a.test.ts', outcome: 'held', tries: 3 }],
  ...more,
});

test('a group that runs again takes the place of its last run, beside those of other groups', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'cairn-runs-')), 'folder', 'torture-full.json');
  assert.deepEqual([...keptRuns(path)], []);
  keepRun(path, run('kill'));
  keepRun(path, run('rot'));
  keepRun(path, run('kill', { commit: 'def5678' }));
  assert.deepEqual(
    [...keptRuns(path).values()].map(({ name, commit }) => [name, commit]),
    [
      ['kill', 'def5678'],
      ['rot', 'abc1234'],
    ],
  );
});

test('the page tells of each group the commit and the time, each machine once, and which groups did not run', () => {
  const fell = run('rot', {
    rows: [{ name: 'a page is damaged', file: 'test/b.test.ts', outcome: 'fell', tries: 1, why: 'lost one' }],
    ...{ commit: 'def5678', machine: '2026-01-02, a machine' },
  });
  const page = toPage({
    ...{ title: 'Torture', about: 'About.', size: 'full' },
    ...{ groups: [run('kill'), run('power'), fell], notRun: ['clock'] },
  });
  assert.match(page, /^3 named rows, 7 tries: 2 held, 1 fell\. Size full\. Not run in this size: clock\.$/m);
  assert.match(page, /^\| kill \| what kill does \| 1 \| 3 \| 1 \| 0 \| 0 \| abc1234 \| 1\.3 \|$/m);
  assert.equal(page.match(/^2026-01-0\d, a machine$/gm)?.length, 2);
  assert.match(page, /^- rot: a page is damaged \(`test\/b\.test\.ts`\): lost one$/m);
});
