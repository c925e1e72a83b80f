import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { homePaths } from '../../src/config/paths.ts';
import { openHomeDoor } from '../../src/ingest/home-door.ts';
import { writeJournal } from '../../src/ingest/journal.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { environmentOf } from '../support/run-worker.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program that imports the package by its name, as one that installed it would; gives what it prints as JSON. */
function runProgram(at: FreshHome, source: string, other: Record<string, string> = {}): unknown {
  const modules = join(at.project, 'node_modules');
  mkdirSync(modules, { recursive: true });
  if (!existsSync(join(modules, 'cairn-memory'))) symlinkSync(repository, join(modules, 'cairn-memory'));
  const file = join(at.project, 'program.mjs');
  writeFileSync(file, source);
  const printed = execFileSync(process.execPath, [file], {
    cwd: at.project,
    env: { ...environmentOf(at), ...other },
    encoding: 'utf8',
  });
  return JSON.parse(printed);
}

test('a program imports the package by its name, is the worker, and closes it', (context) => {
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

test('a program reaches the worker, which is started for it and outlives it', (context) => {
  const at = freshHome(context);
  const result = runProgram(
    at,
    `import { openMemory } from 'cairn-memory';
    const memory = await openMemory();
    await memory.remember('The staging server is called heron.');
    const { owner: worker } = await memory.status();
    const { hits } = await memory.search('name of the staging server');
    await memory.close();
    const reader = await openMemory({ readonly: true });
    const found = await reader.search('heron');
    let refused;
    try { await reader.remember('x'); } catch (error) { refused = error.code; }
    await reader.close();
    console.log(JSON.stringify({ pid: worker.pid, own: process.pid, hits: hits.length, found: found.hits.length, refused }));`,
  ) as { pid: number; own: number; hits: number; found: number; refused: string };
  context.after(() => process.kill(result.pid, 'SIGTERM'));
  assert.notEqual(result.pid, result.own);
  assert.deepEqual([result.hits, result.found, result.refused], [1, 1, 'not_allowed']);
});

/** The programs that the README shows, in its section "SDK". */
function readmePrograms(): string[] {
  const [, section = ''] = readFileSync(join(repository, 'README.md'), 'utf8').split('## SDK\n');
  const [own = ''] = section.split('\n## ');
  return [...own.matchAll(/```ts\n(.*?)```/gs)].map(([, program = '']) => program);
}

test('the programs of the README run', (context) => {
  const at = freshHome(context);
  const programs = readmePrograms();
  assert.ok(programs.length >= 2);
  const last = programs.at(-1) ?? '';
  for (const program of programs.slice(0, -1)) runProgram(at, `${program}\nconsole.log(JSON.stringify(hits.length));`);
  const told = `${last.replace(/console\.log\(.*?\);/, 'kinds.push(event.kind);').replace('\n\n', '\nconst kinds = [];\n\n')}
    console.log(JSON.stringify({
      kinds, hits: hits.length, entries: entries.length, records: records.length, sessions: sessions.entries.length,
      text: text.includes('Migrations'), block: typeof block.text, nextCursor, pid: (await memory.status()).owner.pid,
    }));`;
  const result = runProgram(at, told) as Record<string, unknown>;
  context.after(() => process.kill(result.pid as number, 'SIGTERM'));
  assert.deepEqual(result.kinds, ['noted', 'prompt', 'message', 'prompt', 'noted', 'revised']);
  assert.ok(
    (result.hits as number) >= 2 && result.records === result.hits && (result.entries as number) >= 1,
    JSON.stringify(result),
  );
  assert.deepEqual([result.text, result.block], [true, 'string']);
});

test('the programs of docs/reference/sdk.md run', (context) => {
  const at = freshHome(context);
  const page = readFileSync(join(repository, 'docs/reference/sdk.md'), 'utf8');
  const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(([, program = '']) => program);
  assert.equal(programs.length, 3);
  const told = 'console.log(JSON.stringify({ pid: (await memory.status()).owner.pid }));';
  for (const program of programs) {
    // What a program prints is left out, so that the one line of `told` is all that there is.
    const { pid } = runProgram(at, `${program.replace(/console\.(?:log|error)\(/g, 'void (')}\n${told}`) as {
      pid: number;
    };
    context.after(() => {
      try {
        process.kill(pid, 'SIGTERM');
      } catch (error) {
        assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH');
      }
    });
  }
});

test('a program that an agent runs is an agent: it hides, and does not erase', (context) => {
  const at = freshHome(context);
  const result = runProgram(
    at,
    `import { openMemory } from 'cairn-memory';
    const memory = await openMemory({ mode: 'embedded' });
    const { id } = await memory.remember('We use pnpm, not npm.');
    const { state } = await memory.forget({ ids: [id] });
    let refused;
    try { await memory.forget({ query: 'pnpm' }); } catch (error) { refused = error.code; }
    const { records } = await memory.get(id);
    await memory.close();
    console.log(JSON.stringify({ state, refused, hidden: records[0].detail.hidden }));`,
    { CLAUDECODE: '1' },
  );
  assert.deepEqual(result, { state: 'hidden', refused: 'not_allowed', hidden: true });
});

test('the signal closes a memory, and one that had aborted opens none', (context) => {
  const at = freshHome(context);
  const result = runProgram(
    at,
    `import { openMemory } from 'cairn-memory';
    const stop = new AbortController();
    const codes = [];
    const memory = await openMemory({ signal: stop.signal, project: '.' });
    const { owner: worker } = await memory.status();
    stop.abort();
    try { await memory.search('x'); } catch (error) { codes.push(error.code); }
    try { await openMemory({ signal: stop.signal }); } catch (error) { codes.push(error.code); }
    console.log(JSON.stringify({ codes, pid: worker.pid }));`,
  ) as { codes: string[]; pid: number };
  context.after(() => process.kill(result.pid, 'SIGTERM'));
  assert.deepEqual(result.codes, ['cancelled', 'cancelled']);
});

test('an embedded memory takes in what hooks left in the journal', (context) => {
  const at = freshHome(context);
  const settings = { 'privacy.excludePaths': [], 'privacy.excludeProjects': [], 'privacy.maxChars': 100_000 };
  const paths = homePaths(at.home);
  mkdirSync(at.home, { recursive: true });
  const event = openHomeDoor({ paths, settings }).clean({
    agent: 'claude-code',
    agentSession: 's1',
    at: 1_700_000_000_000,
    cwd: at.project,
    identity: { content: 'a heron', origin: 'a heron' },
    source: 'hook',
    body: { kind: 'prompt', text: 'The staging server is called heron.', origin: 'unknown' },
  });
  assert.ok(event);
  const entry = { version: 1, agent: 'claude-code', event: 'UserPromptSubmit', delivery: 'd1', at: event.at } as const;
  writeJournal(paths.journal, { ...entry, events: [event], reconcile: 'never', skipped: {} });
  const result = runProgram(
    at,
    `import { openMemory } from 'cairn-memory';
    const memory = await openMemory({ mode: 'embedded' });
    while ((await memory.status()).journal.files > 0) await new Promise((next) => setTimeout(next, 10));
    await memory.settled();
    const { hits } = await memory.search('heron');
    await memory.close();
    const reader = await openMemory({ readonly: true });
    const kinds = [];
    for await (const event of reader.events({ follow: false })) kinds.push(event.kind);
    console.log(JSON.stringify({ hits: hits.map((hit) => hit.kind), kinds }));`,
  ) as { hits: string[]; kinds: string[] };
  assert.ok(result.hits.includes('prompt'));
  assert.deepEqual(result.kinds, ['prompt']);
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
