// mcp: the memory as tools, resources and prompts of the Model Context Protocol. `tools.ts`, `resources.ts` and
// `prompts.ts` say what they are, `server.ts` serves them on standard input and output, `http.ts` over HTTP. The protocol
// is the library's; what a memory is and who may do what is decided behind `api/contract.ts`.

import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Memory } from '../api/contract.ts';
import { dropOldest } from '../core/drop-oldest.ts';
import { ignore } from '../platform/ignored.ts';
import { createServer, createSilentServer } from './create-server.ts';
import { followChanges } from './follow-changes.ts';
import { Subscriptions } from './subscriptions.ts';
import type { Tool } from './tool.ts';

/** Sessions of one agent in whose name the memory is open at once: it begins another in the same process. */
const MEMORIES = 8;

/** What the server needs. The memory is opened with the first call, so that starting stays cheap. */
export interface McpDeps {
  version: string;
  openMemory: (asking: string | undefined) => Promise<Memory>;
  /** The session of Claude Code, by its own id, that the environment names. */
  marked?: string | undefined;
  tools: readonly Tool[];
  /** True where another server of Cairn serves the same agent: this one then has no tools and no instructions. */
  silent?: boolean;
}

/** Serves MCP of both eras on stdin and stdout until the client closes them. Prints nothing else, to no stream. */
export function serveMcp({ version, tools, marked, silent = false, openMemory }: McpDeps): {
  close: () => Promise<void>;
} {
  const opened = new Map<string | undefined, Promise<Memory>>();
  const memory = (asking?: string): Promise<Memory> => {
    const opening =
      opened.get(asking) ??
      openMemory(asking).catch((error: unknown) => {
        opened.delete(asking);
        throw error;
      });
    opened.set(asking, opening);
    dropOldest(opened, MEMORIES);
    return opening;
  };
  if (silent) return serveStdio(() => createSilentServer(version));
  let server: McpServer | undefined;
  const hear = tellChanges(
    () => memory(),
    () => server,
  );
  return serveStdio(
    () => {
      server = createServer({ version, tools, memory, marked, subscribe: true });
      return server;
    },
    { transport: overheard(new StdioServerTransport(), hear) },
  );
}

/** Tells the client which resources change while it subscribes to some; nothing is followed for one that does not. */
function tellChanges(
  memory: () => Promise<Memory>,
  current: () => McpServer | undefined,
): (message: JSONRPCMessage) => void {
  const subscriptions = new Subscriptions();
  let following: ReturnType<typeof followChanges> | undefined;
  const tell = (uri: string): void => {
    if (!subscriptions.has(uri)) return;
    current()
      ?.server.sendResourceUpdated({ uri })
      .catch((error: unknown) => ignore(error, 'a client of MCP was not told of a change'));
  };
  return (message) => {
    if (!subscriptions.take(message)) return;
    if (!subscriptions.isEmpty) following ??= followChanges({ memory, tell });
    else {
      following?.stop();
      following = undefined;
    }
  };
}

/** A transport of which each message of the client is heard before it is served: the library serves subscriptions itself. */
function overheard(wire: StdioServerTransport, hear: (message: JSONRPCMessage) => void): Transport {
  const transport: Transport = {
    start: () => wire.start(),
    send: (message) => wire.send(message),
    close: () => wire.close(),
  };
  wire.onmessage = (message) => {
    hear(message);
    transport.onmessage?.(message);
  };
  wire.onclose = () => transport.onclose?.();
  wire.onerror = (error) => transport.onerror?.(error);
  return transport;
}
