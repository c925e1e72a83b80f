// ingest/transcripts: reads transcripts from the kept offset and merges their events with those of hooks. `agents`
// knows the formats.

import type { Agent, SnapshotReader } from '../../agents/shared/contract.ts';
import { asObject, parseJson } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { RawEvent, Skipped } from '../../core/model/event.ts';
import { withoutPerson } from '../../core/model/person-words.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { sum } from '../../core/sum.ts';
import { redact } from '../../privacy/redact.ts';
import { sanitize } from '../../privacy/sanitize.ts';
import type { Offset } from '../../store/contract/log.ts';
import type { CleanEvents, CleanedEvents } from '../clean-events.ts';
import { keptState } from './kept-offset.ts';
import { fileStamp, isPacked, readLines, refuseSilence, snapshotStamp } from './read-lines.ts';

/** A transcript to be read. `proves`: what it says of a person is evidence of one; else its words are an agent's. */
export interface TranscriptToRead {
  path: string;
  agent: Agent;
  proves: boolean;
  /** It lies outside of its agent's folders. */
  isElsewhere?: boolean;
  /** A person said in a terminal that it holds their words. */
  isVouched?: boolean;
}

/** What was read so far. `unproven`: events that say that a person spoke, in a transcript that is no evidence of one. */
export interface ReadSoFar {
  bytes: number;
  lines: number;
  read: number;
  skipped: Skipped;
  /** Lines that name their format, by its version. */
  formats?: Skipped;
  unproven: number;
}

/** One step of reading: its events, and where reading stands after them, unless a snapshot is still being read. */
export interface TranscriptStep extends ReadSoFar {
  events: RawEvent[];
  offset?: Offset;
}

/** A step whose events passed the door. */
export interface CleanStep extends ReadSoFar {
  cleaned: CleanedEvents;
  offset?: Offset;
}

/**
 * Reads a transcript from where `known` says that reading stopped, in steps of at most `LIMITS.batchEvents` events and
 * `LIMITS.batchBytes` bytes, unless a single line is longer. An unchanged one gives nothing; one that was cut or replaced
 * is read from its beginning. Throws `invalid_input` for what is no transcript.
 */
export async function* readTranscript(
  file: TranscriptToRead,
  known: Offset | undefined,
): AsyncGenerator<TranscriptStep> {
  const snapshot = file.agent.createSnapshot?.({ path: file.path }, known?.state);
  if (snapshot === undefined) yield* readAppended(file, known);
  else if (!isSameStamp(known, snapshotStamp(file.path))) yield* readSnapshot(snapshot, file, known);
}

/** Brings the events of steps through the door. */
export async function* cleanSteps(steps: AsyncIterable<TranscriptStep>, clean: CleanEvents): AsyncGenerator<CleanStep> {
  for await (const { events, ...step } of steps) yield { ...step, cleaned: await clean(events) };
}

async function* readAppended(file: TranscriptToRead, known: Offset | undefined): AsyncGenerator<TranscriptStep> {
  const stamp = fileStamp(file.path, known?.headBytes);
  const isLonger = known !== undefined && (isPacked(file.path) || known.resumeAt <= stamp.sizeBytes);
  const same = isLonger && known.head === stamp.head ? known : undefined;
  if (isSameStamp(same, stamp)) return;
  const from = same?.resumeAt ?? 0;
  const parser = file.agent.createParser({ path: file.path }, same?.state);
  const fresh = fileStamp(file.path);
  const collector = createCollector(file, same);
  const offsetAt = (end: number): Offset => collector.offset({ ...fresh, ...parser.position(end) });

  let [lines, silent] = [0, 0];
  let [end, began] = [from, from];
  for await (const batch of readLines(file.path, from)) {
    for (const line of batch) {
      if (line.open && parseJson(line.text) === undefined) break;
      lines += 1;
      end = line.end;
      const events = parser.line(line.text, line.start);
      silent = events.length > 0 ? 0 : silent + 1;
      refuseSilence(file.path, silent);
      collector.add(events);
      if (!collector.isFull(end - began)) continue;
      began = end;
      // No file has modification time 0, so the next run reads on although the file did not change.
      yield collector.take({ ...parser.counts(), lines, bytes: end - from }, { ...offsetAt(end), modifiedAt: 0 });
    }
  }
  yield collector.take({ ...parser.counts(), lines, bytes: end - from }, offsetAt(end));
}

/** Reads a snapshot. Its state is written with the last step: after a crash the events are read again and recognised. */
async function* readSnapshot(
  snapshot: SnapshotReader,
  file: TranscriptToRead,
  known: Offset | undefined,
): AsyncGenerator<TranscriptStep> {
  const stamp = snapshotStamp(file.path);
  const collector = createCollector(file, known);
  let [lines, bytes] = [0, 0];
  for (const events of snapshot.steps()) {
    lines += 1;
    bytes += sum(events.map(sizeOf));
    collector.add(events);
    if (!collector.isFull(bytes)) continue;
    bytes = 0;
    yield collector.take({ ...countsOf(snapshot, lines), bytes: 0 });
  }
  const offset = collector.offset({ ...stamp, resumeAt: 0, state: snapshot.state() });
  yield collector.take({ ...countsOf(snapshot, lines), bytes: stamp.sizeBytes }, offset);
}

/** What a snapshot counts, in which the lines are what was read and what was skipped: it gives several in one step. */
function countsOf(snapshot: SnapshotReader, steps: number): Pick<ReadSoFar, 'lines' | 'read' | 'skipped' | 'formats'> {
  const counts = snapshot.counts();
  return { ...counts, lines: Math.max(steps, counts.read + sum(Object.values(counts.skipped))) };
}

/** About the size of an event: the characters of the texts that most of them consist of. */
function sizeOf({ body }: RawEvent): number {
  return sum(Object.values(body).map((value) => (typeof value === 'string' ? value.length : 100)));
}

function isSameStamp(known: Offset | undefined, stamp: Pick<Offset, 'sizeBytes' | 'modifiedAt'>): boolean {
  return known !== undefined && known.sizeBytes === stamp.sizeBytes && known.modifiedAt === stamp.modifiedAt;
}

/** Collects the events of steps. */
function createCollector(file: TranscriptToRead, known: Offset | undefined) {
  const { agent, proves } = file;
  const path = redact(file.path).text;
  let unproven = 0;
  // Earlier versions of Cairn did not record whether a transcript contained events.
  let told = known === undefined ? false : known.told;
  let events: RawEvent[] = [];
  const toEvidence = (event: RawEvent): RawEvent => {
    const body = proves ? event.body : withoutPerson(event.body);
    if (body === event.body) return event;
    unproven += 1;
    return { ...event, body };
  };
  return {
    add(more: readonly RawEvent[]): void {
      for (const event of more) events.push(toEvidence(event));
      if (more.length > 0) told = true;
    },
    isFull: (bytes: number): boolean => events.length >= LIMITS.batchEvents || bytes >= LIMITS.batchBytes,
    /** Where reading stands, with the state of the reader there. */
    offset: ({ state, ...place }: Omit<Offset, 'path' | 'agent' | 'told'>): Offset => ({
      ...{ path, agent: agent.name, ...place },
      state: keptState(asObject(sanitize(state).value), file),
      ...omitUndefined({ told }),
    }),
    /** The step of what was added since the last one. */
    take({ skipped, ...so }: Omit<ReadSoFar, 'unproven'>, offset?: Offset): TranscriptStep {
      const step = { ...so, skipped: { ...skipped }, unproven, events, ...omitUndefined({ offset }) };
      events = [];
      return step;
    },
  };
}
