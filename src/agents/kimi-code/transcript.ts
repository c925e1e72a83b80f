import { asNumber, asObject, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, EventIdentity, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity, contentIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { createJsonlParser, type LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { transcriptEvent } from '../shared/transcripts/transcript-event.ts';
import { positionAt, WAITING_BYTES, withEvents } from '../shared/transcripts/waiting-parser.ts';
import { textOfCommand, textOfPrompt } from './prompt-parts.ts';
import { readLoopEvent, toolStarts } from './read-loop.ts';
import { type Line, placeOf, type Reading, savedState, startReading, toLine } from './wire-line.ts';
import { readWireSource } from './wire-source.ts';

/**
 * Makes the parser of one `wire.jsonl`, of a session or a subagent. Of the two families of the same messages it reads
 * `turn.*` and `context.*`: they come first, and protocols before 1.5 have no `agent.*`.
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

/** A prompt, a slash command, a subagent's task, or what Kimi Code writes itself to start a turn. */
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
    return { events: [...started, told(contentIdentity([text], line.id), body, reading)] };
  }
  const occurrence = asString(line.json.promptId) ?? asString(line.json.messageId) ?? line.id;
  const identity = promptIdentity(text, { origin: occurrence, subagent });
  const body = { kind: 'prompt', text, origin: originOf(kind, origin, subagent) } as const;
  return { events: [...started, told(identity, body, reading)] };
}

/** The words of its user are evidence of no person: `kimi -p` of a program is written the same. */
function originOf(kind: string, origin: JsonObject, subagent: string | undefined): PromptOrigin {
  return subagent === undefined && (kind === 'user' || textOfCommand(origin) !== '') ? 'unknown' : 'system';
}

/** What was called before and got no answer will get none. */
function startTurn(line: Line, reading: Reading): RawEvent[] {
  reading.prompt = asString(line.json.promptId) ?? line.id;
  return toolStarts(reading.calls.giveUpThread(reading.source.subagent));
}

function readCompactionBegin(line: Line, reading: Reading): LineReading {
  const trigger = asString(line.json.source) ?? 'unknown';
  reading.trigger = trigger;
  return { events: [told(contentIdentity([trigger], line.id), { kind: 'compact.start', trigger }, reading)] };
}

function readCompaction(line: Line, reading: Reading): LineReading {
  const { summary, contextSummary, tokensBefore, tokensAfter } = line.json;
  const text = (textOfSummary(summary) || textOfSummary(contextSummary)).trim();
  const before = asNumber(tokensBefore);
  const after = asNumber(tokensAfter);
  const body = {
    kind: 'compact.end',
    trigger: reading.trigger ?? 'unknown',
    ...(text === '' ? {} : { summary: text }),
    ...(before === undefined ? {} : { tokensBefore: before }),
    ...(after === undefined ? {} : { tokensAfter: after }),
  } as const;
  reading.trigger = undefined;
  return { events: [told(compactionIdentity({ origin: line.id }), body, reading)] };
}

function textOfSummary(summary: JsonValue | undefined): string {
  return asString(summary) ?? textOfContent(asObject(summary).content);
}

/** A turn that its user stopped has ended as well. */
function readTurnEnd(line: Line, reading: Reading): LineReading {
  const lost = toolStarts(reading.calls.giveUpThread(reading.source.subagent));
  const failed = line.json.reason === 'failed';
  const body: EventBody = failed ? { kind: 'turn.failed', error: errorOf(line.json.error) } : { kind: 'turn.end' };
  return { events: [...lost, told(contentIdentity([], line.id), body, reading)] };
}

function errorOf(error: JsonValue | undefined): string {
  const { name, code, message } = asObject(error);
  const parts = [asString(name) ?? asString(code), asString(error) ?? asString(message)];
  return parts.filter((part) => part !== undefined && part !== '').join(': ') || 'unknown';
}

/** The file of the agent that gave the task tells how it ended, in the words that the hook has. */
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

function told(identity: EventIdentity, body: EventBody, reading: Reading): RawEvent {
  return transcriptEvent(placeOf(reading), identity, body);
}
