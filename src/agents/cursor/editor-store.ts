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
import { LIMITS } from '../../core/limits.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { type ForeignDatabase, openAgentDatabase } from '../shared/transcripts/foreign-sqlite.ts';
import { tryRead } from '../shared/transcripts/jsonl-parser.ts';
import { createTally } from '../shared/transcripts/skip-counter.ts';
import { foldersOf } from '../shared/transcripts/transcript-files.ts';
import { EDITOR_STORE } from './places.ts';
import { type Conversation, readBubble } from './read-bubble.ts';

/** Milliseconds after its last change within which a conversation may still get a transcript of its own. */
const YOUNG_MS = 60 * 60 * 1_000;
const CONVERSATION = 'composerData:';

/** Counts messages that were read and skipped. */
interface Counts {
  read: number;
  skipped: ReturnType<typeof createTally>;
}

/**
 * Reads the store of Cursor's editor, `state.vscdb`: the conversations without a transcript of their own, last changed
 * first; all of them, or those that changed since `state` was saved. `undefined` for any other file.
 */
export function createSnapshot({ path }: { path: string }, state: JsonObject = {}): SnapshotReader | undefined {
  if (basename(path) !== EDITOR_STORE) return undefined;
  const since = asNumber(state.row) ?? 0;
  const counts: Counts = { read: 0, skipped: createTally() };
  let row = since;
  return {
    *steps() {
      const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
      const others = transcriptsBeside(path);
      const db = openAgentDatabase(path);
      try {
        const columns = db.columns('cursorDiskKV');
        if (!columns.has('key') || !columns.has('value')) {
          counts.skipped.add('unknown-schema');
          return;
        }
        const rows = changedSince(db, since);
        row = Math.max(row, ...rows.map((changed) => changed.row));
        for (const changed of rows) {
          const data = readValue(db, changed.key);
          const updatedAt = asNumber(data?.lastUpdatedAt) ?? 0;
          const isYoung = updatedAt > changedAt - YOUNG_MS;
          if (others(changed.key.slice(CONVERSATION.length))) counts.skipped.add('conversation:has-transcript');
          else if (isYoung) row = Math.min(row, changed.row - 1);
          else if (data === undefined) counts.skipped.add('conversation:malformed');
          else yield* readConversation(db, { key: changed.key, data }, counts);
        }
      } finally {
        db.close();
      }
    },
    state: () => ({ row }),
    counts: () => ({ read: counts.read, skipped: counts.skipped.counts() }),
  };
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
  counts: Counts,
): Generator<RawEvent[]> {
  const id = key.slice(CONVERSATION.length);
  const conversation: Conversation = { id, at: asNumber(data.createdAt) ?? 0, cwd: undefined };
  const headers = objectsOf(data.fullConversationHeadersOnly);
  const kept = headers.length > 0 ? headers : objectsOf(data.conversation);
  for (const header of kept) {
    const bubble = asString(header.bubbleId) ?? '';
    const message = headers.length > 0 ? readValue(db, `bubbleId:${id}:${bubble}`) : header;
    const reading =
      message === undefined ? { skip: 'message:missing' } : tryRead(() => readBubble(message, bubble, conversation));
    if ('skip' in reading) counts.skipped.add(reading.skip);
    else {
      counts.read += 1;
      yield reading.events;
    }
  }
}

function objectsOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** Returns a test whether a conversation has a transcript in the home to which the store belongs. */
function transcriptsBeside(path: string): (conversation: string) => boolean {
  for (let folder = dirname(path); dirname(folder) !== folder; folder = dirname(folder)) {
    const projects = join(folder, '.cursor', 'projects');
    if (!existsSync(projects)) continue;
    const folders = foldersOf(projects).map((project) => join(project, 'agent-transcripts'));
    return (id) => folders.some((one) => existsSync(join(one, id)) || existsSync(join(one, `${id}.jsonl`)));
  }
  return () => false;
}
