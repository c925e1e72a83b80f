import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { COMMAND_WORDS, loadCommand, loadCommands } from '../../src/cli/commands.ts';
import { DIST } from '../support/built-program.ts';

const NOT_ASCII = /[^\0-\x7f]/;
/** How `cli-main.js` and the files that it starts with name another one. */
const IMPORTED = /from"\.\/([^"]+)"/g;

/** The files that a program loads when it starts, without their hashes. */
function startOf(program: string): string[] {
  const files = new Set([program]);
  for (const file of files) {
    for (const [, name = ''] of readFileSync(join(DIST, file), 'utf8').matchAll(IMPORTED)) files.add(name);
  }
  return [...files].map((file) => file.replace(/-[\w-]{8}\.js$/, '')).toSorted();
}

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

test('the command line starts with few files, without secrets, SQLite or any command, and Node reads all as ASCII', () => {
  assert.deepEqual(startOf('cli-main.js'), ['cli-main.js', 'command-line', 'rolldown-runtime', 'shared']);
  for (const program of ['worker.js', 'reader.js', 'sdk-main.js'])
    assert.ok(!startOf(program).includes('command-line'), program);
  for (const file of readdirSync(DIST).filter((name) => name.endsWith('.js')))
    assert.doesNotMatch(readFileSync(join(DIST, file), 'utf8'), NOT_ASCII, file);
});
