import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
    look(walk) {
      assert.equal(walk.run('help update').code, 0, 'there is no `cairn update`, and no notice of a newer version');
      return '`cairn update`';
    },
  },
  {
    row: 33,
    asks: 'links in the terminal (OSC 8) and into the dashboard',
    async look(walk) {
      assert.match(walk.run('help ui').out, /ui sessions\//);
      const { out } = await walk.window('sessions', { env: { TERM_PROGRAM: 'WezTerm', FORCE_HYPERLINK: '1' } });
      assert.ok(out.includes('\u001b]8;;'), 'no OSC 8 link in `sessions`');
      return '`ui sessions/ID` opens a page; rows of lists are links';
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
      const { out } = walk.run(`story ${session} --full`);
      const shown = out === '' ? walk.run(`story ${session}`).out : out;
      assert.match(shown, /^\s*[+-] ?\S/m, 'no line of a diff in `story`');
      return '`story` shows changed lines with + and -';
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
    look: () => assert.fail('no page and no command takes SQL; the dashboard’s explorer asks the API'),
  },
  {
    row: 40,
    asks: 'the time of a query is shown',
    look: () => assert.fail('no command says how long it took; the dashboard’s explorer does'),
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
