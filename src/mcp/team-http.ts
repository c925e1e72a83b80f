import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Memory } from '../api/contract.ts';
import * as LIMITS from '../core/limits.ts';
import { createServer } from './create-server.ts';
import { ALL_TEAM_TOOLS, TEAM_TOOLS } from './tools.ts';

/** Answers a request to `/mcp` by a memory that whoever asks may read. */
export type TeamMcp = (request: Request, memory: Memory) => Promise<Response>;

/**
 * MCP over streamable HTTP for a team's server: tools that read, and nothing else. Each request is answered by itself, by the
 * memory that is handed in with it. `?tools=all` in the address gives all tools.
 */
export function createTeamMcp({ version, leaving }: { version: string; leaving: AbortSignal }): TeamMcp {
  const handlerOf = (tools: typeof TEAM_TOOLS) =>
    createMcpHandler(
      ({ authInfo }) => {
        const memory = authInfo?.extra?.memory as Memory;
        return createServer({ version, tools, memory: async () => memory, subscribe: false, isTeam: true });
      },
      { maxRequestBodySize: LIMITS.payloadBytes },
    );
  const handlers = { some: handlerOf(TEAM_TOOLS), all: handlerOf(ALL_TEAM_TOOLS) };
  leaving.addEventListener('abort', () => {
    for (const handler of Object.values(handlers)) void handler.close();
  });
  return async (request, memory) => {
    const handler = new URL(request.url).searchParams.get('tools') === 'all' ? handlers.all : handlers.some;
    const authInfo = { token: '', clientId: 'cairn', scopes: [], extra: { memory } };
    const response = await handler.fetch(request, { authInfo });
    // Whether the connection stays is between the client and the server below.
    response.headers.delete('connection');
    return response;
  };
}
