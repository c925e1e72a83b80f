import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';

const AGENT = { CLAUDECODE: '1' };

/** A home with a transcript of January in which a command ran four times. */
async function withPast(context: TestContext): Promise<Cairn> {
  const cairn = cairnIn(context);
  const folder = join(cairn.at.userHome, '.claude', 'projects', '-shop');
  mkdirSync(folder, { recursive: true });
  const line = (n: number, value: object): string =>
    JSON.stringify({
      sessionId: '7f0c6a52-0000-4000-8000-000000000001',
      cwd: cairn.at.project,
      uuid: `00000000-0000-4000-8000-00000000000${n}`,
      timestamp: `2026-01-0${1 + (n >> 1)}T10:00:00.000Z`,
      ...value,
    });
  const runs = [1, 2, 3, 4].flatMap((n) => [
    line(2 * n - 1, {
      type: 'assistant',
      message: {
        role: 'assistant',
        content: [{ type: 'tool_use', id: `t${n}`, name: 'Bash', input: { command: 'make walrus' } }],
      },
    }),
    line(2 * n, {
      type: 'user',
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: `t${n}`, content: `walrus in ${n} ms` }] },
    }),
  ]);
  const path = join(folder, '7f0c6a52-0000-4000-8000-000000000001.jsonl');
  writeFileSync(path, `${runs.join('\n')}\n`);
  await cairn.run(['import', path]);
  return cairn;
}

async function observed(cairn: Cairn): Promise<number> {
  const { hits } = (await cairn.json(['search', '-a', 'walrus', '--kind', 'observation'])) as { hits: unknown[] };
  return hits.length;
}

suite('cairn prune and consolidate', () => {
  test('show what would go, do it with the token of the plan, and undo it', async (context) => {
    const cairn = await withPast(context);
    const before = await observed(cairn);
    assert.ok(before > 0);
    const dry = await cairn.run(['prune', '--older-than', '30d', '--dry-run']);
    assert.match(dry.stderr, /^\d memories would be hidden, about [\s\S]*command \d/);
    const token = /--confirm (\w+)/.exec(dry.stderr)?.[1] ?? '';
    const done = await cairn.run(['prune', '--older-than', '30d', '--confirm', token]);
    assert.match(done.stdout, new RegExp(`^retired \\d memories \\(${token}\\)\\n$`));
    assert.ok((await observed(cairn)) < before);
    assert.match(
      (await cairn.run(['prune', '--older-than', '30d', '--dry-run'])).stderr,
      new RegExp(`already:\\n {2}${token}`),
    );
    assert.match((await cairn.run(['prune', '--undo', token])).stdout, /^restored/);
    assert.equal(await observed(cairn), before);
  });

  test('ask before they act; --yes answers, and an agent may only look', async (context) => {
    const cairn = await withPast(context);
    const unasked = await cairn.run(['consolidate']);
    assert.equal(unasked.code, 2);
    assert.match(unasked.stderr, /fix: {3}cairn consolidate --yes/);
    const agent = await cairn.run(['consolidate', '--yes'], { env: AGENT });
    assert.equal(agent.code, 1);
    assert.match(agent.stderr, /An agent may preview/);
    const done = await cairn.run(['consolidate', '--yes']);
    assert.match(done.stdout, /^retired \d memories/m);
    assert.match((await cairn.run(['search', '-a', 'walrus', '--kind', 'observation'])).stdout, /\d times, 2026-01-0/);
  });
});
