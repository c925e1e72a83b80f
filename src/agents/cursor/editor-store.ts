import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createDatabaseSnapshot } from '../shared/transcripts/database-snapshot.ts';
import type { ForeignDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { createReadingCounts, type ReadingCounts, tryRead } from '../shared/transcripts/jsonl-parser.ts';
import { foldersOf } from '../shared/transcripts/transcript-files.ts';
import { EDITOR_STORE } from './places.ts';
import { type Conversation, readBubble } from './read-bubble.ts';

/** Milliseconds after its last change within which a conversation may still get a transcript of its own. */
const YOUNG_MS = 60 * 60 * 1_000;
const CONVERSATION = 'composerData:';

/**
 * Reads the store of Cursor's editor, `state.vscdb`: the conversations without a transcript of their own, last changed
 * first; all of them, or those that changed since `state` was saved. `undefined` for any other file.
 */
export function createSnapshot({ path }: { path: string }, state: JsonObject = {}): SnapshotReader | undefined {
  if (basename(path) !== EDITOR_STORE) return undefined;
  const since = asNumber(state.row) ?? 0;
  const counts = createReadingCounts();
  let row = since;
  return createDatabaseSnapshot({
    path,
    tables: { cursorDiskKV: ['key', 'value'] },
    counts,
    *read(db) {
      const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const others = transcriptsOfHome(path);
      const rows = changedSince(db, since);
      row = Math.max(row, ...rows.map((changed) => changed.row));
      for (const changed of rows) {
        const data = readValue(db, changed.key);
        const updatedAt = asNumber(data?.lastUpdatedAt) ?? 0;
        const isYoung = updatedAt > changedAt - YOUNG_MS;
        if (others(changed.key.slice(CONVERSATION.length))) counts.skip('conversation:has-transcript');
        else if (isYoung) row = Math.min(row, changed.row - 1);
        else if (data === undefined) counts.skip('conversation:malformed');
        else yield* readConversation(db, { key: changed.key, data }, counts);
      }
    },
    state: () => ({ row }),
  });
}

/** The rows that changed since a row number: Cursor gives a rewritten row a new, higher number. */
function changedSince(db: ForeignDatabase, since: number): { row: number; key: string }[] {
  return db.all(
    'SELECT rowid AS row, key FROM cursorDiskKV WHERE key > ? AND key < ? AND rowid > ? ORDER BY rowid DESC',
    ...[CONVERSATION, 'composerData;', since],
  );
}

function readValue(db: ForeignDatabase, key: string): JsonObject | undefined {
  const found = db.get<{ text: string | null }>(
    'SELECT CASE WHEN octet_length(value) <= ? THEN CAST(value AS TEXT) END AS text FROM cursorDiskKV WHERE key = ?',
    ...[LIMITS.lineBytes, key],
  );
  const value = parseJson(found?.text ?? '');
  return isJsonObject(value) ? value : undefined;
}

/** The messages in order: rows of their own, or in older versions a list in the conversation. */
function* readConversation(
  db: ForeignDatabase,
  { key, data }: { key: string; data: JsonObject },
  counts: ReadingCounts,
): Generator<RawEvent[]> {
  const id = key.slice(CONVERSATION.length);
  const at = asNumber(data.createdAt) ?? 0;
  const until = asNumber(data.lastUpdatedAt) ?? Date.now();
  const conversation: Conversation = { id, at, cwd: undefined, trace: undefined, untimed: { from: at, until } };
  const headers = objectsOf(data.fullConversationHeadersOnly);
  const kept = headers.length > 0 ? headers : objectsOf(data.conversation);
  for (const [index, header] of kept.entries()) {
    // A copy of a conversation may have messages of other ids.
    if (conversation.untimed !== undefined) conversation.untimed = { from: at, until, place: `${index}` };
    const bubble = asString(header.bubbleId) ?? '';
    const message = headers.length > 0 ? readValue(db, `bubbleId:${id}:${bubble}`) : header;
    const reading =
      message === undefined ? { skip: 'message:missing' } : tryRead(() => readBubble(message, bubble, conversation));
    yield counts.take(reading);
  }
}

function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** Returns a test whether a conversation has a transcript in the home to which the store belongs. */
function transcriptsOfHome(path: string): (conversation: string) => boolean {
  for (let folder = dirname(path); dirname(folder) !== folder; folder = dirname(folder)) {
    const projects = join(folder, '.cursor', 'projects');
    if (!existsSync(projects)) continue;
    const folders = foldersOf(projects).map((project) => join(project, 'agent-transcripts'));
    return (id) => folders.some((one) => existsSync(join(one, id)) || existsSync(join(one, `${id}.jsonl`)));
  }
  return () => false;
}
