import { asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { PromptOrigin, RawEvent } from '../../core/model/event.ts';
import { compactionIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import { isFromIde, promptOrigin, promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfContent } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { pickedOptions } from '../shared/transcripts/offered-options.ts';
import { isUnclearPrompt, readPrompt, shellOf } from './prompt-text.ts';
import { readMeta, serverOfCommand } from './read-attachment.ts';
import { readToolResult, toolStarts } from './read-tool-result.ts';
import { shownDocument } from './shown-document.ts';
import { type Line, placeOf, type Reading, savedState, writerOf } from './transcript-line.ts';

const SUMMARY_OPENING = /^This session is being continued from a previous conversation[^\n]*\n+/;
const SUMMARY_CLOSING = '\n\nIf you need specific details from before compaction';

/** Reads a user line: results of tools, a prompt, a subagent's task, or the summary of a compaction. */
export function readUser(line: Line, reading: Reading): LineReading {
  if (line.json.isCompactSummary === true) return { events: [compactEnd(line, reading)] };
  const { content } = line.message;
  const blocks = Array.isArray(content) ? content.filter(isJsonObject).map(shownDocument) : [];
  const results = blocks.filter((block) => block.type === 'tool_result');
  const events = results.flatMap((block) => readToolResult(block, line, reading));
  const rest = typeof content === 'string' ? [{ type: 'text', text: content }] : blocks.filter(isNoResult);
  const prompt =
    line.json.isMeta === true ? readMeta(textOfContent(rest), line, reading) : readWords(rest, line, reading);
  if ('events' in prompt) return { events: [...events, ...prompt.events] };
  if (events.length > 0) return { events };
  return results.length > 0 ? { skip: 'user:tool_result' } : prompt;
}

/** Reads a prompt that was typed while the agent worked, and handed to it during the turn. */
export function readQueuedCommand(line: Line, reading: Reading): LineReading {
  const attachment = asObject(line.json.attachment);
  const mode = asString(attachment.commandMode) ?? 'prompt';
  const { prompt } = attachment;
  const text = Array.isArray(prompt)
    ? textOfContent(prompt.filter(isJsonObject).map(shownDocument))
    : (asString(prompt) ?? '');
  reading.queue.drop(text);
  // What another program put into the queue, as a channel does.
  if (attachment.isMeta === true) return readMeta(text, line, reading);
  const words = readPrompt(text);
  if ('skip' in words || !['prompt', 'task-notification'].includes(mode)) {
    return { skip: 'attachment:queued_command' };
  }
  const from = asString(asObject(attachment.origin).kind);
  const source = mode === 'prompt' ? undefined : mode;
  const claimed = promptOrigin({ text: words.text, source, origin: from, ...writerOf(reading) });
  const origin = unlessUnclear(claimed, textsOf(typeof prompt === 'string' ? text : prompt));
  const identity = promptIdentity(words.text, { origin: line.id, subagent: line.subagent });
  return { events: [transcriptEvent(placeOf(line, reading), identity, { kind: 'prompt', text: words.text, origin })] };
}

function isNoResult(block: JsonObject): boolean {
  return block.type !== 'tool_result';
}

function readWords(blocks: readonly JsonObject[], line: Line, reading: Reading): LineReading {
  const isText = (block: JsonObject): boolean => block.type === 'text';
  const marks = textOfContent(blocks.filter((block) => !isText(block)));
  const words = textOfContent(blocks.filter(isText));
  if (isFromIde(words)) reading.fed = false;
  const prompt = readPrompt(words.trim() === '' ? marks : words);
  if ('skip' in prompt) return prompt.skip === 'user:bash' ? readShell(words, line, reading) : prompt;
  reading.queue.drop(words);
  reading.server = serverOfCommand(prompt.text);
  const started = startThread(line, reading);
  const text = marks === '' || words.trim() === '' ? prompt.text : `${prompt.text}\n${marks}`;
  const place = placeOf(line, reading);
  const { subagent } = reading.source;
  if (subagent !== undefined && asString(line.json.parentUuid) === undefined) {
    const body = { kind: 'subagent.start', type: subagent.type, task: text } as const;
    return { events: [...started, transcriptEvent(place, { number: subagent.id }, body)] };
  }
  const { promptSource, turnOrigin, origin } = line.json;
  const source = asString(promptSource) ?? asString(turnOrigin);
  const claim = { text, source, origin: asString(asObject(origin).kind), ...writerOf(reading) };
  const picked = line.subagent === undefined ? takePicked(text, reading) : [];
  const body = {
    kind: 'prompt',
    text,
    origin: line.subagent === undefined ? unlessUnclear(promptOrigin(claim), textsOf(blocks)) : 'system',
    ...(picked.length === 0 ? {} : { picked }),
  } as const;
  const identity = promptIdentity(prompt.text, { origin: line.id, subagent: line.subagent });
  return { events: [...started, transcriptEvent(place, identity, body)] };
}

/** Reads a shell command that a person ran beside the agent, which is shown its output. */
function readShell(words: string, line: Line, reading: Reading): LineReading {
  const { command, output } = shellOf(words);
  if (command !== undefined) reading.shell = { command, offset: line.offset, state: savedState(reading) };
  if (output === undefined) return { skip: 'user:bash' };
  const input = reading.shell === undefined ? {} : { command: reading.shell.command };
  reading.shell = undefined;
  if (output.trim() === '') return { skip: 'user:bash' };
  const body = { kind: 'tool.end', tool: 'Bash', input, output, success: true } as const;
  return { events: [transcriptEvent(placeOf(line, reading), { number: line.id }, body)] };
}

/** The texts of a prompt, each a whole. */
function textsOf(content: JsonValue | readonly JsonObject[] | undefined): string[] {
  if (typeof content === 'string') return [content];
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return blocks.flatMap(({ type, text }) => (type === 'text' ? (asString(text) ?? []) : []));
}

function unlessUnclear(origin: PromptOrigin, texts: readonly string[]): PromptOrigin {
  return origin === 'person' && isUnclearPrompt(texts) ? 'unknown' : origin;
}

/** The options that a prompt picks from the message before it, which offers them no longer. */
function takePicked(text: string, reading: Reading): string[] {
  const options = reading.offered?.options;
  reading.offered = undefined;
  return options === undefined ? [] : pickedOptions(text, options);
}

/**
 * A prompt starts a turn of the thread: gives up the thread's earlier calls without a result, since none can follow.
 */
function startThread(line: Line, reading: Reading): RawEvent[] {
  if (line.subagent === undefined && asString(line.json.promptId) === undefined) reading.prompt = line.id;
  return toolStarts(reading.calls.giveUpThread(line.subagent));
}

/**
 * The line with a compaction's summary; the boundary line before it belongs to the same compaction, and need not be its
 * parent.
 */
function compactEnd(line: Line, reading: Reading): RawEvent {
  const { content } = line.message;
  const text = (typeof content === 'string' ? content : textOfContent(content)).replace(SUMMARY_OPENING, '');
  const end = text.lastIndexOf(SUMMARY_CLOSING);
  const summary = promptText(end < 0 ? text : text.slice(0, end));
  const origin = reading.boundary ?? (asString(line.json.parentUuid) || line.id);
  reading.boundary = undefined;
  const identity = compactionIdentity({ origin, subagent: line.subagent });
  return transcriptEvent(placeOf(line, reading), identity, { kind: 'compact.end', trigger: 'unknown', summary });
}
