import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMAND_WORDS, loadCommand, loadCommands } from '../../src/cli/commands.ts';
import { DIST } from '../support/built-program.ts';

const NOT_ASCII = /[^\0-\x7f]/;
/** How `cli-main.js` and the files that it starts with name another one. */
const IMPORTED = /from"\.\/([^"]+)"/g;

test('each row of the table loads the command of its name, and each word the command that it calls', async () => {
  const commands = await loadCommands();
  for (const { name, aliases = [] } of commands) {
    for (const word of [name, ...aliases]) assert.equal((await loadCommand(word))?.name, name, word);
  }
  const shown = commands.flatMap(({ name, aliases = [], hidden }) => (hidden ? [] : [name, ...aliases]));
  assert.deepEqual(COMMAND_WORDS, shown);
  assert.equal((await loadCommand('ls'))?.name, 'sessions');
  assert.equal(await loadCommand('toString'), undefined);
});

test('the command line starts with three files, without secrets, SQLite or any command, and Node reads all as ASCII', () => {
  const starts = new Set(['cli-main.js']);
  for (const file of starts) {
    for (const [, name = ''] of readFileSync(join(DIST, file), 'utf8').matchAll(IMPORTED)) starts.add(name);
  }
  assert.deepEqual([...starts].map((file) => file.replace(/-\w{8}\.js|-[\w-]{8}\.js$/, '')).toSorted(), [
    'cli-main.js',
    'command-line',
    'shared',
  ]);
  for (const file of readdirSync(DIST).filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(readFileSync(join(DIST, file), 'utf8'), NOT_ASCII, file);
});
