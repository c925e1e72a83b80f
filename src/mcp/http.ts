import { createMcpHandler, InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server';
import type { Caller, Memory } from '../api/contract.ts';
import * as LIMITS from '../core/limits.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { createServer } from './create-server.ts';
import { followChanges } from './follow-changes.ts';
import { ALL_TOOLS, TOOLS } from './tools.ts';

/** Streams of changes that may be open at once. */
const STREAMS = 200;

/** What MCP over HTTP needs. */
export interface McpHttpDeps {
  version: string;
  /** The memory for who asks. */
  memoryFor: (caller: Caller) => Memory;
  /** Aborts when the worker leaves: streams end. */
  leaving: AbortSignal;
}

/** Answers a request to `/mcp` of a caller whose right to ask was checked. */
export type McpHttp = (request: Request, caller: Caller) => Promise<Response>;

/**
 * MCP over streamable HTTP, of both eras and without a session of the protocol: each request is answered by itself. Whoever
 * asks is an agent; its project is that of the folder which its header names. `?tools=all` in the address gives all tools.
 */
export function createMcpHttp({ version, memoryFor, leaving }: McpHttpDeps): McpHttp {
  const agents = (caller: Caller): Caller => ({ ...caller, surface: 'mcp', person: false, agent: true, byTcp: true });
  const bus = followingBus(() => memoryFor(agents({ surface: 'mcp', person: false })));
  const handlerOf = (tools: typeof TOOLS) =>
    createMcpHandler(
      ({ era, authInfo }) => {
        const asks = authInfo?.extra?.caller as Caller;
        const memory = async (asking?: string) => memoryFor({ ...asks, ...omitUndefined({ asking }) });
        return createServer({ version, tools, memory, subscribe: era === 'modern' });
      },
      { bus, maxSubscriptions: STREAMS, maxRequestBodySize: LIMITS.payloadBytes },
    );
  const handlers = { some: handlerOf(TOOLS), all: handlerOf(ALL_TOOLS) };
  leaving.addEventListener('abort', () => {
    for (const handler of Object.values(handlers)) void handler.close();
  });
  return async (request, caller) => {
    const handler = new URL(request.url).searchParams.get('tools') === 'all' ? handlers.all : handlers.some;
    const extra = { caller: agents(caller) };
    const response = await handler.fetch(request, { authInfo: { token: '', clientId: 'cairn', scopes: [], extra } });
    // Whether the connection stays is between the client and the server below.
    response.headers.delete('connection');
    return response;
  };
}

/** A bus that follows the log only while someone listens. */
function followingBus(memory: () => Memory): ServerEventBus {
  const bus = new InMemoryServerEventBus();
  let following: ReturnType<typeof followChanges> | undefined;
  return {
    publish: (event) => bus.publish(event),
    subscribe(listener) {
      const end = bus.subscribe(listener);
      following ??= followChanges({
        memory: async () => memory(),
        tell: (uri) => bus.publish({ kind: 'resource_updated', uri }),
      });
      return () => {
        end();
        if (bus.listenerCount > 0) return;
        following?.stop();
        following = undefined;
      };
    },
  };
}
