import type { JsonObject } from '../../core/json.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createJsonSnapshot } from '../shared/json-snapshot.ts';
import { readMessage, startReading } from './read-message.ts';
import { isTask, readTranscriptSource, withHeader } from './transcript-source.ts';

/** Reads a transcript of Cline. What a compaction took out of the file stays known. */
export function createSnapshot({ path }: { path: string }): SnapshotReader {
  const file = isTask(path) ? { lists: ['$.*'] } : { lists: ['$.messages.*'], members: ['agent', 'sessionId'] };
  return createJsonSnapshot({ path, ...file }, () => {
    const reading = startReading(readTranscriptSource(path));
    const header: JsonObject = {};
    return {
      member: (key, value) => {
        header[key] = value;
        reading.source = withHeader(reading.source, header);
      },
      message: (message, index) => readMessage(message, index, reading),
    };
  });
}
