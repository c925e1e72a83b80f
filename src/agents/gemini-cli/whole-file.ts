import type { SnapshotReader } from '../shared/contract.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { readSource } from './places.ts';
import { readMessage } from './read-message.ts';
import { noteSession } from './transcript.ts';
import { startReading } from './transcript-line.ts';

/** The parts that are read of a file of an old version. */
const FILE = { lists: ['$.messages.*', '$.history.*'], members: ['sessionId', 'kind', 'directories'] };

/** Reads a session that an older version kept as one JSON file, rewritten whole; `undefined` for a JSONL file. */
export function createSnapshot({ path }: { path: string }): SnapshotReader | undefined {
  if (!path.endsWith('.json')) return undefined;
  return createJsonSnapshot({ path, ...FILE }, () => {
    const reading = startReading(readSource(path), {});
    return {
      member: (key, value) => noteSession({ [key]: value }, reading),
      message: (message, index) => readMessage(message, `@${index}`, reading),
    };
  });
}
