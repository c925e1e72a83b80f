// mcp: the memory as tools of the Model Context Protocol. `tools.ts` says what they are, this file serves them. The
// protocol is the library's; what a memory is and who may do what is decided behind `api/contract.ts`.

import type {
  CallToolResult,
  ServerContext,
  StandardSchemaWithJSON,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Memory } from '../api/contract.ts';
import { toCairnError } from '../core/errors.ts';
import { asObject, type JsonObject } from '../core/json.ts';
import { safeText } from '../core/text/safe-text.ts';
import { INSTRUCTIONS } from './instructions.ts';
import type { Tool, ToolAnswer } from './tool.ts';

/** Reports that a call is still in progress: called about once a second with a number that grows. */
type ReportProgress = (progress: number) => Promise<void>;

const TICK_MS = 1_000;
const TICK = Symbol('tick');

/** What the server needs. The memory is opened with the first call, so that starting stays cheap. */
export interface McpDeps {
  version: string;
  openMemory: () => Promise<Memory>;
  tools: readonly Tool[];
  /** True where another server of Cairn serves the same agent: this one then has no tools and no instructions. */
  silent?: boolean;
}

/** Serves MCP on stdin and stdout until the client closes them. Prints nothing else, to no stream. */
export function serveMcp(deps: McpDeps): { close: () => Promise<void> } {
  let opening: Promise<Memory> | undefined;
  const memory = (): Promise<Memory> => {
    opening ??= deps.openMemory().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return serveStdio(() => (deps.silent === true ? createSilent(deps.version) : createServer(deps, memory)));
}

function createServer({ version, tools }: McpDeps, memory: () => Promise<Memory>): McpServer {
  const server = new McpServer(
    { name: 'cairn', version },
    { instructions: INSTRUCTIONS, capabilities: { tools: { listChanged: false } } },
  );
  for (const tool of tools) {
    const { name, description, input } = tool;
    const about = { description, inputSchema: unchecked(input), annotations: hintsOf(tool) };
    server.registerTool(name, about, (args, { mcpReq }) =>
      withProgress(callTool(tool, asObject(args), { memory, signal: mcpReq.signal }), reporterOf(mcpReq)),
    );
  }
  return server;
}

function createSilent(version: string): McpServer {
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
    const lines = [`${error.code}: ${error.message}`, ...(error.fix === undefined ? [] : [`Fix: ${error.fix}`])];
    return { ...toResult({ text: safeText(lines.join('\n')), data: { error: { ...error } } }), isError: true };
  }
}

function toResult({ text, data }: ToolAnswer): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent: data };
}

/** A schema that is shown but checks nothing: the tool checks its input itself and says what would help. */
function unchecked(schema: JsonObject): StandardSchemaWithJSON<unknown, unknown> {
  const jsonSchema = { input: () => schema, output: () => schema };
  return { '~standard': { version: 1, vendor: 'cairn', validate: (value) => ({ value }), jsonSchema } };
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
