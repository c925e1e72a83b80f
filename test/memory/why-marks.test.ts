import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openShop } from '../support/shop-repository.ts';

const LINES = ['const cents = 100;', 'const currency = "EUR";', 'const receipt = true;'];

type Shop = ReturnType<typeof openShop>;

async function recordSessions({ memory, at }: Shop, names: readonly string[]): Promise<void> {
  const by = { agent: 'codex', cwd: at.project, kind: 'prompt', origin: 'person' } as const;
  await memory.record(names.map((name) => ({ ...by, sessionId: name, text: `Asked of ${name}.` })));
  await memory.settled();
}

/** A branch of Entire with files below it, then `main` again, without them. */
function keepCheckpoints({ at, git, write }: Shop, branch: string, files: Readonly<Record<string, object>>): void {
  git('checkout', '-q', '--orphan', branch);
  for (const [path, metadata] of Object.entries(files)) {
    mkdirSync(join(at.project, path, '..'), { recursive: true });
    write([JSON.stringify(metadata)], path);
    git('add', path);
  }
  git('commit', '-q', '-m', 'Checkpoint');
  git('checkout', '-q', '--orphan', 'main');
  git('rm', '-rqf', '.');
  mkdirSync(join(at.project, 'src'), { recursive: true });
}

test('a commit of several checkpoints is of the session that touched the file', async (context) => {
  const shop = openShop(context);
  const { memory, git, write } = shop;
  await recordSessions(shop, ['docs', 'pay', 'both']);
  keepCheckpoints(shop, 'entire/checkpoints/v1', {
    'ab/cdef012345/metadata.json': { checkpoint_id: 'abcdef012345', sessions: [{}, {}] },
    'ab/cdef012345/0/metadata.json': { session_id: '2026-01-05-docs', files_touched: ['README.md', 'src/all.ts'] },
    'ab/cdef012345/1/metadata.json': { session_id: '2026-01-05-pay', files_touched: ['src/pay.ts'] },
    'cd/ef01234567/metadata.json': { session_id: 'both', files_touched: ['src/all.ts'] },
  });
  write(LINES);
  write(LINES, 'src/all.ts');
  git('add', '.');
  git('commit', '-q', '-m', 'Money (#2)', '-m', 'Entire-Checkpoint: abcdef012345\nEntire-Checkpoint: cdef01234567');
  const [pay] = (await memory.why('src/pay.ts')).lines;
  assert.deepEqual([pay?.asked?.text, pay?.because], ['Asked of pay.', 'the trailer of the commit names the session']);
  const [all] = (await memory.why('src/all.ts')).lines;
  assert.equal(all?.asked, undefined);
});

test('each line of a note is of its own session, a person has none, and both forms of names are read', async (context) => {
  const shop = openShop(context);
  const { memory, git, write } = shop;
  await recordSessions(shop, ['one', 'two']);
  write([...LINES, 'const paid = false;']);
  git('add', '.');
  git('commit', '-q', '-m', 'Money');
  const metadata = {
    schema_version: 'authorship/3.0.0',
    prompts: { '1234567890abcdef': { agent_id: { tool: 'codex' } }, fedcba0987654321: { agent_id: { id: 'one' } } },
    sessions: { s_a76964380084ef: { agent_id: { tool: 'codex', id: 'two' } } },
    humans: { h_dca485b1adf836: { author: 'A' } },
  };
  const rows = [
    'src/pay.ts',
    '  fedcba0987654321 1',
    '  s_a76964380084ef::t_a3a130d3e145e3 2',
    '  h_dca485b1adf836 3',
    '  1234567890abcdef 4',
  ];
  git('notes', '--ref=ai', 'add', '-m', `${rows.join('\n')}\n---\n${JSON.stringify(metadata, undefined, 2)}`);
  const { lines } = await memory.why('src/pay.ts');
  const named = 'a note of git-ai names the session';
  assert.deepEqual(
    lines.map(({ asked, because }) => (because === named ? asked?.text : 'not by the note')),
    ['Asked of one.', 'Asked of two.', 'not by the note'],
  );
});
