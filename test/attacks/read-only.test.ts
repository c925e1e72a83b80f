// A home that can only be read: commands read what is in it, write nothing, and say why where they would.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { attackIn } from '../support/attack.ts';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { type Ended, runProgram } from '../support/run-program.ts';
import { NOBODY } from '../support/two-users.ts';

/** What an agent asks over MCP at once: which protocol, which tools, and two calls of them. */
const ASKED = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'search', arguments: { query: 'walrus' } } },
  { id: 3, method: 'tools/call', params: { name: 'remember', arguments: { text: 'We use pnpm.' } } },
];

/** A `cairn` whose home is closed. */
interface Closed {
  run(...args: string[]): Promise<Ended>;
  /** Serves MCP, is asked `ASKED`, and gives the answer with an id. */
  serve(): Promise<(id: number) => string>;
}

/** Closes a home to writing and gives it to a user whom modes bind, which they do not root; runs the command line as that one. */
function closed(context: TestContext, cairn: Cairn): Closed {
  const { root, home } = cairn.at;
  context.after(() => spawnSync('chmod', ['-R', 'u+w', root]));
  const program = join(root, 'dist');
  cpSync(DIST, program, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  if (isRoot) assert.equal(spawnSync('chown', ['-R', `${NOBODY}:${NOBODY}`, root]).status, 0);
  assert.equal(spawnSync('chmod', ['-R', 'a-w', home]).status, 0);
  const options = { env: cairn.env, cwd: cairn.at.project, ...(isRoot ? { uid: NOBODY } : {}) };
  const cli = join(program, 'cli.js');
  return {
    run: (...args) => runProgram(process.execPath, [cli, ...args], options),
    async serve() {
      const server = spawn(process.execPath, [cli, 'mcp'], { ...options, stdio: ['pipe', 'pipe', 'inherit'] });
      context.after(() => server.kill());
      for (const message of ASKED) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const answers = new Map<number, string>();
      for await (const line of createInterface(server.stdout)) {
        const { id } = JSON.parse(line) as { id?: number };
        if (id !== undefined) answers.set(id, line);
        if (answers.size === 3) break;
      }
      server.stdin.end();
      return (id) => answers.get(id) ?? '';
    },
  };
}

const READS: Record<string, readonly string[]> = {
  search: ['search', '-a', 'walrus'],
  recall: ['recall', '-a', 'walrus'],
  context: ['context'],
  status: ['status'],
  sessions: ['sessions'],
  stats: ['stats'],
  export: ['export'],
  review: ['review', 'list', '-a'],
};

test('a home that has become read-only', async (context) => {
  const cairn = cairnIn(context);
  const { id } = await cairn.json(['remember', 'The walrus is at rest.']);
  await cairn.run(['worker', 'stop']);
  const { run, serve } = closed(context, cairn);
  const before = readdirSync(cairn.at.home).sort();
  for (const [name, args] of Object.entries({
    ...READS,
    get: ['get', String(id)],
    timeline: ['timeline', String(id)],
  })) {
    await attackIn(context, `a home that has become read-only can still be read by ${name}`, async () => {
      const { code, stdout, stderr } = await run(...args);
      assert.equal(code, 0, stderr);
      if (['search', 'recall', 'get', 'export'].includes(name)) assert.match(stdout, /walrus/);
      assert.match(stderr, /cannot be written/);
    });
  }
  for (const args of [
    ['remember', 'We use pnpm.'],
    ['forget', String(id), '--yes'],
    ['backup', 'create'],
  ]) {
    await attackIn(context, `what would write into it says why it does not: ${args[0]}`, async () => {
      const { code, stderr } = await run(...args);
      assert.equal(code, 1, stderr);
      assert.match(stderr, /^error: .*cannot be written.*\nfix: +.*writable/m);
    });
  }
  const answer = await serve();
  await attackIn(context, 'a home that has become read-only can still be read over MCP', () => {
    assert.match(answer(2), /walrus is at rest/);
  });
  await attackIn(context, 'what would write into it says why it does not: over MCP', () => {
    assert.match(answer(3), /"isError":true/);
    assert.match(answer(3), /cannot be written/);
  });
  assert.deepEqual(readdirSync(cairn.at.home).sort(), before);
});

test('one whose worker was killed before', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'The walrus is at rest.']);
  const { owner } = (await cairn.json(['status'])) as { owner: { pid: number } };
  process.kill(owner.pid, 'SIGKILL');
  const { run } = closed(context, cairn);
  await attackIn(context, 'what a killed worker left in the write-ahead file is read as well', async () => {
    const { code, stdout, stderr } = await run('search', '-a', 'walrus');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /walrus/);
  });
});
