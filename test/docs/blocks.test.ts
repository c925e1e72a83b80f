// The code blocks of the documentation: each command is one that the command line takes, each value one that its setting
// takes, and JSON is JSON. The programs are run by test/sdk/package.test.ts, the requests by test/http/api-docs.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildProgram } from '../../src/cli/build-program.ts';
import { loadCommands } from '../../src/cli/commands.ts';
import { readVariable } from '../../src/config/setting-value.ts';
import { SETTING_KEYS, type SettingKey } from '../../src/config/settings.ts';
import { blocksOf, docsPages, textOf } from './pages.ts';

const PAGES = [...docsPages(), 'README.md', 'CONTRIBUTING.md'];

/** The words of a command line as a shell splits it; a comment ends it. */
function shellWords(line: string): string[] {
  const words: string[] = [];
  for (const [, comment, double, single, plain] of line.matchAll(/(#.*)|"([^"]*)"|'([^']*)'|([^\s"']+)/g)) {
    if (comment !== undefined) break;
    words.push(double ?? single ?? plain ?? '');
  }
  return words;
}

/** The arguments of each call of `cairn` in a block of shell. */
function cairnCalls(block: string): string[][] {
  const lines = block.split('\n').flatMap((line) => line.split(/ [|;>] | && /));
  return lines.flatMap((line) => {
    const call = /^\$? ?(?:npm run -s )?(?:source <\()?cairn(?: --)?(?: (.*?))?\)?$/.exec(line.trim());
    return call === null ? [] : [shellWords(call[1] ?? '')];
  });
}

/** The command and its input as the command line reads them; throws for one that it does not take. */
async function parse(args: readonly string[]): Promise<{ name: string; args: readonly string[] }> {
  let called: { name: string; args: readonly string[] } | undefined;
  const program = buildProgram({
    commands: await loadCommands(),
    version: '0.0.0',
    print: () => undefined,
    run: async (command, input) => {
      called = { name: command.name, args: input.args };
    },
  });
  await program.parseAsync(args, { from: 'user' });
  assert.ok(called);
  return called;
}

test('a command that the command line does not take is found', async () => {
  await assert.rejects(parse(['serach', 'x']));
  await assert.rejects(parse(['search', 'x', '--limt', '3']));
  assert.deepEqual(cairnCalls('cairn get 3   # the third\nx | cairn search "a b" --json\n'), [
    ['get', '3'],
    ['search', 'a b', '--json'],
  ]);
});

for (const path of PAGES) {
  const page = textOf(path);
  const calls = blocksOf(page, 'sh')
    .flatMap(cairnCalls)
    .filter(([first]) => first !== undefined && !/^--?\w/.test(first));
  if (calls.length > 0)
    test(`the command line takes every command of ${path}`, async () => {
      for (const call of calls) {
        const { name, args } = await parse(call).catch((error: unknown) => {
          throw new Error(`cairn ${call.join(' ')}`, { cause: error });
        });
        const [action, key, ...value] = args;
        if (name !== 'config' || action === undefined || key === undefined) continue;
        assert.ok((SETTING_KEYS as readonly string[]).includes(key) || /^[A-Z]+$/.test(key), key);
        if (action === 'set') readVariable(key as SettingKey, value.join(','), path);
      }
    });
  const values = blocksOf(page, 'json').filter((text) => !text.includes('…'));
  if (values.length > 0)
    test(`the JSON of ${path} is JSON`, () => {
      for (const text of values) JSON.parse(text);
    });
}
