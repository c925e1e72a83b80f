import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openForeignDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { signInPage } from '../../../test/support/sign-in-address.ts';
import type { Row } from './rows-begin.ts';
import { sessionIn } from './walk.ts';

const ROOT = new URL('../../../', import.meta.url);
/** A row that a test of the dashboard, which drives a browser, holds: named by the file and the test in it. */
const seenBy = (file: string, name: string): string => {
  assert.ok(readFileSync(new URL(file, ROOT), 'utf8').includes(name), `${file} has no test "${name}"`);
  return `not walked; by a test of the dashboard, ${file}: "${name}"`;
};

/** The remaining rows; those of the dashboard are seen by the tests that drive a browser. */
export const MORE_ROWS: readonly Row[] = [
  {
    row: 14,
    asks: 'a page of today, live',
    look: () => seenBy('test/web/today.test.ts', 'what an agent does shows up on top while it does it'),
  },
  {
    row: 18,
    asks: 'dashboard: long lists scroll',
    look: () => seenBy('test/web/frame.test.ts', 'a list is walked by keys: down, up, last, first'),
  },
  {
    row: 19,
    asks: 'dashboard: the address holds the state',
    look: () =>
      seenBy('test/web/machine-views.test.ts', 'time, agent and table stand in the address, reload keeps them'),
  },
  {
    row: 20,
    asks: 'dashboard: light and dark',
    look: () => seenBy('test/web/frame.test.ts', 'one changes the theme without a flash'),
  },
  {
    row: 21,
    asks: 'dashboard: usable by everyone',
    look: () =>
      seenBy('test/web/frame.test.ts', 'the sheet of keys is made of what is registered, keeps the focus inside'),
  },
  {
    row: 32,
    asks: 'updates: an old worker leaves, a notice, `cairn update`',
    async look(walk) {
      assert.equal(walk.run('help update').code, 0);
      const known = join(walk.home, '.cairn', 'update.json');
      writeFileSync(known, JSON.stringify({ askedAt: Date.now(), newest: '99.0.0' }));
      assert.doesNotMatch((await walk.window('config path')).out, /99\.0\.0/, 'a notice that nobody chose');
      assert.equal(walk.run('config set update.notice true').code, 0);
      assert.match((await walk.window('config path')).out, /Cairn 99\.0\.0 is available.*cairn update/);
      assert.doesNotMatch((await walk.window('config path')).out, /99\.0\.0/, 'told twice a day');
      assert.equal(walk.run('config unset update.notice').code, 0);
      return '`cairn update`; with `update.notice` a newer version is told once a day, else never; an old worker leaves (test/worker)';
    },
  },
  {
    row: 33,
    asks: 'links in the terminal (OSC 8) and into the dashboard',
    async look(walk) {
      assert.match(walk.run('help ui').out, /ui sessions\//);
      const { url } = walk.json('ui') as { url: string };
      await signInPage(url);
      const { out } = await walk.window('sessions', { env: { TERM_PROGRAM: 'WezTerm' } });
      assert.ok(out.includes('\u001b]8;;'), 'no OSC 8 link in `sessions`');
      return '`ui sessions/ID` opens a page; once a browser is signed in, rows of lists are links into the dashboard';
    },
  },
  {
    row: 34,
    asks: 'search as one types',
    async look(walk) {
      const { out } = await walk.screen('browse', '/idempotency');
      assert.match(out, /idempotency/);
      return '`cairn`, then `/`: hits as one types; times in browse.md';
    },
  },
  {
    row: 35,
    asks: 'statistics in the terminal',
    look(walk) {
      assert.match(walk.run('stats').out, /sessions +[1-9]/);
      return '`stats` counts the imported sessions of this project';
    },
  },
  {
    row: 36,
    asks: 'changes are shown as diffs',
    look(walk) {
      const session = sessionIn(walk);
      assert.match(walk.run(`story ${session} --patch`).out, /^ {4}@@.*\n {4}[+-]\S/m, 'no line of a diff in `story`');
      return '`story --patch` shows changed lines with + and -';
    },
  },
  {
    row: 37,
    asks: 'merge what says the same, group, correct',
    look(walk) {
      assert.equal(walk.run('consolidate --dry-run').code, 0);
      assert.equal(walk.run(['collections', 'create', 'retry', '--query', 'retry']).code, 0);
      assert.match(walk.run('collections').out, /retry/);
      return '`consolidate --dry-run`, `collections create`, `review` with correct';
    },
  },
  {
    row: 39,
    asks: 'ask the database in SQL',
    look(walk) {
      assert.equal(walk.run('export memory.sqlite --since 30d').code, 0);
      const db = openForeignDatabase(join(walk.project, 'memory.sqlite'));
      try {
        const rows = db.all<{ kind: string; n: number }>(
          'SELECT kind, count(*) AS n FROM memories GROUP BY kind ORDER BY n DESC',
        );
        assert.ok(rows.some(({ kind, n }) => kind === 'commit' && n > 1));
        return `\`export memory.sqlite\` writes plain tables for any sqlite3: \`SELECT kind, count(*) …\` gave ${rows.length} kinds`;
      } finally {
        db.close();
      }
    },
  },
  {
    row: 40,
    asks: 'the time of a query is shown',
    async look(walk) {
      const { out } = await walk.window('search idempotency');
      assert.match(out, /\d+ hits? in \d+ ms/, 'no command says how long it took');
      return `\`search\` ends with "${/\d+ hits? in \d+ ms/.exec(out)?.[0]}", \`recall\` too`;
    },
  },
  {
    row: 42,
    asks: 'a report one would send',
    look(walk) {
      const { out } = walk.run('report week');
      assert.match(out, /idempotency|Release/i);
      for (const form of ['md', 'html']) assert.equal(walk.run(`report week --format ${form}`).code, 0, form);
      return '`report week`: sessions with titles, commits and fixes; text, Markdown, HTML, JSON';
    },
  },
];
