import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { putTable, readTable, removeTable } from '../../../../src/agents/shared/setup/edit-toml-table.ts';
import { tomlText } from '../../toml-arbitrary.ts';

const PATH = ['servers', 'our own'];
const OURS = { command: "/home/it's/cairn", args: ['mcp', 'a "b"'] };
const BLOCK = '[servers."our own"]\ncommand = "/home/it\'s/cairn"\nargs = [ "mcp", "a \\"b\\"" ]\n';

suite('a table put into a TOML text', () => {
  test('leaves every other byte where it was', () => {
    const text = '# mine\nmodel = "lab" # really\n\n[servers.theirs]\ncommand = "x"\n';
    const added = putTable(text, PATH, OURS);
    assert.equal(added, `${text}\n${BLOCK}`);
    assert.deepEqual(readTable(added, PATH), OURS);
    assert.equal(removeTable(added, PATH), text);
  });

  test('makes a text where there is none, of which nothing is left when it goes', () => {
    assert.equal(putTable(undefined, PATH, OURS), BLOCK);
    assert.equal(removeTable(BLOCK, PATH), undefined);
    assert.equal(removeTable(putTable('', PATH, OURS), PATH), '');
  });

  test('is undone byte for byte, and put twice is put once, whatever valid text it is put into', () => {
    const servers = fc.constantFrom('', '[servers]\n', '[servers.theirs]\na = 1\n', '[[other]]\n# mine\n', '\n# end\n');
    fc.assert(
      fc.property(tomlText(), servers, (text, more) => {
        const before = text === '' || text.endsWith('\n') ? text + more : text;
        const added = putTable(before, PATH, OURS);
        assert.ok(added.startsWith(before));
        assert.equal(putTable(added, PATH, OURS), added);
        assert.equal(removeTable(added, PATH), before);
      }),
      { numRuns: 500 },
    );
  });

  test('is changed pair by pair, and keeps those that are not named and their comments', () => {
    const text = `a = 1\n\n${BLOCK.replace('\nargs', ' # here\n# said\nextra = 1.5\nargs')}# for b\n[b]\nc = 1\n`;
    const changed = putTable(text, PATH, { args: ['mcp'], wait: 5 });
    assert.equal(
      changed,
      text
        .replace(/args = .*\n/, 'args = [ "mcp" ]\nwait = 5\n')
        .replace('command = "/home/it\'s/cairn" # here', 'command = "/home/it\'s/cairn" # here'),
    );
    assert.deepEqual(readTable(changed, PATH), { command: OURS.command, extra: 1.5, args: ['mcp'], wait: 5 });
  });

  test('gets a pair behind its last line when that has no end', () => {
    assert.equal(putTable('[a]\nb = 1', ['a'], { c: 2 }), '[a]\nb = 1\nc = 2');
    assert.equal(putTable('[a]', ['a'], { c: 2 }), '[a]\nc = 2');
  });

  test('goes with the tables within it and leaves the comments of what follows', () => {
    const text = `${BLOCK}\n[servers."our own".tools.search]\nmode = "x"\n\n# theirs\n[servers.theirs]\na = 1\n`;
    assert.equal(removeTable(text, PATH), '\n# theirs\n[servers.theirs]\na = 1\n');
  });

  test('is refused where something else stands in its way', () => {
    for (const text of [
      'servers = 1\n',
      'servers = { x = 1 }\n',
      '[servers]\n"our own" = { command = "x" }\n',
      '= 1',
    ]) {
      assert.throws(() => putTable(text, PATH, OURS), { code: 'damaged' }, text);
    }
    assert.throws(() => removeTable('[servers]\n"our own" = { command = "x" }\n', PATH), { code: 'damaged' });
    assert.equal(removeTable('[servers]\n', PATH), '[servers]\n');
  });
});
