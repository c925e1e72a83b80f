import type { SnapshotReader } from '../shared/contract.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { readSource } from './places.ts';
import { readMessage } from './read-message.ts';
import { noteSession } from './transcript.ts';
import { startReading } from './transcript-line.ts';

/** What is read of files of old versions. */
const FILE = { lists: ['$.messages.*', '$.history.*'], members: ['sessionId', 'kind', 'directories'] };

/** Reads a session that older versions kept as one JSON file, which they wrote anew; `undefined` for a file of lines. */
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
