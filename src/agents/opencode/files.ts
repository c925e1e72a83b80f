import { basename, dirname, join } from 'node:path';
import { asNumber, asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { readMessage } from '../shared/opencode/read-message.ts';
import { rootOf, type StoredPart, type StoredSession } from '../shared/opencode/stored-session.ts';
import { createReadingCounts, type ReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { filesOf, readText } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

/** Upper bound on the part files in one folder, as the oldest versions left them, that are read. */
const LOOSE_PARTS = 5_000;

/**
 * Reads a session of a version before the database: `storage/session/<project>/<session>.json`, one file per message in
 * `storage/message/<session>` and one per part in `storage/part/<message>`. Always reads all of it.
 */
export function readFiles(path: string): SnapshotReader {
  const counts = createReadingCounts();
  return {
    *steps() {
      const session = readSession(path);
      if (session === undefined) counts.skip('session:malformed');
      else yield* readMessages(dirname(dirname(dirname(path))), session, counts);
    },
    state: () => ({}),
    counts: counts.counts,
  };
}

function readSession(path: string): StoredSession | undefined {
  const json = readObject(path);
  const id = asString(json?.id) ?? '';
  if (json === undefined || id === '') return undefined;
  const folder = dirname(path);
  const parentOf = (session: string): string | undefined => {
    if (session === id) return asString(json.parentID);
    const file = join(folder, `${basename(session)}.json`);
    return asString(readObject(file)?.parentID);
  };
  const cwd = asString(json.directory);
  return { agent: AGENT_NAME, id, root: rootOf(id, parentOf), ...(cwd === undefined ? {} : { cwd }) };
}

/**
 * The messages in order, one in memory at a time. A session in files is history: a message without an end there never
 * gets one.
 */
function* readMessages(storage: string, session: StoredSession, counts: ReadingCounts): Generator<RawEvent[]> {
  const loose = looseParts(join(storage, 'part'));
  const partsOf = (message: string): readonly StoredPart[] => [
    ...(loose.get(message) ?? []),
    ...filesOf(join(storage, 'part', basename(message)), '.json')
      .sort()
      .map(toPart),
  ];
  for (const { path, id, at } of listMessages(join(storage, 'message', basename(session.id)), counts)) {
    const data = readObject(path) ?? {};
    const asked = asString(data.parentID) ?? '';
    const rest = { parts: partsOf(id), passed: () => true, askedParts: () => partsOf(asked) };
    yield readMessage({ id, createdAt: at, data, ...rest }, session, counts);
  }
}

function listMessages(folder: string, counts: ReadingCounts): { path: string; id: string; at: number }[] {
  const found = filesOf(folder, '.json').flatMap((path) => {
    const json = readObject(path);
    const id = asString(json?.id) ?? '';
    if (id !== '') return [{ path, id, at: asNumber(asObject(json?.time).created) ?? 0 }];
    counts.skip('message:malformed');
    return [];
  });
  return found.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

function toPart(path: string): StoredPart {
  const data = readObject(path);
  return { id: asString(data?.id) ?? basename(path, '.json'), data };
}

/** Parts that are in no message's folder, by message. */
function looseParts(folder: string): Map<string, StoredPart[]> {
  const parts = new Map<string, StoredPart[]>();
  for (const path of filesOf(folder, '.json').sort().slice(0, LOOSE_PARTS)) {
    const part = toPart(path);
    const message = asString(part.data?.messageID) ?? '';
    parts.set(message, [...(parts.get(message) ?? []), part]);
  }
  return parts;
}

function readObject(path: string): JsonObject | undefined {
  const json = parseJson(readText(path) ?? '');
  return isJsonObject(json) ? json : undefined;
}
