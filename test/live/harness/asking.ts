import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BEGIN_LINE } from '../../../src/privacy/own-words.ts';
import { ASKED, type ImportedAgent } from './imported.ts';
import type { Machine } from './machine.ts';
import type { RecordedRequest } from './model/messages.ts';
import { toolResultsIn } from './model/requests.ts';
import { PROJECT } from './story.ts';

/** The last argument of Cairn's server in an agent's settings. */
const MCP = /(?<=cairn"[^}]{0,60})"mcp"/;
const PROMPT_MS = 200_000;

/** True for settings in which Cairn's MCP server stands. */
export function servesCairn(text: string): boolean {
  return MCP.test(text);
}

/** Lets Cairn's MCP server serve all its tools, as a user who wants them does. */
export async function serveAll(path: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  assert.match(text, MCP);
  await writeFile(path, text.replace(MCP, '"mcp", "--tools", "all"'));
}

/** Puts a prompt; gives the requests that it led to. */
export async function put(
  { namespace }: Machine,
  { agent, argv, answer = '' }: { agent: ImportedAgent; argv: readonly string[]; answer?: string },
): Promise<readonly RecordedRequest[]> {
  const from = namespace.requests.length;
  const options = { cwd: PROJECT, env: agent.env(namespace.modelUrl), timeoutMs: PROMPT_MS };
  const { code, stdout, stderr } = await namespace.run(argv, options);
  assert.equal(code, 0, stdout + stderr);
  assert.ok(stdout.includes(answer), stdout + stderr);
  return namespace.requests.slice(from).filter((request) => request.answer !== undefined);
}

/** Each tool of Cairn's MCP server that the session asked gave the answer to it. */
export function assertAnswered(requests: readonly RecordedRequest[]): void {
  // What a hook added to a result says the same, and is no answer.
  const results = requests.flatMap(toolResultsIn).filter((text) => !text.includes(BEGIN_LINE));
  for (const { tool, says } of ASKED) {
    assert.ok(
      results.some((text) => text.includes(says)),
      `${tool} did not say "${says}": ${results.join('\n---\n')}`,
    );
  }
}

/** Sets an agent up that takes Cairn's MCP server alone, a second time without effect, and lets it serve all tools. */
export async function setUpServer({ cairn, namespace }: Machine, name: string, server: string): Promise<void> {
  assert.equal((await cairn.run(['setup', name, '--yes'])).code, 0);
  const path = join(namespace.home, server);
  const written = await readFile(path, 'utf8');
  assert.equal((await cairn.run(['setup', name, '--yes'])).code, 0);
  assert.equal(await readFile(path, 'utf8'), written, 'a second set-up changed something');
  await serveAll(path);
}
