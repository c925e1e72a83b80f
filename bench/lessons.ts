import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hash53 } from '../src/core/hash.ts';
import type { Item, PatternDetail } from '../src/core/model/item.ts';
import { detailOfKind } from '../src/core/model/item.ts';
import { type Share, shareOf } from './support/distill/distill-score.ts';
import { type ReturningFailure, returningFailures } from './support/lessons/returning-failures.ts';
import { recordedSessions } from './support/next-session/recorded-sessions.ts';
import { withImported } from './support/recorded/imported.ts';
import { dataFolder } from './support/recorded/recorded-files.ts';
import type { BenchResult } from './support/result.ts';

const LABELS = fileURLToPath(new URL('./lesson-labels', import.meta.url));
const SAMPLED = 30;
const MOST = 100_000;

/** Marks of a pattern: whether it is true, and whether a later session of its project could use it. */
interface PatternMark {
  id: string;
  true: boolean;
  use: boolean;
}

/** The mark of a line about a failed call: whether its agent could have mended the failure by it. */
interface ReturnMark {
  event: string;
  key: string;
  usable: boolean;
}

/** A pattern of the recorded sessions. */
interface Drawn extends PatternDetail {
  id: string;
  title: string;
}

/** What Cairn learns of recorded sessions, and what it says where a failure returns. */
export interface LessonMeasure {
  patterns: Drawn[];
  /** Those drawn by lot. */
  sample: Drawn[];
  returns: ReturningFailure[];
}

/** Imports the recorded sessions of `next-session` below `CAIRN_DATA`. */
export async function measureLessons(): Promise<LessonMeasure> {
  const data = dataFolder();
  if (data === undefined) throw new Error('there are no recorded sessions: name their folder in CAIRN_DATA');
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const paths = recordedSessions(data, scratch).map(({ path }) => path);
    return await withImported(paths, async (store) => {
      const all: Item[] = await store.items.list({ kinds: ['pattern'] }, { limit: MOST });
      const patterns = all.flatMap((item): Drawn[] => {
        const { pattern } = detailOfKind(item, 'pattern');
        return pattern === undefined ? [] : [{ ...pattern, id: item.id, title: item.title }];
      });
      const sample = patterns.toSorted((one, other) => lot(one) - lot(other)).slice(0, SAMPLED);
      return { patterns, sample, returns: await returningFailures(store) };
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function lot({ id }: Drawn): number {
  return hash53(`lessons ${id}`);
}

/** Measures the patterns of recorded sessions by lot, and the failures that return. */
export async function run(): Promise<BenchResult> {
  const { patterns, sample, returns } = await measureLessons();
  const marks = new Map(readMarks<PatternMark>('patterns').map((mark) => [mark.id, mark]));
  const judged = sample.flatMap(({ id }) => marks.get(id) ?? []);
  const usable = new Map(readMarks<ReturnMark>('returns').map((mark) => [`${mark.event} ${mark.key}`, mark.usable]));
  const told = returns.flatMap(({ event, key }) => usable.get(`${event} ${key}`) ?? []);
  const right = judged.filter((mark) => mark.true).length;
  const useful = judged.filter((mark) => mark.use).length;
  const kinds = Map.groupBy(patterns, ({ pattern }) => pattern);
  return {
    title: 'Lessons',
    about: `The recorded sessions of \`next-session\` as one memory: ${patterns.length} patterns, of which ${sample.length} are drawn by a hash of their ids, and the failed commands whose failure an earlier session of the project had mended. Marks by hand: \`lesson-labels\`.`,
    columns: ['what', 'count', 'judged', 'right', 'of use'],
    rows: [
      ['patterns drawn', sample.length, judged.length, right, useful],
      ['failures that return, told at the failed call', returns.length, told.length, '–', told.filter(Boolean).length],
    ],
    bounds: [
      bound('patterns that are true', shareOf(right, judged.length), 28 / SAMPLED),
      bound('patterns of use to a later session', shareOf(useful, judged.length), 15 / SAMPLED),
      bound('lessons that return and are usable', shareOf(told.filter(Boolean).length, told.length), 0.5),
    ],
    notes: [
      'Before remedies were told, 467 patterns came of these sessions: 196 fixes by names of files alone, 122 decisions said once, 67 sequences of commands. Of 30 by lot from sessions of other developers another hand had found 22 true and 5 of use, and of 12 lessons that returned none usable.',
      'One hand, which knew what Cairn had made of the sessions; a pattern or line whose identity changes counts as not judged.',
    ],
    details: [
      {
        title: 'Patterns by kind',
        about: 'All of them, and in how many more than one session shows the same.',
        columns: ['kind', 'patterns', 'in several sessions'],
        rows: [...kinds].map(([kind, own]) => [kind, own.length, own.filter(isShared).length]),
      },
    ],
  };
}

function isShared({ sessions }: Drawn): boolean {
  return sessions > 1;
}

function bound(name: string, { n, of, share }: Share, least: number): BenchResult['bounds'][number] {
  return { name, wanted: `≥ ${Math.round(100 * least)} %`, reached: `${n} of ${of}`, met: share >= least };
}

function readMarks<Mark>(name: string): Mark[] {
  const lines = readFileSync(join(LABELS, `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Mark);
}
