import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../../src/core/model/item.ts';
import { PlaceFinder } from '../../../src/memory/project/place-finder.ts';
import { ROOT, toolItem } from '../../derive/make-event.ts';

const FILE = 'src/pay/ledger.ts';
const read = (path: string): Item => toolItem('Read', { file_path: path.startsWith('/') ? path : `${ROOT}/${path}` });
const edit = (path: string): Item =>
  toolItem('Edit', { file_path: `${ROOT}/${path}`, old_string: 'a', new_string: 'b' });
const grep = (pattern: string, output = ''): Item => toolItem('Grep', { pattern, path: ROOT }, { output });
const searched = [grep('bookCart'), grep('CartEntry', FILE), grep('toCents'), read(FILE), edit(FILE)];

test('finds the files that two sessions searched long for and then changed, with the words that led there', () => {
  const finder = new PlaceFinder(ROOT);
  finder.take('one', searched);
  finder.take('two', [...searched, grep('x'), read('src/near.ts'), edit('src/near.ts')]);
  assert.deepEqual(
    finder.hardToFind().map(({ path, sessions, searches, words }) => [path, sessions, searches, words]),
    [[FILE, 2, 6, ['CartEntry']]],
  );
});

test('finds nothing where a session knew the way, only looked, or was alone', () => {
  const finder = new PlaceFinder(ROOT);
  finder.take('one', searched);
  finder.take('two', [read(FILE), edit(FILE)]);
  finder.take('three', searched.slice(0, -1));
  assert.deepEqual(finder.hardToFind(), []);
});

test('names the folders outside the project that two sessions use, and none of the system', () => {
  const finder = new PlaceFinder(ROOT);
  for (const session of ['one', 'two'])
    finder.take(session, [read('/home/dev/notes/pay/fees.md'), read('/tmp/x/y/z.log'), read('/home/dev/.acme/a/b.md')]);
  assert.deepEqual(
    finder.others().map(({ path, sessions }) => [path, sessions]),
    [['/home/dev/notes', 2]],
  );
});
