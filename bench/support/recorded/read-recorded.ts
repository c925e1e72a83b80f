import { parseJson } from '../../../src/core/json.ts';
import type { RawEvent, Skipped } from '../../../src/core/model/event.ts';
import { readLines } from '../../../src/ingest/transcripts/read-lines.ts';
import { leavesOf } from './json-leaves.ts';
import { type RecordedTranscript, recordsOf } from './recorded-files.ts';
import { statedTexts } from './stated-texts.ts';
import { createTextCoverage, plain, type TextCoverage } from './text-coverage.ts';

/** Characters, white space apart: how many there are, and how many of them events tell. */
export interface Characters {
  there: number;
  told: number;
}

/** A field with words in it, by its path. */
export interface FieldWords extends Characters {
  values: number;
}

/** What one agent's recorded transcripts hold and what of it is read. */
export interface RecordedReading {
  files: number;
  read: number;
  skipped: Skipped;
  events: number;
  said: Characters;
  /** By path; single words (ids, times, types, hashes, names) are counted in `words` alone. */
  fields: Map<string, FieldWords>;
  /** Characters of values that are one word. */
  words: number;
}

const ONE_WORD = /^\S{1,200}$/;
/** Fields with too many members to list, which count as one field. */
const GROUPED =
  /^(.*?(?:tools\[\](?:\([^()]*\))?|data\(\w+_progress\)|\bshape|\((?:prompt_snapshot|api-request-blob)\)|replacement_history\[\](?:\([^()]*\))?))\..*$/;

/** Reads transcripts with their agent's own readers, as an import does, and looks up what they hold in what that told. */
export async function readRecorded(transcripts: readonly RecordedTranscript[]): Promise<RecordedReading> {
  const reading: RecordedReading = {
    files: transcripts.length,
    read: 0,
    skipped: {},
    events: 0,
    said: { there: 0, told: 0 },
    fields: new Map(),
    words: 0,
  };
  for (const transcript of transcripts) {
    const told = createTextCoverage();
    for await (const events of stepsOf(transcript, reading)) {
      reading.events += events.length;
      told.add(events);
    }
    for (const record of transcript.sources.flatMap(recordsOf)) {
      for (const text of statedTexts(record)) weigh(text, told, reading.said);
      for (const { path, text } of leavesOf(record)) weighField(path, { text, told, reading });
    }
  }
  return reading;
}

async function* stepsOf({ agent, path }: RecordedTranscript, reading: RecordedReading): AsyncGenerator<RawEvent[]> {
  const snapshot = agent.createSnapshot?.({ path });
  const parser = agent.createParser({ path });
  if (snapshot !== undefined) yield* snapshot.steps();
  else {
    for await (const lines of readLines(path, 0)) {
      for (const { text, start, open } of lines) {
        if (!open || parseJson(text) !== undefined) yield parser.line(text, start);
      }
    }
  }
  const { read, skipped } = (snapshot ?? parser).counts();
  reading.read += read;
  for (const [type, count] of Object.entries(skipped)) reading.skipped[type] = (reading.skipped[type] ?? 0) + count;
}

function weigh(text: string, told: TextCoverage, characters: Characters): void {
  const { length } = plain(text);
  characters.there += length;
  characters.told += told.shareOf(text) * length;
}

function weighField(
  path: string,
  { text, told, reading }: { text: string; told: TextCoverage; reading: RecordedReading },
): void {
  if (ONE_WORD.test(text)) {
    reading.words += text.length;
    return;
  }
  const name = path.replace(GROUPED, '$1.…');
  const field = reading.fields.get(name) ?? { there: 0, told: 0, values: 0 };
  reading.fields.set(name, field);
  field.values += 1;
  weigh(text, told, field);
}
