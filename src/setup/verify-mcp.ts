import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { CairnError } from '../core/errors.ts';
import { asObject, asString, type JsonObject, objectsIn, parseJson } from '../core/json.ts';
import { ignore } from '../platform/ignored.ts';

/** Milliseconds within which the server must start, answer and end. */
const RUN_MS = 15_000;
const SAID_CHARS = 500;
const PROTOCOL = '2025-06-18';
const QUESTION = { name: 'search', arguments: { query: 'cairn doctor', limit: 1 } };

/** Dependencies of the check of the MCP server. */
export interface McpCheck {
  /** Program and arguments by which an agent starts the server. */
  words: readonly [string, ...string[]];
  /** The whole environment of the server. */
  env: Readonly<Record<string, string | undefined>>;
  /** Version of the program that runs the check. */
  version: string;
}

/**
 * Starts the MCP server as an agent does and calls its tool `search`, which writes nothing. Throws `internal` when it
 * does not answer within 15 seconds, answers with an error, or writes to stderr, which agents show.
 */
export async function verifyMcp({ words: [program, ...args], env, version }: McpCheck): Promise<void> {
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'pipe'], timeout: RUN_MS, windowsHide: true });
  const ended = endOf(child);
  try {
    const ask = speakWith(child);
    const clientInfo = { name: 'cairn-doctor', version };
    const greeting = await ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo });
    if (greeting !== undefined) child.stdin.write(lineOf({ method: 'notifications/initialized' }));
    const answer = greeting === undefined ? undefined : await ask('tools/call', QUESTION);
    child.stdin.end();
    const { said, failure } = await ended;
    if (answer === undefined) throw failed(`it ended without an answer${said === '' ? '' : `: ${said}`}`, failure);
    if (answer.isError === true) throw failed(`its search failed: ${asString(objectsIn(answer.content)[0]?.text)}`);
    if (said !== '') throw failed(`it wrote to stderr, which agents show: ${said}`);
  } finally {
    child.kill();
  }
}

/** What the server wrote to stderr until it ended, and the error that kept it from starting, if any. */
function endOf(child: ChildProcessWithoutNullStreams): Promise<{ said: string; failure?: Error }> {
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    said = (said + part).slice(0, SAID_CHARS);
  });
  child.stdin.on('error', (error) => ignore(error, 'the MCP server did not read its input'));
  return new Promise((resolve) => {
    child.on('error', (failure) => resolve({ said: failure.message, failure }));
    child.on('close', () => resolve({ said: said.trim() }));
  });
}

/** Sends requests one after another and returns each result; `undefined` when the server ends before it answers. */
function speakWith({
  stdin,
  stdout,
}: ChildProcessWithoutNullStreams): (method: string, params: JsonObject) => Promise<JsonObject | undefined> {
  const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
  let lastId = 0;
  return async (method, params) => {
    lastId += 1;
    stdin.write(lineOf({ id: lastId, method, params }));
    for (let line = await lines.next(); line.done !== true; line = await lines.next()) {
      const { id, result, error } = asObject(parseJson(line.value));
      if (id !== lastId) continue;
      if (error !== undefined) throw failed(`${method} failed: ${asString(asObject(error).message)}`);
      return asObject(result);
    }
    return undefined;
  };
}

function lineOf(message: JsonObject): string {
  return `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
}

function failed(why: string, cause?: Error): CairnError {
  return new CairnError('internal', `The MCP server failed: ${why}.`, { cause });
}
