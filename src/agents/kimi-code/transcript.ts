import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, EventIdentity, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity, contentIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { createJsonlParser, type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { positionAt, WAITING_BYTES, withEvents } from '../shared/transcripts/waiting-parser.ts';
import { textOfCommand, textOfPrompt } from './prompt-parts.ts';
import { readLoopEvent, toolStarts } from './read-loop.ts';
import { type Line, placeOf, type Reading, savedState, startReading, toLine } from './wire-line.ts';
import { readWireSource } from './wire-source.ts';

/**
 * Makes the parser of one `wire.jsonl`, of a session or a subagent. The file contains the messages in two families; the
 * parser reads `turn.*` and `context.*`, which come first, since protocols before 1.5 have no `agent.*`.
 */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const reading = startReading(readWireSource(file.path), state);
  const { forkedAt } = reading.source;
  return createJsonlParser({
    read: (json, offset) => {
      const line = toLine(json, offset, reading);
      if (forkedAt !== undefined && reading.at < forkedAt) return { skip: 'forked' };
      return withEvents(toolStarts(reading.calls.giveUpBefore(offset - WAITING_BYTES)), readLine(line, reading));
    },
    position: (offset) => positionAt(offset, [reading.calls.oldest()], () => savedState(reading)),
  });
}

function readLine(line: Line, reading: Reading): LineReading {
  const type = asString(line.json.type) ?? 'unknown';
  switch (type) {
    case 'turn.prompt':
    case 'turn.steer':
      return readPrompt(line, reading);
    case 'context.append_loop_event':
      return readLoopEvent(line, reading);
    case 'full_compaction.begin':
      return readCompactionBegin(line, reading);
    case 'context.apply_compaction':
      return readCompaction(line, reading);
    case 'turn.ended':
      return readTurnEnd(line, reading);
    case 'subagent.completed':
    case 'subagent.failed':
    case 'subagent.cancelled':
      return readSubagentEnd(line, reading);
    default:
      return { skip: type };
  }
}

/** Reads a prompt, a slash command, a subagent's task, or Kimi Code's own text that starts a turn. */
function readPrompt(line: Line, reading: Reading): LineReading {
  const origin = asObject(line.json.origin);
  const kind = asString(origin.kind) ?? 'user';
  if (kind === 'shell_command') return { skip: 'turn:shell_command' };
  const text = textOfCommand(origin) || textOfPrompt(line.json.input);
  if (text === '') return { skip: 'turn:empty' };
  const started = line.json.type === 'turn.prompt' ? startTurn(line, reading) : [];
  const { subagent } = reading.source;
  if (subagent !== undefined && kind === 'system_trigger' && origin.name === 'subagent') {
    const body = { kind: 'subagent.start', type: reading.source.types[subagent] ?? '', task: text } as const;
    return { events: [...started, toEvent(contentIdentity([text], line.id), body, reading)] };
  }
  const occurrence = asString(line.json.promptId) ?? asString(line.json.messageId) ?? line.id;
  const identity = promptIdentity(text, { origin: occurrence, subagent });
  const body = { kind: 'prompt', text, origin: originOf(kind, origin, subagent) } as const;
  return { events: [...started, toEvent(identity, body, reading)] };
}

/** The origin of a prompt. `kimi -p` writes the same lines as a person who types. */
function originOf(kind: string, origin: JsonObject, subagent: string | undefined): PromptOrigin {
  return subagent === undefined && (kind === 'user' || textOfCommand(origin) !== '') ? 'person' : 'system';
}

/** Gives up earlier calls without a result, since none can follow. */
function startTurn(line: Line, reading: Reading): RawEvent[] {
  reading.prompt = asString(line.json.promptId) ?? line.id;
  return toolStarts(reading.calls.giveUpThread(reading.source.subagent));
}

function readCompactionBegin(line: Line, reading: Reading): LineReading {
  const trigger = asString(line.json.source) ?? 'unknown';
  reading.trigger = trigger;
  return { events: [toEvent(contentIdentity([trigger], line.id), { kind: 'compact.start', trigger }, reading)] };
}

function readCompaction(line: Line, reading: Reading): LineReading {
  const { summary, contextSummary, tokensBefore, tokensAfter } = line.json;
  const text = (textOfSummary(summary) || textOfSummary(contextSummary)).trim();
  const body = {
    kind: 'compact.end',
    trigger: reading.trigger ?? 'unknown',
    ...omitUndefined({
      summary: text || undefined,
      tokensBefore: asNumber(tokensBefore),
      tokensAfter: asNumber(tokensAfter),
    }),
  } as const;
  reading.trigger = undefined;
  return { events: [toEvent(compactionIdentity({ origin: line.id }), body, reading)] };
}

function textOfSummary(summary: JsonValue | undefined): string {
  return asString(summary) ?? textOfContent(asObject(summary).content);
}

/** Reads the end of a turn, also of one that the user stopped. */
function readTurnEnd(line: Line, reading: Reading): LineReading {
  const lost = toolStarts(reading.calls.giveUpThread(reading.source.subagent));
  const failed = line.json.reason === 'failed';
  const body: EventBody = failed ? { kind: 'turn.failed', error: errorOf(line.json.error) } : { kind: 'turn.end' };
  return { events: [...lost, toEvent(contentIdentity([], line.id), body, reading)] };
}

function errorOf(error: JsonValue | undefined): string {
  const { name, code, message } = asObject(error);
  const parts = [asString(name) ?? asString(code), asString(error) ?? asString(message)];
  return parts.filter((part) => part !== undefined && part !== '').join(': ') || 'unknown';
}

/** Reads the end of a subagent from the file of the agent that delegated to it, in the same words as the hook's. */
function readSubagentEnd(line: Line, reading: Reading): LineReading {
  const id = asString(line.json.subagentId) ?? '';
  if (id === '') return { skip: 'subagent:malformed' };
  const result = (asString(line.json.resultSummary) ?? '').trim();
  const body = { kind: 'subagent.end', type: reading.source.types[id] ?? '' } as const;
  const place = { ...placeOf(reading), subagent: id };
  return {
    events: [transcriptEvent(place, contentIdentity([result], line.id), result === '' ? body : { ...body, result })],
  };
}

function toEvent(identity: EventIdentity, body: EventBody, reading: Reading): RawEvent {
  return transcriptEvent(placeOf(reading), identity, body);
}
