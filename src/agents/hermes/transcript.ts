import { basename } from 'node:path';
import { asObject, asString, type JsonValue } from '../../core/json.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { jsonRecords } from '../shared/transcripts/json-records.ts';
import { createReadingCounts } from '../shared/transcripts/jsonl-parser.ts';
import { createSessionReader, type StoredSession } from './read-message.ts';

const PATHS = ['$.session_id', '$.session_start', '$.cwd', '$.model', '$.model_config', '$.messages.*'];

/** The state while a session is read: messages have no times, so their index takes the place of one. */
interface Head {
  session: StoredSession;
  startedAt: number;
}

/** Makes the reader of one session file, which older versions of Hermes rewrote whole after each turn. */
export function readFile(path: string): SnapshotReader {
  const { take, counts } = createReadingCounts();
  return {
    *steps() {
      const head: Head = { session: { id: basename(path, '.json') }, startedAt: 0 };
      const reader = createSessionReader(head.session);
      for (const { key, depth, value } of jsonRecords(path, PATHS)) {
        if (depth === 1) readHead(String(key), value, head);
        else yield take(reader.read(asObject(value), head.startedAt + Number(key)));
      }
      yield reader.open();
    },
    state: () => ({}),
    counts,
  };
}

function readHead(key: string, value: JsonValue, head: Head): void {
  const { session } = head;
  const text = asString(value);
  if (key === 'session_id') session.id = text ?? session.id;
  if (key === 'session_start') head.startedAt = Date.parse(text ?? '') || 0;
  if (key === 'cwd') session.cwd = text ?? session.cwd;
  if (key === 'model') session.model = text;
  if (key === 'model_config') session.cwd ??= asString(asObject(value).cwd);
}
