import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { promptOrigin } from '../shared/dialects/claude-prompt.ts';
import { copiedLines, isBeside } from '../shared/transcripts/copied-lines.ts';
import { createJsonlParser, type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { positionAt, WAITING_BYTES, withEvents } from '../shared/transcripts/waiting-parser.ts';
import { readPrompt } from './prompt-text.ts';
import { readAssistant } from './read-assistant.ts';
import { readAttachment } from './read-attachment.ts';
import { toolStarts } from './read-tool-result.ts';
import { readQueuedCommand, readUser } from './read-user.ts';
import {
  isCopied,
  type Line,
  placeOf,
  type Reading,
  savedState,
  startReading,
  toLine,
  writerOf,
} from './transcript-line.ts';
import { readTranscriptSource } from './transcript-source.ts';

/** Makes the parser of one transcript of Claude Code, of a session or a subagent. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const source = readTranscriptSource(file.path);
  const mayCopy = source.subagent === undefined && (state.copying === true || Object.keys(state).length === 0);
  const reading = startReading(source, state, {
    ...(mayCopy && { copied: copiedLines(file.path) }),
    isBeside: (session) => isBeside(file.path, session),
  });
  return createJsonlParser({
    read: (json, offset) => {
      if (reading.source.hidden) return { skip: 'hidden-agent' };
      const lost = reading.calls.giveUpBefore(offset - WAITING_BYTES);
      reading.queue.forgetBefore(offset - WAITING_BYTES);
      const line = toLine(json, offset, reading);
      return withEvents(toolStarts(lost), isCopied(line, reading) ? { skip: 'forked' } : readLine(line, reading));
    },
    position: (offset) =>
      positionAt(offset, [reading.calls.oldest(), reading.queue.oldest(), reading.offered, reading.shell], () =>
        savedState(reading),
      ),
  });
}

function readLine(line: Line, reading: Reading): LineReading {
  const type = asString(line.json.type) ?? 'unknown';
  if (type === 'user') return readUser(line, reading);
  if (type === 'assistant') return readAssistant(line, reading);
  if (type === 'system') return readSystem(line, reading);
  if (type === 'attachment') return readBeside(line, reading);
  if (type === 'queue-operation') return readQueueOperation(line, reading);
  if (type === 'progress') noteProgress(line, reading);
  const part = asString(asObject(line.json.data).type);
  return { skip: part === undefined ? type : `${type}:${part}` };
}

/** Notes that a call of another server's tool ran: its output may imitate the words of a refusal. */
function noteProgress({ json }: Line, reading: Reading): void {
  const call = reading.calls.get(asString(json.toolUseID) ?? '');
  if (call !== undefined && asObject(json.data).type === 'mcp_progress') call.ran = true;
}

function readSystem(line: Line, reading: Reading): LineReading {
  const subtype = asString(line.json.subtype) ?? 'unknown';
  if (subtype !== 'compact_boundary') return { skip: `system:${subtype}` };
  const { trigger, preTokens, postTokens } = asObject(line.json.compactMetadata);
  const body = {
    kind: 'compact.end',
    trigger: asString(trigger) ?? 'unknown',
    ...omitUndefined({ tokensBefore: asNumber(preTokens), tokensAfter: asNumber(postTokens) }),
  } as const;
  reading.boundary = line.id;
  const identity = compactionIdentity({ origin: line.id, subagent: line.subagent });
  return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
}

/** Attachments are what Claude Code gives the model in addition to the prompt, and prompts typed during a turn. */
function readBeside(line: Line, reading: Reading): LineReading {
  reading.attachments = true;
  const { type } = asObject(line.json.attachment);
  return type === 'queued_command' ? readQueuedCommand(line, reading) : readAttachment(line, reading);
}

function readQueueOperation(line: Line, reading: Reading): LineReading {
  const skip = { skip: 'queue-operation' };
  const { operation, content, reason } = line.json;
  const origin = asString(line.json.timestamp) ?? line.id;
  // Queue lines name no version: before the first other line a prompt waited already, so that nobody typed it here.
  if (operation === 'dequeue' && reading.version === undefined) reading.fed = true;
  if (operation === 'enqueue' && typeof content === 'string') {
    reading.queue.add({ text: content, origin, offset: line.offset, state: savedState(reading) });
  } else if (operation === 'remove') {
    const prompt = reading.queue.next();
    if (prompt === undefined || reading.attachments || reason !== undefined) return skip;
    const words = readPrompt(prompt.text);
    // A local command that waited in the queue: it asks nothing of the model.
    if ('skip' in words || words.text.startsWith('/')) return skip;
    const identity = promptIdentity(words.text, { origin: prompt.origin, subagent: line.subagent });
    const body = {
      kind: 'prompt',
      text: words.text,
      origin: promptOrigin({ text: words.text, ...writerOf(reading) }),
    } as const;
    return { events: [transcriptEvent(placeOf(line, reading), identity, body)] };
  } else if (operation === 'dequeue') reading.queue.next();
  else reading.queue.clear();
  return skip;
}
