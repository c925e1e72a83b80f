import { basename, dirname, join } from 'node:path';
import type { EventBody, EventPlace, PromptOrigin } from '../../core/event.ts';
import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { chatCallsOf } from '../shared/chat-calls.ts';
import { messageIdentity, promptIdentity } from '../shared/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/claude-tool-result.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { readText } from '../shared/files.ts';
import type { LineReading } from '../shared/jsonl-parser.ts';
import { createOpenCalls, type OpenCalls } from '../shared/open-calls.ts';
import { transcriptEvent } from '../shared/transcript-event.ts';
import { createWaitingParser } from '../shared/waiting-parser.ts';

/** What the `summary.json` beside a chat says about its session. */
interface Session {
  place: Omit<EventPlace, 'at'>;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Who typed its prompts: nobody, in a subagent's. */
  origin: PromptOrigin;
}

/** Makes the parser of one `chat_history.jsonl`. Lines have no time: the place in the file stands for one. */
export function createParser({ path }: { path: string }): TranscriptParser {
  const session = readSession(path);
  const calls = createOpenCalls();
  return createWaitingParser({
    calls,
    read: (json, offset) => readLine(json, offset, { session, calls }),
    state: () => ({}),
    toStart: ({ id, tool, input, place }) =>
      transcriptEvent(place, { number: id }, { kind: 'tool.start', tool, input }),
  });
}

function readSession(path: string): Session {
  const folder = dirname(path);
  const parsed = parseJson(readText(join(folder, 'summary.json')) ?? '');
  const summary = isJsonObject(parsed) ? parsed : {};
  const { id, cwd } = asObject(summary.info);
  const startedAt = Date.parse(asString(summary.created_at) ?? '');
  return {
    place: {
      agent: 'grok',
      agentSession: asString(id) ?? basename(folder),
      ...(typeof cwd === 'string' ? { cwd } : {}),
    },
    startedAt: Number.isFinite(startedAt) ? startedAt : 0,
    origin: summary.session_kind === 'subagent' ? 'system' : 'unknown',
  };
}

function readLine(
  json: JsonObject,
  offset: number,
  { session, calls }: { session: Session; calls: OpenCalls },
): LineReading {
  const place = { ...session.place, at: session.startedAt + offset };
  const origin = `@${offset}`;
  switch (json.type) {
    case 'user': {
      if (json.synthetic_reason !== undefined) return { skip: 'user:synthetic' };
      const text = textOfContent(json.content).trim();
      if (text === '') return { skip: 'user:empty' };
      const body: EventBody = { kind: 'prompt', text, origin: session.origin };
      return { events: [transcriptEvent(place, promptIdentity(text, { origin }), body)] };
    }
    case 'assistant': {
      for (const call of chatCallsOf(json.tool_calls)) calls.open({ ...call, place, origin, offset, state: {} });
      const text = textOfContent(json.content).trim();
      if (text === '') return { events: [] };
      const model = asString(json.model_id);
      const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
      return { events: [transcriptEvent(place, messageIdentity(text, { origin }), body)] };
    }
    case 'tool_result':
      return readResult(json, place, calls);
    case 'backend_tool_call':
      return readBackendCall(asObject(json.kind), place, origin);
    default:
      return { skip: asString(json.type) ?? 'unknown' };
  }
}

/** A call that ran where the model does, with its answer: a search, and where it looked. */
function readBackendCall(
  { tool_type, id, status, action }: JsonObject,
  place: EventPlace,
  origin: string,
): LineReading {
  const { type: _type, sources, ...input } = asObject(action);
  const urls = (Array.isArray(sources) ? sources : []).map((source) => asString(asObject(source).url) ?? '');
  const body = toolEnd({
    tool: asString(tool_type) ?? 'backend_tool',
    input,
    output: urls.filter((url) => url !== '').join('\n'),
    failed: status === 'failed',
  });
  return { events: [transcriptEvent(place, { number: asString(id) ?? origin }, body)] };
}

function readResult(json: JsonObject, place: EventPlace, calls: OpenCalls): LineReading {
  const id = asString(json.tool_call_id) ?? '';
  const call = calls.close(id);
  if (call === undefined) return { skip: 'tool_result:unasked' };
  const body = toolEnd({
    tool: call.tool,
    input: call.input,
    output: textOfContent(json.content),
    failed: json.is_error === true,
  });
  return { events: [transcriptEvent(place, { number: id }, body)] };
}
