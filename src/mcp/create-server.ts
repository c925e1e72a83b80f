import type { CallToolResult, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import { McpServer } from '@modelcontextprotocol/server';
import type { Memory } from '../api/contract.ts';
import { toCairnError } from '../core/errors.ts';
import { asObject, type JsonObject } from '../core/json.ts';
import { safeText } from '../core/text/safe-text.ts';
import { askingSession } from './asking-session.ts';
import { INSTRUCTIONS, TEAM_INSTRUCTIONS } from './instructions.ts';
import { addPrompts } from './prompts.ts';
import { errorLines, type ToolAnswer } from './render/text.ts';
import { addResources } from './resources.ts';
import type { Tool } from './tool.ts';
import { unchecked } from './unchecked.ts';

/** Reports that a call is still in progress: called about once a second with a number that grows. */
type ReportProgress = (progress: number) => Promise<void>;

const TICK_MS = 1_000;
const TICK = Symbol('tick');

/** For how long a client may keep what hardly changes while a server runs, and the list of sessions; in milliseconds. */
const FIXED = { ttlMs: 3_600_000, cacheScope: 'private' } as const;
const LISTED = { ttlMs: 10_000, cacheScope: 'private' } as const;

/** What one server serves, for one connection or one request. */
export interface ServerDeps {
  version: string;
  tools: readonly Tool[];
  /** The memory as asked in an agent's session, where that is known. */
  memory: (asking?: string) => Promise<Memory>;
  /** The session of Claude Code, by its own id, that the environment names. */
  marked?: string | undefined;
  /** True where changes of resources can be told to who subscribes. */
  subscribe: boolean;
  /** A team's memory: neither resources nor prompts, which are of a folder. */
  isTeam?: boolean;
}

/** A server of the protocol, of either era, with its tools, resources and prompts; the tools in their order. */
export function createServer({ version, tools, memory, marked, subscribe, isTeam = false }: ServerDeps): McpServer {
  const server = new McpServer(
    { name: 'cairn', version },
    {
      instructions: isTeam ? TEAM_INSTRUCTIONS : INSTRUCTIONS,
      capabilities: {
        tools: { listChanged: false },
        ...(!isTeam && {
          resources: { listChanged: false, ...(subscribe ? { subscribe } : {}) },
          prompts: { listChanged: false },
        }),
      },
      cacheHints: {
        'server/discover': FIXED,
        'tools/list': FIXED,
        'prompts/list': FIXED,
        'resources/templates/list': FIXED,
        'resources/list': LISTED,
      },
    },
  );
  for (const tool of tools) {
    const { name, description, input } = tool;
    const about = { description, inputSchema: unchecked(input), annotations: hintsOf(tool) };
    server.registerTool(name, about, (args, { mcpReq }) => {
      const asking = askingSession(mcpReq, { name: server.server.getClientVersion()?.name, marked });
      const asked = { memory: () => memory(asking), signal: mcpReq.signal };
      return withProgress(callTool(tool, asObject(args), asked), reporterOf(mcpReq));
    });
  }
  if (isTeam) return server;
  // What is subscribed to is heard where the messages come in (`subscriptions.ts`); here it is only granted.
  for (const method of ['resources/subscribe', 'resources/unsubscribe'] as const) {
    if (subscribe) server.server.setRequestHandler(method, () => ({}));
  }
  addResources(server, () => memory());
  addPrompts(server, () => memory());
  return server;
}

/** A server without anything, for an agent that another server of Cairn serves. */
export function createSilentServer(version: string): McpServer {
  return new McpServer({ name: 'cairn', version }, { capabilities: {} });
}

/** What a client may think of a tool: one that only reads needs no leave. */
function hintsOf({ readOnly, destructive = false }: Tool): ToolAnnotations {
  return readOnly ? { readOnlyHint: true } : { readOnlyHint: false, destructiveHint: destructive };
}

/** Sends the progress of a call to a client that asked for it; `undefined` for one that did not. */
function reporterOf({ _meta, notify }: ServerContext['mcpReq']): ReportProgress | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  const message = 'Waiting for the memory.';
  return (progress) => notify({ method: 'notifications/progress', params: { progressToken, progress, message } });
}

async function callTool(
  tool: Tool,
  input: JsonObject,
  { memory, signal }: { memory: () => Promise<Memory>; signal: AbortSignal },
): Promise<CallToolResult> {
  try {
    return toResult(await tool.run(await memory(), input, { signal }));
  } catch (thrown) {
    const error = toCairnError(thrown).toJSON();
    return {
      ...toResult({ text: safeText(errorLines(error).join('\n')), data: { error: { ...error } } }),
      isError: true,
    };
  }
}

function toResult({ text, data }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** The outcome of a call; reports once a second that it is still in progress, since a worker that starts takes a while. */
async function withProgress<Value>(running: Promise<Value>, report: ReportProgress | undefined): Promise<Value> {
  if (report === undefined) return running;
  for (let ticks = 1; ; ticks += 1) {
    const first = await Promise.race([running, tick()]);
    if (first !== TICK) return running;
    await report(ticks);
  }
}

function tick(): Promise<typeof TICK> {
  return new Promise((resolve) => {
    setTimeout(resolve, TICK_MS, TICK).unref();
  });
}
