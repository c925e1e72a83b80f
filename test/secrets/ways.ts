import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { ImportProgress } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import type { AgentEventInput, NoteInput } from '../../src/api/requests.ts';
import { renderHookScript } from '../../src/platform/hook-script.ts';
import { DIST } from '../support/built-program.ts';
import type { FreshHome } from '../support/fresh-home.ts';
import { PATIENT } from '../support/patience.ts';
import { runProgram } from '../support/run-program.ts';
import { environmentOf } from '../support/run-worker.ts';
import type { Fill } from './fill.ts';
import { type HookCall, hookCalls } from './hook-payloads.ts';
import { transcriptFiles } from './transcript-lines.ts';

const HOOK = fileURLToPath(new URL('../../src/bin/hook.sh', import.meta.url));
const AT_ONCE = 4;
/** What no way may do without being told. */
const ENVIRONMENT = { CAIRN_WORKER_START: 'never' };

/** Runs the hook script of a home for each call, a few at once. Whether a worker answers or not is the home's matter. */
export async function callHooks(at: FreshHome, calls: readonly HookCall[]): Promise<void> {
  assert.ok(existsSync(join(DIST, 'build.json')), 'dist/ is not built: npm run build');
  const hook = join(at.home, 'bin', 'hook');
  mkdirSync(join(at.home, 'bin'), { recursive: true });
  const template = readFileSync(HOOK, 'utf8');
  const parts = { home: at.home, node: process.execPath, app: DIST, person: at.userHome, deadlines: PATIENT };
  writeFileSync(hook, renderHookScript(template, parts));
  chmodSync(hook, 0o755);
  const env = { ...environmentOf(at), ...ENVIRONMENT };
  const waiting = [...calls];
  const run = async (): Promise<void> => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      const input = typeof call.payload === 'string' ? call.payload : JSON.stringify(call.payload);
      const { code, stderr } = await runProgram(hook, ['claude-code', call.event], { input, env });
      assert.deepEqual([code, stderr], [0, ''], call.event);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, run));
}

/** The hooks of a session in the project of a home. */
export function sessionHooks(at: FreshHome, fill: Fill): HookCall[] {
  const transcript = join(at.userHome, '.claude', 'projects', '-shop', `${fill.name}.jsonl`);
  return hookCalls(fill, { cwd: at.project, id: `${fill.name}-session`, transcript });
}

/** Writes the transcripts of a session where the agent keeps them. */
export function writeTranscripts(at: FreshHome, fill: Fill, session = `${fill.name}-session`): void {
  const folder = join(at.userHome, '.claude', 'projects', '-shop');
  mkdirSync(join(folder, session, 'subagents'), { recursive: true });
  const { main, subagent } = transcriptFiles(fill, { id: session, cwd: at.project });
  writeFileSync(join(folder, `${session}.jsonl`), main);
  writeFileSync(join(folder, session, 'subagents', `agent-${fill.name}sub.jsonl`), subagent);
  writeFileSync(join(folder, session, 'subagents', `agent-${fill.name}sub.meta.json`), '{"agentType":"Explore"}');
}

/** Imports all transcripts of the agents of a home. */
export async function importAll(memory: Memory): Promise<ImportProgress> {
  let last: ImportProgress | undefined;
  for await (const progress of memory.import({})) last = progress;
  assert.ok(last?.done);
  assert.deepEqual(last.errors, []);
  return last;
}

/** Records an event of every kind, a conversation and notes, and asks. */
export async function callSdk(memory: Memory, fill: Fill): Promise<void> {
  const sessionId = `${fill.name}-session`;
  const recorded = await memory.record(
    recordedEvents(fill).map((event) => ({ sessionId, ...event }) as AgentEventInput),
  );
  assert.deepEqual(recorded.skipped, []);
  const messages = [
    { role: 'user', content: fill.text('message of a user') },
    { role: 'assistant', content: fill.text('message of an assistant') },
  ] as const;
  await memory.record({ sessionId, messages: [...messages] });
  await memory.remember(fill.text('plain note'));
  await memory.remember(fullNote(fill));
  await ask(memory, fill);
}

function recordedEvents(fill: Fill): (Partial<AgentEventInput> & { kind: string })[] {
  return [
    { kind: 'session.start', trigger: 'startup' },
    { kind: 'prompt', text: fill.text('prompt') },
    { kind: 'message', text: fill.text('message') },
    { kind: 'tool.start', tool: 'Bash', input: { command: fill.text('command') } },
    { kind: 'tool.end', tool: 'Bash', input: { command: 'make' }, output: fill.text('output'), success: true },
    { kind: 'tool.end', tool: 'query', input: fill.json('input of a tool'), output: 'x', result: 'y' },
    { kind: 'tool.end', tool: 'query', input: { sql: 'select 1' }, output: '', result: fill.json('structured result') },
    { kind: 'tool.end', tool: 'Bash', input: { command: 'make' }, output: fill.text('error'), success: false },
    { kind: 'subagent.start', type: 'Explore', task: fill.text('task') },
    { kind: 'subagent.end', type: 'Explore', result: fill.text("subagent's result") },
    { kind: 'compact.end', trigger: 'auto', summary: fill.text('summary of a compaction') },
    { kind: 'turn.failed', error: fill.text('failure of a turn') },
    { kind: 'notification', message: fill.text('notification') },
    { kind: 'permission', tool: 'Bash', input: { command: fill.text('permission') }, denied: false },
    { kind: 'noted', text: fill.text('noted'), detail: { reason: fill.text('reason') } },
    { kind: 'turn.end', unknown: fill.json('unknown field') },
  ];
}

function fullNote(fill: Fill): NoteInput {
  return {
    text: fill.text('note'),
    title: fill.text('title'),
    kind: 'decision',
    severity: fill.text('severity'),
    alternatives: [fill.text('alternative')],
    reason: fill.text('reason of a note'),
    concepts: [fill.text('concept')],
    files: [fill.text('file')],
    metadata: fill.json('metadata'),
    ref: `${fill.name} ${fill.text('ref')}`,
  };
}

/** Questions leave nothing at all, whatever they hold. */
async function ask(memory: Memory, fill: Fill): Promise<void> {
  await memory.search(fill.dropped('question'));
  await memory.search({ query: 'x', file: fill.dropped('file of a question'), explain: true });
  await memory.context({ prompt: fill.dropped('prompt of a question'), sessionId: `${fill.name}-session` });
  await memory.get([fill.dropped('id')]);
}

/** Calls every tool of the MCP server, in a process of its own. */
export async function callMcp(at: FreshHome, fill: Fill): Promise<void> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(DIST, 'mcp.js')],
    env: { ...environmentOf(at), ...ENVIRONMENT, CLAUDE_PROJECT_DIR: at.project },
    cwd: at.project,
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    const call = async (name: string, args: Record<string, unknown>): Promise<void> => {
      const result = await client.callTool({ name, arguments: args });
      assert.notEqual(result.isError, true, JSON.stringify(result.content));
    };
    await call('remember', {
      text: fill.text('note'),
      title: fill.text('title'),
      kind: 'decision',
      reason: fill.text('reason'),
      alternatives: [fill.text('alternative')],
      files: [fill.text('file')],
    });
    await call('search', { query: fill.dropped('question') });
    await call('context', { prompt: fill.dropped('prompt of a question'), file: fill.dropped('file of a question') });
    await call('get', { ids: [fill.dropped('id')] });
  } finally {
    await client.close();
  }
}

/** Runs `cairn remember` with options and with stdin, and asks. */
export async function callCli(at: FreshHome, fill: Fill): Promise<void> {
  const run = async (args: readonly string[], input = ''): Promise<void> => {
    const env = { ...environmentOf(at), ...ENVIRONMENT };
    const options = { input, env, cwd: at.project };
    const { code, stdout, stderr } = await runProgram(process.execPath, [join(DIST, 'cli.js'), ...args], options);
    assert.equal(code, 0, stderr + stdout);
  };
  await Promise.all([
    run(['remember', fill.text('argument')]),
    run(['remember', '-', '--json'], fill.text('stdin')),
    run([
      ...['remember', 'We use pnpm', '--title', fill.text('title'), '--reason', fill.text('reason')],
      ...['--alternative', fill.text('alternative'), '--file', fill.text('file'), '--kind', 'decision'],
    ]),
    run(['search', fill.dropped('question'), '--json']),
    run(['context', fill.dropped('prompt of a question')]),
  ]);
}
