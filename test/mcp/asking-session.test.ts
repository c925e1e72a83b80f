import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { DIST } from '../support/built-program.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { clientOf, socketOf } from '../support/run-worker.ts';

/** A client of MCP: how it calls itself, in which era, and what its agent adds to the environment and to each call. */
interface Asking {
  name: string;
  modern?: boolean;
  env?: Readonly<Record<string, string>>;
  meta?: Record<string, unknown>;
}

/** What a search for the basket tells that client. */
async function found(context: TestContext, { at, env }: Cairn, asking: Asking): Promise<string> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(DIST, 'cli.js'), 'mcp'],
    env: { ...env, ...asking.env },
    stderr: 'pipe',
    cwd: at.project,
  });
  const mode = asking.modern === true ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client({ name: asking.name, version: '1' }, mode);
  await client.connect(transport);
  context.after(() => client.close());
  const { content } = await client.callTool({
    name: 'search',
    arguments: { query: 'basket' },
    ...(asking.meta && { _meta: asking.meta }),
  });
  return JSON.stringify(content);
}

/** A session at work in the project, of an agent with hooks, that learnt something just now. */
async function work({ at }: Cairn, agent: string): Promise<void> {
  const memory = clientOf(at, socketOf(at), { surface: 'cli' });
  const now = Date.now();
  const bodies = [
    { kind: 'session.start' },
    { kind: 'prompt', text: `Look at the basket (${agent})` },
    { kind: 'message', text: `The basket rounds its coupon twice, says ${agent}.` },
  ];
  const place = { sessionId: 'at-work', agent, cwd: at.project };
  await memory.record(bodies.map((body, i) => ({ ...body, ...place, at: now - 9_000 + i * 1_000, number: String(i) })));
  await memory.settled();
}

const CLAUDE = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'at-work' };

test('an agent without hooks finds what another session learns at that moment', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'Deploys go out on Tuesdays only.']);
  await work(cairn, 'claude-code');
  for (const modern of [false, true]) {
    assert.match(await found(context, cairn, { name: 'my-agent', modern }), /rounds its coupon twice/);
    // Started from a shell of the other agent, it has that one's environment.
    assert.match(await found(context, cairn, { name: 'my-agent', modern, env: CLAUDE }), /rounds its coupon twice/);
  }
  assert.match(await found(context, cairn, { name: 'claude-code' }), /rounds its coupon twice/);
});

test('what an agent has in its context is left out where it names its session', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'Deploys go out on Tuesdays only.']);
  await work(cairn, 'claude-code');
  const leftOut = /Left out, as the session that asks has it/;
  for (const modern of [false, true]) {
    const answer = await found(context, cairn, { name: 'claude-code', modern, env: CLAUDE });
    assert.doesNotMatch(answer, /rounds its coupon/);
    assert.match(answer, leftOut);
  }
  const nested = { ...CLAUDE, OPENCODE: '1' };
  assert.match(await found(context, cairn, { name: 'claude-code', env: nested }), /rounds its coupon/);

  await work(cairn, 'codex');
  const codex = { name: 'codex-mcp-client', meta: { 'x-codex-turn-metadata': { session_id: 'at-work' } } };
  const answer = await found(context, cairn, codex);
  assert.doesNotMatch(answer, /says codex/);
  assert.match(answer, /says claude-code/);
  assert.match(answer, leftOut);
});

test('the command line leaves out the session of the agent that runs it', async (context) => {
  const cairn = cairnIn(context);
  await cairn.run(['remember', 'Deploys go out on Tuesdays only.']);
  await work(cairn, 'claude-code');
  assert.match((await cairn.run(['search', 'basket'])).stdout, /rounds its coupon/);
  assert.doesNotMatch((await cairn.run(['search', 'basket'], { env: CLAUDE })).stdout, /rounds its coupon/);
});
