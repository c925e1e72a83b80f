import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Caller } from '../../../src/api/contract.ts';
import type { LocalMemory } from '../../../src/memory/local.ts';
import { openFresh } from '../../support/fresh-home.ts';

function openWith(context: TestContext, caller: Partial<Caller>) {
  const { memory, at } = openFresh(context, { caller, ignorable: /question about code failed/ });
  const other = join(at.userHome, 'other');
  for (const [folder, name] of [
    [at.project, 'own'],
    [other, 'others'],
  ] as const) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{}');
    writeFileSync(join(folder, 'a.ts'), `export function ${name}(): void {}\n`);
  }
  return { memory, at, other };
}

/** A hook of an agent that works in a folder. */
async function work(memory: LocalMemory, cwd: string): Promise<void> {
  const payload = JSON.stringify({ session_id: 's2', cwd, hook_event_name: 'UserPromptSubmit', prompt: 'Mend it.' });
  await memory.takeHook({ agent: 'claude-code', event: 'UserPromptSubmit', payload, delivery: 'd1', at: Date.now() });
  await memory.settled();
}

const UNKNOWN = { code: 'not_found', message: 'There is no such project.' };

test('an agent reads its own project, and another one once sessions worked there', async (context) => {
  const { memory, other } = openWith(context, { surface: 'mcp' });
  const [own] = (await memory.smartSearch('own')).symbols;
  assert.equal(own?.path, 'a.ts');
  await assert.rejects(memory.smartSearch({ query: 'others', project: other }), UNKNOWN);
  await assert.rejects(memory.smartOutline({ path: 'a.ts', project: '../other' }), UNKNOWN);
  await assert.rejects(memory.smartOutline({ path: '../other/a.ts' }), { code: 'not_allowed' });
  await memory.record({ sessionId: 's1', cwd: other, messages: [{ role: 'user', content: 'Mend the others.' }] });
  await memory.remember({ text: 'The others are mended.', project: other });
  await assert.rejects(memory.smartSearch({ query: 'others', project: other }), UNKNOWN, 'by its own word');
  await work(memory, other);
  const [known] = (await memory.smartSearch({ query: 'others', project: other })).symbols;
  assert.equal(known?.name, 'others');
  assert.equal((await memory.smartUnfold({ symbol: 'others', project: 'other' })).path, 'a.ts');
});

for (const [way, caller] of Object.entries<Partial<Caller>>({
  'the routes': { surface: 'http' },
  MCP: { surface: 'mcp', agent: true, byTcp: true },
}))
  test(`who comes by TCP, over ${way}, reads only what sessions worked in, its own folder too`, async (context) => {
    const { memory, at } = openWith(context, caller);
    await assert.rejects(memory.why({ path: 'a.ts', line: 1 }), { code: 'not_found' });
    await assert.rejects(memory.smartSearch('own'), { code: 'not_found' });
    await memory.record({ sessionId: 's1', cwd: at.project, messages: [{ role: 'user', content: 'Mend it.' }] });
    await assert.rejects(memory.smartSearch('own'), { code: 'not_found' }, 'by its own word');
    await work(memory, at.project);
    assert.equal((await memory.smartSearch('own')).symbols[0]?.name, 'own');
  });

test('a person names any folder', async (context) => {
  const { memory, other } = openWith(context, { surface: 'cli' });
  assert.equal((await memory.smartSearch({ query: 'others', project: other })).symbols[0]?.name, 'others');
  await assert.rejects(memory.smartSearch({ query: 'a', project: '/' }), UNKNOWN);
});
