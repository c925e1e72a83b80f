import { asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { compactionIdentity } from '../shared/dialects/claude-identity.ts';
import { createDatabaseSnapshot, hasColumns } from '../shared/transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import {
  openCall,
  type Reading,
  reportMessage,
  reportPrompt,
  reportResult,
  reportTurnEnd,
  startReading,
  timeOf,
  toEvent,
} from './reading.ts';

/** Milliseconds before the last reading that are read again: rows written then may have become visible later. */
const OVERLAP_MS = 10_000;

interface Row {
  rowid: number;
  key: string;
  conversation: string | null;
  updated: number;
}

/**
 * Reads `data.sqlite3` of the CLI without a terminal, or of Amazon Q: `conversations_v2`, newest first and only what
 * changed since `state` was saved; and `conversations`, which has one per folder.
 */
export function readConversations(path: string, state: JsonObject = {}): SnapshotReader {
  const since = Number(state.updated ?? 0) || 0;
  const counts = createReadingCounts();
  let updated = since;
  return createDatabaseSnapshot({
    path,
    tables: {},
    counts,
    *read(db) {
      for (const { table, row } of changedRows(db, since)) {
        updated = Math.max(updated, row.updated);
        const value = readValue(db, table, row.rowid);
        if (value === undefined) counts.skip('conversation:malformed');
        else yield* readConversation(value, row, counts);
      }
    },
    state: () => ({ updated }),
  });
}

function changedRows(db: ForeignDatabase, since: number): { table: string; row: Row }[] {
  const modern = hasColumns(db, 'conversations_v2', ['key', 'conversation_id', 'value', 'updated_at'])
    ? db.all<Row>(
        `SELECT rowid, key, conversation_id AS conversation, updated_at AS updated FROM conversations_v2
          WHERE updated_at >= ? ORDER BY updated_at DESC`,
        since - OVERLAP_MS,
      )
    : [];
  const old = hasColumns(db, 'conversations', ['key', 'value'])
    ? db.all<Row>('SELECT rowid, key, NULL AS conversation, 0 AS updated FROM conversations')
    : [];
  return [
    ...modern.map((row) => ({ table: 'conversations_v2', row })),
    ...old.map((row) => ({ table: 'conversations', row })),
  ];
}

function readValue(db: ForeignDatabase, table: string, rowid: number): JsonObject | undefined {
  const sql = `SELECT CASE WHEN octet_length(value) <= ? THEN value END AS value FROM ${table} WHERE rowid = ?`;
  const value = parseJson(db.get<{ value: string | null }>(sql, LIMITS.lineBytes, rowid)?.value ?? '');
  return isJsonObject(value) ? value : undefined;
}

function* readConversation(value: JsonObject, row: Row, counts: ReadingCounts): Generator<RawEvent[]> {
  const session = row.conversation ?? asString(value.conversation_id) ?? '';
  if (session === '' || !Array.isArray(value.history)) {
    counts.skip('conversation:malformed');
    return;
  }
  const reading = startReading({ session, cwd: row.key });
  for (const [index, entry] of value.history.entries()) {
    const { user, assistant, request_metadata } = asObject(entry);
    const spot = { id: originOf(asObject(user), asObject(request_metadata), index), offset: index };
    const events = [
      ...readUser(asObject(user), spot, reading),
      ...readAssistant(asObject(assistant), { ...spot, metadata: asObject(request_metadata) }, reading),
    ];
    if (events.length === 0) counts.skip('history:empty');
    else counts.read();
    yield events;
  }
  const [summary] = Array.isArray(value.latest_summary) ? value.latest_summary : [];
  const text = (asString(summary) ?? '').trim();
  if (text === '') return;
  counts.read();
  const identity = compactionIdentity({ origin: text });
  yield [toEvent(reading, identity, { kind: 'compact.end', trigger: 'unknown', summary: text })];
}

/** Identifies an entry. Kiro drops early entries in time, so an entry's index is the last resort. */
function originOf(user: JsonObject, metadata: JsonObject, index: number): string {
  return asString(user.timestamp) ?? asString(metadata.request_id) ?? `${index}`;
}

function readUser(user: JsonObject, spot: { id: string; offset: number }, reading: Reading): RawEvent[] {
  const { Prompt, ToolUseResults, CancelledToolUses } = asObject(user.content);
  const folder = asString(asObject(asObject(user.env_context).env_state).current_working_directory);
  if (folder !== undefined) reading.source = { ...reading.source, cwd: folder };
  reading.at = timeOf(user.timestamp) ?? reading.at;
  const answers = asObject(ToolUseResults ?? CancelledToolUses).tool_use_results;
  const results = Array.isArray(answers) ? answers.filter(isJsonObject) : [];
  const events = results.flatMap(({ tool_use_id, content, status }) => {
    const failed = /^(?:error|cancelled)$/i.test(asString(status) ?? '');
    return reportResult({ id: asString(tool_use_id) ?? '', content, failed }, reading);
  });
  const prompt = reportPrompt(asString(asObject(Prompt ?? CancelledToolUses).prompt) ?? '', spot, reading);
  return 'events' in prompt ? [...events, ...prompt.events] : events;
}

function readAssistant(
  { ToolUse, Response }: JsonObject,
  { metadata, ...spot }: { id: string; offset: number; metadata: JsonObject },
  reading: Reading,
): RawEvent[] {
  const { content, message_id, tool_uses } = asObject(ToolUse ?? Response);
  reading.at = timeOf(metadata.stream_end_timestamp_ms) ?? timeOf(metadata.request_start_timestamp_ms) ?? reading.at;
  const own = { ...spot, id: asString(message_id) ?? spot.id };
  const messages = reportMessage(asString(content) ?? '', own, reading);
  for (const use of Array.isArray(tool_uses) ? tool_uses.filter(isJsonObject) : []) {
    openCall({ id: asString(use.id) ?? '', tool: asString(use.name) ?? '', input: asObject(use.args) }, own, reading);
  }
  return Response === undefined ? messages : [...messages, ...reportTurnEnd(own, reading)];
}
