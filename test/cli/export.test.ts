import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { writeFixture } from '../importers/fixture.ts';
import { FIXTURES, inProject } from '../importers/fixtures.ts';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

suite('cairn export', () => {
  test('writes what another home reads: a person’s words stay theirs, and the bytes the same', async (context) => {
    const [one, other] = [cairnIn(context), cairnIn(context)];
    await one.json(['import', EXAMPLE, '--agent', 'claude-code']);
    await one.terminal(['remember', 'We never store card numbers', '--kind', 'constraint']);
    const { stderr, code } = await one.run(['export', 'memory.jsonl']);
    assert.equal(code, 0, stderr);
    assert.match(stderr, /^\d+ lines, .*B, are in memory\.jsonl\.$/m);
    const path = join(one.at.project, 'memory.jsonl');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    const text = readFileSync(path, 'utf8');
    assert.equal((await one.run(['export'])).stdout, text);

    assert.match((await other.run(['import', path, '--dry-run'])).stdout, /^prompt /m);
    const read = await other.terminal(['import', '--mine', path], { env: { NO_COLOR: '1' } });
    assert.match(read.stdout, /added +\d+ events/);
    assert.equal((await other.run(['export'])).stdout, text);
    const { entries } = await other
      .json(['search', 'card numbers', '-a'])
      .then(({ hits }) => ({ entries: hits as { author: string }[] }));
    assert.ok(entries.some(({ author }) => author === 'person'));
    assert.equal((await other.json(['import', path])).added, 0);
  });

  test('makes a rule of no script’s word for it', async (context) => {
    const [one, other] = [cairnIn(context), cairnIn(context)];
    await one.terminal(['remember', 'We never store card numbers', '--kind', 'constraint']);
    await one.run(['export', join(other.at.project, 'memory.jsonl')]);
    const script = await other.run(['import', '--mine', 'memory.jsonl']);
    assert.equal(script.code, 1);
    assert.match(script.stderr, /Only a person says that words are their own, and this is not a terminal\./);
    const read = await other.terminal(['import', 'memory.jsonl'], { env: { NO_COLOR: '1' } });
    assert.match(read.stdout, /1 statement that claims to be a person's counts as an agent's\. .*--mine PATH/s);
    assert.match((await other.run(['review', 'list', '-a'])).stdout, /card numbers/);
  });

  test('writes over no file, and leaves none where it fails', async (context) => {
    const cairn = cairnIn(context);
    const path = join(cairn.at.project, 'there.jsonl');
    writeFileSync(path, 'mine');
    const { code, stderr } = await cairn.run(['export', 'there.jsonl']);
    assert.equal(code, 1);
    assert.match(stderr, /is there already/);
    assert.equal(readFileSync(path, 'utf8'), 'mine');
    const wrong = await cairn.run(['export', 'new.jsonl', '--project', 'no such project']);
    assert.equal(wrong.code, 1);
    assert.equal(statSync(join(cairn.at.project, 'new.jsonl'), { throwIfNoEntry: false }), undefined);
  });
});

suite('cairn import', () => {
  test('takes over what other memory products kept', async (context) => {
    const cairn = cairnIn(context);
    for (const fixture of FIXTURES.filter(({ title }) => title === 'Kiro Memory 4' || title === 'context-memory')) {
      writeFixture(cairn.at.userHome, inProject(fixture, cairn.at.project));
    }
    const dry = await cairn.run(['import', '--from', 'any', '--dry-run']);
    assert.match(dry.stdout, /Kiro Memory {2}1 session /);
    assert.match(dry.stdout, /context-memory messages +5/);
    assert.ok(Number((await cairn.json(['import', '--from', 'any'])).added) > 10);
    assert.equal((await cairn.json(['import', '--from', 'any'])).added, 0);
    assert.equal((await cairn.run(['import', '--from', 'kimi-mneme'])).code, 1);
    assert.equal((await cairn.run(['import', '--from', 'another'])).code, 2);
  });

  test('takes the statements of instruction files as proposals', async (context) => {
    const cairn = cairnIn(context);
    assert.match((await cairn.run(['import', '--facts'])).stderr, /no instruction files/);
    writeFileSync(join(cairn.at.project, 'CLAUDE.md'), '- Never commit to the main branch\n');
    const { stderr } = await cairn.run(['import', '--facts']);
    assert.match(stderr, /1 is proposed as a rule: cairn review/);
    assert.match((await cairn.run(['review', 'list', '-a'])).stdout, /main branch[\s\S]* by repo · proposed/);
  });
});
