import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../support/built-program.ts';
import { cairnIn } from '../support/run-cairn.ts';

const EXAMPLE = join(DIST, '../examples/sample-project/sessions');

test('a session, its threads and a file are told in the terminal', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['import', EXAMPLE])).code, 0);
  const { session } = (await cairn.json(['resume', '--project', '*'])) as { session: { id: string; cwd: string } };
  const story = await cairn.run(['story', session.id]);
  assert.equal(story.code, 0);
  assert.match(story.stdout, /^1\. \d{4}-\d\d-\d\d \d\d:\d\d p_\w{16} prompt /m);
  assert.match(story.stdout, /^ {4}src\/jobs\/purge-idempotency-keys\.ts: 1 change$/m);
  const { steps } = await cairn.json(['story', session.id]);
  assert.ok(Array.isArray(steps) && steps.length > 5);
  assert.doesNotMatch(story.stdout, /^ {4}[+-]/m);
  const { stdout: patched } = await cairn.run(['story', session.id, '--patch']);
  assert.match(patched, /^ {4}@@\n {4}\+import \{ sql \} from '\.\.\/db\/sql\.ts';$/m);
  const { entries } = (await cairn.json(['sessions', '-a'])) as { entries: { id: string }[] };
  const all = await Promise.all(entries.map(({ id }) => cairn.run(['story', id, '-p'])));
  assert.match(all.map(({ stdout }) => stdout).join(''), /^ {4}@@.*\n(?: {4} .*\n)* {4}-.+\n(?: {4}[+-].+\n)* {4}\+/m);
  const threads = await cairn.run(['threads', '--project', session.cwd]);
  assert.match(threads.stdout, /^ {2}\d{4}.* · (?:open|done)/m);
  const file = await cairn.run(['file', 'src/checkout/charge.ts', '--project', session.cwd]);
  assert.match(file.stdout, /^src\/checkout\/charge\.ts$/m);
  assert.match(file.stdout, /^Commits\n {2}\w{7} /m);
  const files = await cairn.run(['file', '--project', session.cwd]);
  assert.match(files.stdout, /^1\. src\/checkout\/charge\.ts {2}\d+ edits?/m);
  const titlesOf = async (...words: string[]): Promise<string[]> => {
    const { entries: found } = (await cairn.json(['sessions', '-a', ...words])) as { entries: { title: string }[] };
    return found.map(({ title }) => title);
  };
  const ofFile = await titlesOf('--file', 'purge-idempotency-keys.ts');
  assert.deepEqual(ofFile.length, 1);
  assert.match(ofFile[0] ?? '', /^Delete keys older than 24 hours/);
  assert.deepEqual(await titlesOf('--file', 'purge-idempotency-keys.ts', '--outcome', 'done'), []);
  assert.deepEqual(await titlesOf('--file', 'no/such/file.ts'), []);
  const done = await cairn.json(['sessions', '--project', '*', '--outcome', 'done']);
  assert.ok(Array.isArray(done.entries) && done.entries.length === 4);
});

test('says what is missing', async (context) => {
  const cairn = cairnIn(context);
  assert.equal((await cairn.run(['story', 's_aaaaaaaaaaaaaaaa'])).code, 1);
  assert.match((await cairn.run(['threads'])).stderr, /cairn import/);
  assert.match((await cairn.run(['file'])).stderr, /cairn import/);
});
