import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Listening } from '../../src/api/http-answers.ts';
import { isJsonObject, type JsonObject } from '../../src/core/json.ts';
import { DIST } from './built-program.ts';
import type { FreshHome } from './fresh-home.ts';
import { environmentOf, type RunningWorker } from './run-worker.ts';
import { listenAt } from './tcp-request.ts';

const CLI = join(DIST, 'cli.js');

/** The two revisions of the protocol that are served. */
export type Era = '2025-11-25' | '2026-07-28';

/** How a client reaches the server. */
export interface Way {
  name: string;
  era: Era;
  /** Connects the official client; all tools with `all`. */
  connect(context: TestContext, worker: RunningWorker, options?: { all?: boolean }): Promise<Client>;
}

/** Every way to reach the server: two transports, two eras. */
export const WAYS: readonly Way[] = (['2025-11-25', '2026-07-28'] as const).flatMap((era) => [
  {
    name: `${era} on standard input and output`,
    era,
    async connect(context, { at }, { all = false } = {}) {
      const client = clientOf(context, era);
      await client.connect(stdio(at, all ? ['--tools', 'all'] : []));
      return client;
    },
  },
  {
    name: `${era} over HTTP`,
    era,
    async connect(context, { at, socket }, { all = false } = {}) {
      const client = clientOf(context, era);
      await client.connect(overHttp(await listenAt(socket), at.project, all ? '?tools=all' : ''));
      return client;
    },
  },
]);

/** Calls a tool and gives its text, its data and whether it failed. */
export async function callTool(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ text: string; data: JsonObject; isError: boolean }> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  const [first] = content;
  assert.ok(first?.type === 'text' && isJsonObject(structuredContent));
  return { text: first.text, data: structuredContent, isError: isError === true };
}

function clientOf(context: TestContext, era: Era): Client {
  const versionNegotiation = { mode: era === '2026-07-28' ? { pin: era } : ('legacy' as const) };
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  context.after(() => client.close());
  return client;
}

function stdio(at: FreshHome, args: readonly string[]): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    env: { ...environmentOf(at), CLAUDE_PROJECT_DIR: at.project },
    cwd: at.project,
  });
}

function overHttp({ url, token }: Listening, cwd: string, query: string): StreamableHTTPClientTransport {
  const headers = { authorization: `Bearer ${token}`, 'x-cairn-cwd': encodeURIComponent(cwd) };
  return new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), { requestInit: { headers } });
}
