import type { JsonObject } from '../../core/json.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { isCompaction, isTask } from './places.ts';
import { isSummary, readMessage, startReading } from './read-message.ts';
import { readTranscriptSource, withHeader } from './transcript-source.ts';

/** Reads a transcript of Cline. Events that a compaction removed from the file stay in the log. */
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
      message: (message, index) => {
        const isElsewhere = isCompaction(path) && !isSummary(message);
        return isElsewhere ? { skip: 'repeated' } : readMessage(message, index, reading);
      },
    };
  });
}
