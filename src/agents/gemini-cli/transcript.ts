import { asObject, asString, type JsonObject, objectsIn } from '../../core/json.ts';
import type { SnapshotReader, TranscriptParser } from '../shared/contract.ts';
import { compactionIdentity } from '../shared/dialects/claude-identity.ts';
import { partsOf, textOfParts } from '../shared/dialects/gemini-parts.ts';
import { between } from '../shared/transcripts/between.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import { createJsonlParser, type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { readSource } from './places.ts';
import { noteFolder, readMessage, timeOf } from './read-message.ts';
import { placeOf, type Reading, savedState, startReading } from './transcript-line.ts';

/** The model's fixed answer to the summary at the start of a compacted context. */
const UNDERSTOOD = 'Got it. Thanks for the additional context!';
const SNAPSHOT = { open: '<state_snapshot>', close: '</state_snapshot>', toLast: true };

/** The parts that are read of a file of an old version. */
const WHOLE_FILE = { lists: ['$.messages.*', '$.history.*'], members: ['sessionId', 'kind', 'directories'] };

/** Makes the parser of one transcript of Gemini CLI, of a session or a subagent. */
export function createParser(file: { path: string }, state: JsonObject = {}): TranscriptParser {
  const reading = startReading(readSource(file.path), state);
  return createJsonlParser({
    read: (json, offset) => readLine(json, offset, reading),
    position: (offset) => ({ resumeAt: offset, state: savedState(reading) }),
  });
}

/** Reads a session that an older version kept as one JSON file, rewritten whole; `undefined` for a JSONL file. */
export function createSnapshot({ path }: { path: string }): SnapshotReader | undefined {
  if (!path.endsWith('.json')) return undefined;
  return createJsonSnapshot({ path, ...WHOLE_FILE }, () => {
    const reading = startReading(readSource(path), {});
    return {
      member: (key, value) => noteSession({ [key]: value }, reading),
      message: (message, index) => readMessage(message, `@${index}`, reading),
    };
  });
}

/** Notes what a file states about its session. */
function noteSession({ sessionId, directories, kind }: JsonObject, reading: Reading): void {
  const session = asString(sessionId) ?? '';
  const [folder] = Array.isArray(directories) ? directories : [];
  if (typeof folder === 'string') reading.cwd ??= folder;
  if (session !== '' && kind !== 'subagent') reading.session = session;
}

function readLine(json: JsonObject, offset: number, reading: Reading): LineReading {
  if (json.$set !== undefined) return readUpdate(asObject(json.$set), offset, reading);
  // Messages that the user took back were written and acted on nevertheless.
  if (json.$rewindTo !== undefined) return { skip: 'rewind' };
  if (json.type !== undefined || json.role !== undefined) return readMessage(json, `@${offset}`, reading);
  if (json.sessionId === undefined) return { skip: 'unknown' };
  noteSession(json, reading);
  const messages = objectsIn(json.messages);
  if (messages.length === 0) return { skip: 'session' };
  const readings = messages.map((message, index) => readMessage(message, `@${offset}.${index}`, reading));
  return { events: readings.flatMap((one) => ('events' in one ? one.events : [])) };
}

/**
 * Reads a compaction: a list of messages that replaces the context. Each message was written in a line of its own
 * before, possibly under another id, except the summary of those that were left out.
 */
function readUpdate(update: JsonObject, offset: number, reading: Reading): LineReading {
  const messages = objectsIn(update.messages);
  const [first] = messages;
  if (first === undefined) return { skip: 'set' };
  noteFolder(textOf(first), reading);
  const answer = messages.findIndex((message) => textOf(message) === UNDERSTOOD);
  const opening = messages[answer - 1];
  if (opening === undefined || (opening.type ?? opening.role) !== 'user') return { skip: 'set:messages' };
  reading.at = timeOf(opening) ?? reading.at;
  const text = textOf(opening);
  const identity = compactionIdentity({
    origin: asString(opening.id) ?? `@${offset}`,
    subagent: reading.source.subagent,
  });
  const summary = (between(text, SNAPSHOT) ?? text).trim();
  return {
    events: [transcriptEvent(placeOf(reading), identity, { kind: 'compact.end', trigger: 'unknown', summary })],
  };
}

function textOf({ content }: JsonObject): string {
  return textOfParts(partsOf(content));
}
