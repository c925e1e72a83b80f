import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openForeignDatabase } from '../../src/platform/sqlite/sqlite.ts';
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

suite('cairn export of chosen memories', () => {
  test('gives the same memories as JSON, Markdown and SQLite, by the filters and by ids', async (context) => {
    const cairn = cairnIn(context);
    await cairn.json(['import', EXAMPLE, '--agent', 'claude-code']);
    const { entries: listed } = await cairn.json(['search', '', '-a', '--kind', 'commit', '--limit', '100']);
    const commits = (listed as { id: string; sessionId: string }[]).map(({ id }) => id).sort();
    assert.equal(commits.length, 4);

    const asked = ['--kind', 'commit', '--project', 'tidepool', '--since', '2026-10-01', '--until', '2026-10-30'];
    const { stdout } = await cairn.run(['export', '--format', 'json', ...asked]);
    const written = JSON.parse(stdout) as Record<'entries' | 'sessions' | 'projects', { id: string; text: string }[]>;
    assert.deepEqual(written.entries.map(({ id }) => id).sort(), commits);
    assert.deepEqual([written.sessions.length, written.projects.length], [4, 1]);
    assert.deepEqual((await cairn.json(['get', commits[0] ?? ''])).records, [
      written.entries.find(({ id }) => id === commits[0]),
    ]);

    const { stdout: page } = await cairn.run(['export', '--format', 'md', ...asked]);
    assert.deepEqual([...page.matchAll(/^_(g_\w+) /gm)].map(([, id]) => id).sort(), commits);

    const said = await cairn.json(['export', 'commits.sqlite', ...asked]);
    assert.equal(said.memories, 4);
    const path = join(cairn.at.project, 'commits.sqlite');
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal(statSync(`${path}-wal`, { throwIfNoEntry: false }), undefined);
    const rows = rowsOf(path, 'SELECT id, text, session_id FROM memories ORDER BY id');
    assert.deepEqual(
      rows.map(({ id, text }) => ({ id, text })),
      written.entries.map(({ id, text }) => ({ id, text })).sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    assert.equal(rowsOf(path, 'SELECT * FROM memories JOIN sessions ON sessions.id = session_id').length, 4);
    assert.ok(rowsOf(path, "SELECT * FROM files WHERE how = 'changed'").length > 3);
    assert.deepEqual(
      rowsOf(path, "SELECT column_name FROM columns WHERE table_name = 'projects' AND column_name IS NOT NULL"),
      rowsOf(path, "SELECT name AS column_name FROM pragma_table_info('projects')"),
    );

    const one = await cairn.run(['export', '--format', 'json', '--id', commits[1] ?? '']);
    assert.deepEqual(idsOf(one.stdout), [commits[1]]);
    const [session] = written.sessions;
    const whole = await cairn.run(['export', '--format', 'json', '--id', session?.id ?? '']);
    assert.ok(idsOf(whole.stdout).length > 5);
  });

  test('replaces a file with --force alone, whole or not at all, and none of the home', async (context) => {
    const cairn = cairnIn(context);
    await cairn.terminal(['remember', 'We never store card numbers', '--kind', 'constraint']);
    const path = join(cairn.at.project, 'rules.md');
    writeFileSync(path, 'mine');
    const refused = await cairn.run(['export', 'rules.md']);
    assert.match(refused.stderr, /is there already\.\nfix: .*--force/);
    const unknown = await cairn.run(['export', 'rules.md', '--force', '--id', 'o_aaaaaaaaaaaaaaaa']);
    assert.equal(unknown.code, 1);
    assert.equal(readFileSync(path, 'utf8'), 'mine');
    assert.equal((await cairn.run(['export', '-o', 'rules.md', '--force'])).code, 0);
    assert.match(readFileSync(path, 'utf8'), /^# Memories\n\n## We never store card numbers\n/);
    assert.deepEqual(readdirSync(cairn.at.project).sort(), ['.git', 'rules.md']);
    const home = await cairn.run(['export', '-o', join(cairn.at.home, 'cairn.db'), '--force']);
    assert.match(home.stderr, /lies in the home of Cairn/);
    symlinkSync(cairn.at.home, join(cairn.at.project, 'link'));
    const byLink = await cairn.run(['export', '-o', 'link/cairn.db', '--force']);
    assert.match(byLink.stderr, /lies in the home of Cairn/);
    for (const wrong of [
      ['--kind', 'commit'],
      ['--format', 'sqlite'],
      ['a.md', '-o', 'b.md'],
    ])
      assert.equal((await cairn.run(['export', ...wrong])).code, 2, wrong.join(' '));
  });

  test('holds no secret, nothing hidden and nothing forgotten', async (context) => {
    const cairn = cairnIn(context);
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    await cairn.terminal(['remember', `The token of the deploy is ${secret}`]);
    const gone = await cairn.run(['remember', 'The cupboard is in the cellar', '--json']);
    const { id } = JSON.parse(gone.stdout) as { id: string };
    await cairn.run(['forget', id, '--yes']);
    for (const file of ['all.json', 'all.md', 'all.sqlite']) {
      assert.equal((await cairn.run(['export', file])).code, 0, file);
      const bytes = readFileSync(join(cairn.at.project, file));
      assert.ok(bytes.includes('The token of the deploy'), file);
      assert.ok(!bytes.includes(secret) && !bytes.includes('cupboard'), file);
    }
  });
});

function rowsOf(path: string, statement: string): Record<string, unknown>[] {
  const db = openForeignDatabase(path);
  try {
    return db.all<Record<string, unknown>>(statement);
  } finally {
    db.close();
  }
}

function idsOf(text: string): string[] {
  return (JSON.parse(text) as { entries: { id: string }[] }).entries.map(({ id }) => id);
}

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
