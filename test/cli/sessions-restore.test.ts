import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

/** A home whose Claude Code has the sessions of the example project, imported; and the newest of them. */
async function worked(context: TestContext): Promise<{ cairn: Cairn; projects: string; id: string; ref: string }> {
  const cairn = cairnIn(context);
  const projects = join(cairn.at.userHome, '.claude', 'projects');
  mkdirSync(projects, { recursive: true });
  cpSync(EXAMPLE, join(projects, '-example'), { recursive: true });
  assert.equal((await cairn.run(['import'])).code, 0);
  const { entries } = (await cairn.json(['sessions', '-a'])) as { entries: { id: string }[] };
  const id = entries[0]?.id ?? '';
  const { ref } = (await cairn.json(['sessions', 'show', id])) as { ref: string };
  return { cairn, projects, id, ref };
}

test('a session is exported as Markdown, and as lines that another home imports', async (context) => {
  const { cairn, id } = await worked(context);
  const { stdout } = await cairn.run(['sessions', 'export', id]);
  assert.match(stdout, /^# \S.*\n\nclaude-code, session /);
  assert.match(stdout, /^## Prompt · /m);
  const file = join(cairn.at.root, 'session.jsonl');
  assert.equal((await cairn.run(['sessions', 'export', id, file, '--as', 'jsonl'])).code, 0);
  assert.equal((await cairn.run(['sessions', 'export', id, file, '--as', 'jsonl'])).code, 1);
  const other = cairnIn(context);
  assert.equal((await other.run(['import', file])).code, 0);
  const { entries } = (await other.json(['sessions', '-a'])) as { entries: { id: string }[] };
  assert.deepEqual(
    entries.map((entry) => entry.id),
    [id],
  );
});

test('a deleted session is written again where its agent keeps it, over nothing, and is not imported anew', async (context) => {
  const { cairn, projects, id, ref } = await worked(context);
  const restore = ['sessions', 'restore', id];
  const refused = await cairn.run(restore);
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /Claude Code has the session/);

  rmSync(projects, { recursive: true });
  const planned = await cairn.run([...restore, '--dry-run']);
  assert.match(planned.stdout, /"restoredBy":"cairn"/);
  assert.ok(!existsSync(projects));
  const { files, resume } = await cairn.json(restore);
  assert.equal(resume, `claude --resume ${ref}`);
  const [{ path }] = files as [{ path: string }];
  assert.ok(path.endsWith(`${ref}.jsonl`) && readFileSync(path, 'utf8').includes('"type":"user"'));
  assert.equal((await cairn.run(restore)).code, 1);

  const { byEvent } = ((await cairn.json(['status'])) as { counts: { byEvent: unknown } }).counts;
  assert.equal((await cairn.run(['import'])).code, 0);
  assert.deepEqual(((await cairn.json(['status'])) as { counts: { byEvent: unknown } }).counts.byEvent, byEvent);
  assert.equal(readdirSync(projects).length, 1);
});
