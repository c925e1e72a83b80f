import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'smol-toml';
import { appendTables, readTables, removeTables } from '../../../../src/agents/shared/setup/edit-toml.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { tomlText } from '../../toml-arbitrary.ts';

const OURS = [
  { event: 'Stop', command: '/home/dev/.cairn/bin/hook it Stop', timeout: 5 },
  { event: 'SessionStart', command: "'/home/it''s/hook' it \"x\"", timeout: 5 },
];
const isOurs = ({ command }: JsonObject): boolean => OURS.some((table) => table.command === command);
const add = (text: string | undefined): string => appendTables(text, 'hooks', OURS);
const remove = (text: string): string | undefined => removeTables(text, 'hooks', isOurs);

suite('tables put behind a TOML text', () => {
  test('leave every other byte where it was', () => {
    const text = '# mine\nmodel = "lab" # really\n\n[[hooks]]\nevent = "Stop"\ncommand = "say done"\n';
    assert.equal(
      appendTables(text, 'hooks', OURS.slice(0, 1)),
      `${text}\n[[hooks]]\nevent = "Stop"\ncommand = "/home/dev/.cairn/bin/hook it Stop"\ntimeout = 5\n`,
    );
  });

  test('make a text where there is none, of which nothing is left when they go', () => {
    const made = add(undefined);
    assert.deepEqual(readTables(made, 'hooks'), OURS);
    assert.ok(made.startsWith('[[hooks]]\n'));
    assert.equal(remove(made), undefined);
    assert.equal(remove(add('')), '');
  });

  test('are undone byte for byte, whatever valid text they were put behind', () => {
    fc.assert(
      fc.property(tomlText(), (text) => {
        const before = readTables(text, 'hooks');
        const added = add(text);
        assert.ok(added.startsWith(text));
        assert.deepEqual(readTables(added, 'hooks'), [...before, ...OURS]);
        assert.equal(remove(added), text);
      }),
      { numRuns: 500 },
    );
  });

  test('go alone when lines were added between and behind them', () => {
    const lines = fc.constantFrom('[[later]]\nkey = 1\n', '# a comment\n', '[[hooks]]\ncommand = "theirs"\n');
    fc.assert(
      fc.property(tomlText(), lines, lines, (text, between, behind) => {
        const user = text === '' || text.endsWith('\n') ? text : `${text}\n`;
        const first = appendTables(user, 'hooks', OURS.slice(0, 1));
        const added = appendTables(first + between, 'hooks', OURS.slice(1)) + behind;
        assert.equal(remove(added), user + between + behind);
      }),
      { numRuns: 200 },
    );
  });

  test('keep what was written into them and what follows their last line', () => {
    const added = add('a = 1\n');
    const edited = added
      .replace('event = "Stop"\n', 'event = "Stop"\n# why this one\nmatcher = "x"\n')
      .replace(/$/, '# for later\n\n[later]\nb = 2\n');
    assert.equal(remove(edited), 'a = 1\n# why this one\n# for later\n\n[later]\nb = 2\n');
  });

  test('are refused where the text is not valid or something else stands in the way', () => {
    for (const text of ['a = ', 'hooks = 1\n', '[hooks]\na = 1\n', 'hooks = []\n', 'hooks = [{ event = "Stop" }]\n']) {
      assert.throws(() => add(text), { code: 'damaged' }, text);
    }
    const listed = `hooks = [{ event = "Stop", command = "${OURS[0]?.command}" }]\n`;
    assert.throws(() => remove(listed), { code: 'damaged' });
    assert.equal(
      remove('hooks = [{ event = "Stop", command = "theirs" }]\n'),
      'hooks = [{ event = "Stop", command = "theirs" }]\n',
    );
  });

  test('stay readable by others', () => {
    fc.assert(
      fc.property(tomlText(), (text) => void parse(add(text).replace(/^\uFEFF/, ''), { integersAsBigInt: true })),
    );
  });
});
