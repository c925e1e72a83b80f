import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../../src/core/model/item.ts';
import { CommandBook } from '../../../src/memory/project/command-book.ts';
import { commandLines, programLines } from '../../../src/memory/project/page-lines.ts';
import { ROOT, toolItem } from '../../derive/make-event.ts';

let at = 0;
/** A run, one minute after the one before; one that ends with `!` failed, and `edit PATH` changes a file. */
function items(...runs: string[]): Item[] {
  return runs.map((run) => {
    at += 60_000;
    const path = /^edit (.+)$/.exec(run)?.[1];
    if (path !== undefined)
      return { ...toolItem('Edit', { file_path: `${ROOT}/${path}`, old_string: 'a', new_string: 'b' }), at };
    const isFailed = run.endsWith('!');
    const input = { command: run.replace(/!$/, ''), description: 'Check the carts of all shops' };
    return { ...toolItem('Bash', input, isFailed ? { success: false, exitCode: 1, output: 'no' } : {}), at };
  });
}

function bookOf(...sessions: readonly (readonly string[])[]): CommandBook {
  const book = new CommandBook();
  for (const [i, runs] of sessions.entries()) book.take(`s${i}`, items(...runs));
  return book;
}

const SAYS_NOTHING = { errors: [], sessions: 2, isSaid: () => false };

test('lists what two sessions ran, with what it is for and the form that runs one test', () => {
  const book = bookOf(
    ['npm test', 'npm test 2>&1 | tail -5', 'npm test -- -t "adds a cart"', 'npm run once', 'ls'],
    ['npm test', 'cd web && npm test -- -t carts', 'git status'],
  );
  const [line, ...others] = commandLines(book.commands(), { ...SAYS_NOTHING, gaps: book.gaps() });
  assert.deepEqual(others, []);
  assert.equal(
    line?.text,
    '`npm test` (3 runs in 2 sessions): Check the carts of all shops; one test alone: `npm test -- -t NAME` (2×)',
  );
  assert.equal(line?.ids.length, 2);
});

test('tells what a passing run does not cover: another one failed right after it, with nothing changed between', () => {
  const passed = ['make test', 'make test-db!', 'edit src/cart.ts', 'make test', 'make test-db'];
  const changed = ['make test', 'edit src/cart.ts', 'make test-db!'];
  const book = bookOf(passed, changed);
  assert.deepEqual(
    book.gaps().map(({ passed: one, failed, times }) => [one, failed, times]),
    [['make test', 'make test-db', 1]],
  );
  const [, line] = commandLines(book.commands(), { ...SAYS_NOTHING, gaps: book.gaps() });
  assert.match(
    line?.text ?? '',
    /^`make test` passed once right before `make test-db` failed with nothing changed between/,
  );
});

test('tells the tests behind a tag of Go', () => {
  const runs = ['go test ./...', 'go test -tags=integration ./...'];
  const [, line] = commandLines(bookOf(runs, runs).commands(), { ...SAYS_NOTHING, gaps: [] });
  assert.equal(line?.text, '`go test` without `-tags=integration` does not run the tests behind that tag');
});

test('leaves out what the repository says, unless more is known of it', () => {
  const book = bookOf(['npm run lint', 'npm run build'], ['npm run lint', 'npm run build']);
  const error = { id: 't_1', family: 'npm run lint', label: 'src/a.ts:1:2: no sleeping (no-sleep)', sessions: 3 };
  const lines = commandLines(book.commands(), { errors: [error], sessions: 2, isSaid: () => true, gaps: [] });
  assert.deepEqual(
    lines.map(({ text }) => text),
    ['`npm run lint` failed in 3 sessions on no sleeping (no-sleep)'],
  );
});

test('names the programs of the work that are no checks', () => {
  const book = bookOf(['acme deploy', 'acme status', 'ls'], ['acme status'], ['acme status', 'git log']);
  assert.deepEqual(
    programLines(book.others()).map(({ text }) => text),
    ['Other programs of the work: `acme` (status, deploy; 3 sessions)'],
  );
});
