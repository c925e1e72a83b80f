import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

async function withNotes(context: TestContext): Promise<{ cairn: Cairn; heron: string; egret: string }> {
  const cairn = cairnIn(context);
  const heron = await cairn.json(['remember', 'The heron queue retries with back-off since the API is slow']);
  const egret = await cairn.json(['remember', 'The egret queue never retries']);
  return { cairn, heron: String(heron.id), egret: String(egret.id) };
}

suite('cairn collections', () => {
  test('makes, lists, shows, changes and deletes collections, and brings one back', async (context) => {
    const { cairn, heron, egret } = await withNotes(context);
    assert.match((await cairn.run(['collections'])).stderr, /There are no collections/);
    const made = await cairn.run(['collections', 'create', 'birds', heron, '--description', 'both queues']);
    assert.match(made.stdout, /^c_[a-z2-7]{16} {2}birds\n +1 memory · changed .* · both queues\n$/);
    await cairn.run(['collections', 'add', 'birds', egret]);
    assert.match(
      (await cairn.run(['collections', 'show', 'birds'])).stdout,
      /1\. The heron queue[\s\S]*2\. The egret queue/,
    );
    await cairn.run(['collections', 'remove', 'birds', heron]);
    await cairn.run(['collections', 'rename', 'birds', 'waders']);
    assert.match((await cairn.run(['collections'])).stdout, /waders\n +1 memory/);
    assert.equal((await cairn.run(['collections', 'delete', 'waders'])).code, 0);
    assert.equal((await cairn.run(['collections', 'show', 'waders'])).code, 1);
    assert.match((await cairn.run(['collections', 'list', '--deleted'])).stdout, /waders/);
    await cairn.run(['collections', 'undelete', 'waders']);
    assert.match((await cairn.run(['collections'])).stdout, /waders/);
  });

  test('answers a question from one, and writes one into a file', async (context) => {
    const { cairn, heron } = await withNotes(context);
    await cairn.run(['collections', 'create', 'retries', '--query', 'retries with back-off', '--live']);
    const asked = await cairn.run(['collections', 'ask', 'retries', 'why', 'does the heron queue retry?']);
    assert.match(asked.stdout, new RegExp(`${heron} observation.*\\n.*since the API is slow`));
    const written = await cairn.run(['collections', 'export', 'retries', '--format', 'plain', '-o', 'retries.txt']);
    assert.equal(written.code, 0, written.stderr);
    assert.match(readFileSync(join(cairn.at.project, 'retries.txt'), 'utf8'), /^retries\n\nThe heron queue/);
    assert.equal((await cairn.run(['collections', 'export', 'retries', '-o', 'retries.txt'])).code, 1);
  });

  test('says what is missing', async (context) => {
    const { cairn } = await withNotes(context);
    for (const args of [['show'], ['create'], ['create', 'x'], ['add', 'x'], ['ask', 'x'], ['fly']]) {
      const { code, stderr } = await cairn.run(['collections', ...args]);
      assert.ok(code === 2 || code === 1, args.join(' '));
      assert.match(stderr, /^error: [\s\S]*\nfix: /);
    }
  });
});
