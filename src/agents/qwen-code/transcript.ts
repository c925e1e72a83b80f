import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity, messageIdentity } from '../shared/dialects/claude-identity.ts';
import { partsOf, textOfParts } from '../shared/dialects/gemini-parts.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createWaitingParser } from '../shared/transcripts/waiting-parser.ts';
import { readSource } from './places.ts';
import { openCalls, readToolResults, toStart } from './read-tools.ts';
import { readUser } from './read-user.ts';
import { type Line, placeOf, type Reading, savedState, startReading, toLine } from './transcript-line.ts';

/** Agents that Qwen Code runs for itself, for example to maintain its own memory: nobody's work. */
const HIDDEN = /^managed-/;
/** Text after the summary in a compacted context. */
const RESUME = '\n\nResume the prior task using the summary above.';

/** Makes the parser of one transcript of Qwen Code, of a session or a subagent. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const reading = startReading(readSource(file.path), state);
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(toLine(json, offset, reading), reading),
    state: () => savedState(reading),
    toStart,
  });
}

function readLine(line: Line, reading: Reading): LineReading {
  const { type, subtype, forkedFrom, agentName } = line.json;
  // Lines that a branch copied belong to the other session.
  if (forkedFrom !== undefined) return { skip: 'forked' };
  if (HIDDEN.test(asString(agentName) ?? '')) return { skip: 'hidden-agent' };
  if (type === 'user') return readUser(line, reading);
  if (type === 'assistant') return readAssistant(line, reading);
  if (type === 'tool_result') return readToolResults(line, reading);
  if (type === 'system' && subtype === 'chat_compression') return readCompaction(line, reading);
  return { skip: type === 'system' ? `system:${asString(subtype) ?? 'unknown'}` : (asString(type) ?? 'unknown') };
}

/** Reads the agent's messages and tool calls. Thinking is not kept. */
function readAssistant(line: Line, reading: Reading): LineReading {
  const calls = openCalls(line, reading);
  const text = textOfParts(line.parts).trim();
  if (text === '') return calls > 0 ? { events: [] } : { skip: 'assistant:empty' };
  const model = asString(line.json.model);
  const identity = messageIdentity(text, { origin: line.id, subagent: line.subagent });
  const body = { kind: 'message', text, ...(model === undefined ? {} : { model }) } as const;
  return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
}

/** Reads a compaction; its summary opens the remaining context, unless it only shortened tool results. */
function readCompaction(line: Line, reading: Reading): LineReading {
  const { info, compressedHistory } = asObject(line.json.systemPayload);
  const { originalTokenCount, newTokenCount, triggerReason } = asObject(info);
  const [first] = Array.isArray(compressedHistory) ? compressedHistory : [];
  const text = textOfParts(partsOf(asObject(first).parts));
  const summary = text.slice(0, Math.max(0, text.lastIndexOf(RESUME))).trim();
  const body = {
    kind: 'compact.end',
    trigger: asString(triggerReason) ?? 'unknown',
    ...omitUndefined({
      summary: summary || undefined,
      tokensBefore: asNumber(originalTokenCount),
      tokensAfter: asNumber(newTokenCount),
    }),
  } as const;
  const identity = compactionIdentity({ origin: line.id, subagent: line.subagent });
  return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
}
