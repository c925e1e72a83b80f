import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freshHome } from '../support/fresh-home.ts';
import { environmentOf } from '../support/run-owner.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program that imports the package by its name, as one that installed it would; gives what it prints as JSON. */
function runProgram(at: ReturnType<typeof freshHome>, source: string): unknown {
  const modules = join(at.project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(repository, join(modules, 'cairn-memory'));
  const file = join(at.project, 'program.mjs');
  writeFileSync(file, source);
  const printed = execFileSync(process.execPath, [file], { cwd: at.project, env: environmentOf(at), encoding: 'utf8' });
  return JSON.parse(printed);
}

test('a program imports the package by its name, is the owner, and closes it', (context) => {
  const at = freshHome(context);
  const result = runProgram(
    at,
    `import { CairnError, openMemory } from 'cairn-memory';
    const memory = await openMemory({ mode: 'embedded' });
    await memory.remember('We use pnpm, not npm.');
    const { hits } = await memory.search('do we use npm or pnpm?');
    let second;
    try { await openMemory({ mode: 'embedded' }); } catch (error) { second = error instanceof CairnError && error.code; }
    await memory.close();
    await (await openMemory({ mode: 'embedded' })).close();
    console.log(JSON.stringify({ titles: hits.map((hit) => hit.title), second }));`,
  );
  assert.deepEqual(result, { titles: ['We use pnpm, not npm.'], second: 'busy' });
});

test('a program reaches the owner, which is started for it and outlives it', (context) => {
  const at = freshHome(context);
  const result = runProgram(
    at,
    `import { openMemory } from 'cairn-memory';
    const memory = await openMemory();
    await memory.remember('The staging server is called heron.');
    const { owner } = await memory.status();
    const { hits } = await memory.search('name of the staging server');
    await memory.close();
    const reader = await openMemory({ readonly: true });
    const found = await reader.search('heron');
    let refused;
    try { await reader.remember('x'); } catch (error) { refused = error.code; }
    await reader.close();
    console.log(JSON.stringify({ pid: owner.pid, own: process.pid, hits: hits.length, found: found.hits.length, refused }));`,
  ) as { pid: number; own: number; hits: number; found: number; refused: string };
  context.after(() => process.kill(result.pid, 'SIGTERM'));
  assert.notEqual(result.pid, result.own);
  assert.deepEqual([result.hits, result.found, result.refused], [1, 1, 'not_allowed']);
});

test('the types of the package are those of its entry', (context) => {
  const at = freshHome(context);
  const modules = join(at.project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  symlinkSync(repository, join(modules, 'cairn-memory'));
  writeFileSync(join(at.project, 'package.json'), '{"type":"module"}');
  const use = `import { openMemory, type Hit, type Memory } from 'cairn-memory';
export async function first(): Promise<Hit | undefined> {
  const memory: Memory = await openMemory({ readonly: true });
  const { hits } = await memory.search({ query: 'x', limit: 1 });
  // @ts-expect-error a limit is a number
  await memory.search({ query: 'x', limit: '1' });
  return hits[0];
}
`;
  writeFileSync(join(at.project, 'use.ts'), use);
  const tsc = join(repository, 'node_modules/typescript/bin/tsc');
  const args = [
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--lib',
    'es2024,dom,esnext.disposable',
    'use.ts',
  ];
  execFileSync(process.execPath, [tsc, ...args], { cwd: at.project, stdio: 'pipe', encoding: 'utf8' });
});
