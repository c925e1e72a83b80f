import { dirname, join } from 'node:path';
import { asNumber, asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { textOfContent, textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { createReadingCounts, type LineReading, transcriptEvent, tryRead } from '../shared/transcripts/jsonl-parser.ts';
import { readJsonObject, readText } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME, toolOf } from './hooks.ts';

const GENERATION = /^\d{1,20}$/;
const CHUNK = /^[0-9a-f]{64}$/;

/** A turn that goes on: its id, and the time of its last entry. */
interface Turn {
  id: string;
  at: number;
}

interface Reading {
  place: Omit<EventContext, 'at'>;
  isInside: boolean;
  turn: Turn | undefined;
}

/**
 * Reads a session by its file `CURRENT`, which names the newest state: a folder of that number, and the files of entries
 * that make it up. Entries keep their ids, so they are read from the first one that an earlier reading did not know.
 */
export function readSession(path: string, state: JsonObject = {}): SnapshotReader {
  const { take, skip, counts } = createReadingCounts();
  let seen: JsonObject = state;
  return {
    *steps() {
      const folder = dirname(path);
      const { entries, turn, isWhole } = readEntries(folder);
      if (!isWhole) skip('session:unreadable');
      const from = firstNew(entries, state);
      const reading = startReading(
        folder,
        entries.slice(0, from).findLast(({ turnId }) => typeof turnId === 'string'),
      );
      for (const entry of entries.slice(from)) yield take(tryRead(() => readEntry(entry, reading)));
      const last = reading.turn;
      if (last !== undefined && turn.id === last.id && turn.status === 'completed') yield take(turnEnd(reading));
      // A call that still runs is read again.
      const open = entries.findIndex((entry, index) => index >= from && isRunning(entry));
      const known = open < 0 ? entries.length : open;
      seen = { entries: known, last: asString(entries[known - 1]?.id) ?? '' };
    },
    state: () => seen,
    counts,
  };
}

/** The entries of the newest state, and what it says of the last turn. */
function readEntries(folder: string): { entries: JsonObject[]; turn: JsonObject; isWhole: boolean } {
  const generation = asString(readJsonObject(join(folder, 'CURRENT')).generation) ?? '';
  if (!GENERATION.test(generation)) return { entries: [], turn: {}, isWhole: false };
  const current = join(folder, 'generations', generation);
  const { chunks } = asObject(readJsonObject(join(current, 'manifest.json')).projection_state);
  const snapshot = asObject(readJsonObject(join(current, 'projection-state.json')).snapshot);
  const turn = asObject(snapshot.latestTurn);
  const names = (Array.isArray(chunks) ? chunks : []).filter((name) => typeof name === 'string' && CHUNK.test(name));
  const lists = names.map((name) => parseJson(readText(join(folder, 'chunks', `${name}.json`)) ?? ''));
  const stored = names.length === 0 ? [asObject(snapshot.history).entries ?? []] : lists;
  const entries = stored.flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []));
  return { entries, turn, isWhole: stored.every(Array.isArray) };
}

function firstNew(entries: readonly JsonObject[], { entries: known, last }: JsonObject): number {
  const count = asNumber(known) ?? 0;
  return count > 0 && entries[count - 1]?.id === last ? count : 0;
}

/** Starts behind `before`, the last entry of a turn that is known. */
function startReading(folder: string, before: JsonObject | undefined): Reading {
  const meta = readJsonObject(join(folder, 'meta.json'));
  const cwd = asString(asObject(meta.environment).working_directory);
  return {
    place: {
      agent: AGENT_NAME,
      agentSession: asString(meta.session_id) ?? '',
      ...(cwd === undefined ? {} : { cwd }),
    },
    isInside: typeof meta.parent_session_id === 'string',
    turn: before === undefined ? undefined : turnOf(before, undefined),
  };
}

/** The turn of an entry; notices have none. */
function turnOf({ turnId, updatedAt }: JsonObject, before: Turn | undefined): Turn | undefined {
  return typeof turnId === 'string' ? { id: turnId, at: asNumber(updatedAt) ?? before?.at ?? 0 } : before;
}

function readEntry(entry: JsonObject, reading: Reading): LineReading {
  const type = asString(entry.type) ?? 'unknown';
  const ended = reading.turn;
  if (type === 'notice' || isRunning(entry)) return { skip: type };
  reading.turn = turnOf(entry, ended);
  const own = type === 'message' ? readMessage(entry, reading) : readEffect(entry, reading);
  if (ended === undefined || ended.id === reading.turn?.id) return own;
  return { events: [turnEndOf(ended, reading), ...('events' in own ? own.events : [])] };
}

function turnEndOf({ id, at }: Turn, { place }: Reading): RawEvent {
  return transcriptEvent({ ...place, at }, { number: id }, { kind: 'turn.end' });
}

function turnEnd(reading: Reading): LineReading {
  return { events: reading.turn === undefined ? [] : [turnEndOf(reading.turn, reading)] };
}

function readMessage(entry: JsonObject, { place, isInside }: Reading): LineReading {
  const role = asString(entry.role) ?? 'unknown';
  const text = textOfContent(entry.content).trim();
  if (text === '' || (role !== 'user' && role !== 'assistant')) return { skip: `message:${role}` };
  const at = asNumber(entry.createdAt) ?? 0;
  const body: EventBody =
    role === 'user'
      ? { kind: 'prompt', text, origin: isInside || entry.source !== 'turn_start' ? 'system' : 'person' }
      : { kind: 'message', text };
  return { events: [transcriptEvent({ ...place, at }, { number: asString(entry.id) ?? '' }, body)] };
}

/** Reads a tool call with its result. */
function readEffect(entry: JsonObject, { place }: Reading): LineReading {
  const detail = asObject(entry.detail);
  if (detail.kind !== 'tool') return { skip: `effect:${asString(detail.kind) ?? 'unknown'}` };
  const state = asObject(entry.state);
  const output = asObject(state.output);
  const structured = output.structured_content;
  const exitCode = asNumber(asObject(structured).returncode);
  const body = toolEnd({
    tool: toolOf(detail.toolName),
    input: inputOf(asObject(detail.input)),
    output: textOfResult(structured) || asString(state.outputText) || textOfContent(output.content),
    failed: state.status !== 'completed' || output.type !== 'success' || (exitCode ?? 0) !== 0,
    exitCode,
    interrupted: state.status === 'cancelled',
  });
  const at = asNumber(entry.updatedAt) ?? 0;
  return { events: [transcriptEvent({ ...place, at }, { number: asString(entry.id) ?? '' }, body)] };
}

/** An input in which several changes of a file stand under the name that other agents have for them. */
function inputOf({ content, ...input }: JsonObject): JsonObject {
  if (content === undefined) return input;
  return Array.isArray(content) ? { ...input, edits: content } : { ...input, content };
}

function isRunning({ generationStatus }: JsonObject): boolean {
  return generationStatus === 'in_progress';
}
