import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FLOOR } from '../src/retrieval/search/bears.ts';
import { importAll, projectsIn } from './support/answers/answers-memory.ts';
import {
  type Answered,
  answerHash,
  askQuestion,
  holdsAnswer,
  readMarks,
  readQuestions,
  sentencesOf,
} from './support/answers/ask-questions.ts';
import { FLOORS, judgeFloors, NEARNESSES } from './support/answers/judge-floors.ts';
import { openBenchEmbedder } from './support/bench-embedder.ts';
import { recordedSessions } from './support/next-session/recorded-sessions.ts';
import type { BenchResult } from './support/result.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const DAY_MS = 86_400_000;

/** Asks questions written from recorded sessions, and looks whether what is said first answers. */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const embedder = openBenchEmbedder(process.env.CAIRN_BENCH_VECTORS);
  try {
    const sessions = recordedSessions(DATA, scratch);
    const home = join(scratch, 'home');
    const { memory, store } = await importAll(sessions, home, { data: DATA, embedder });
    const [newest] = await store.items.list({}, { limit: 1 });
    const now = (newest?.at ?? 0) + DAY_MS;
    const place = (set: string) => ({ now, userHome: home, cwd: projectsIn(home)[set] ?? home });
    try {
      const withVectors: Answered[] = [];
      const byWords: Answered[] = [];
      for (const asked of readQuestions()) {
        withVectors.push(await askQuestion(store, asked, { ...place(asked.set), embedder }));
        byWords.push(await askQuestion(store, asked, { ...place(asked.set), embedder: undefined }));
      }
      const floors = await judgeFloors(store, readQuestions(), { embedder, place });
      return report({ withVectors, byWords, floors, sessions: sessions.length, home });
    } finally {
      await memory.close();
    }
  } finally {
    await embedder.close();
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Measured {
  withVectors: readonly Answered[];
  byWords: readonly Answered[];
  floors: (string | number)[][];
  sessions: number;
  home: string;
}

function report({ withVectors, byWords, floors, sessions, home }: Measured): BenchResult {
  const tuned = withVectors.filter(({ asked }) => asked.tuned);
  const others = withVectors.filter(({ asked }) => !asked.tuned && asked.fresh !== true);
  const fresh = withVectors.filter(({ asked }) => asked.fresh === true);
  return {
    title: 'What a question is answered',
    about: `${withVectors.length} questions that readers wrote from ${new Set(withVectors.map(({ asked }) => asked.session)).size} of ${sessions} recorded sessions, in words of their own, with the words that a right answer holds: one of each group. All sessions lie in one memory, which is asked as of their end. "First sentence" is that of \`recall\`; a hit is its title and its passage. The weights were set by hand on the questions of the first ten sessions, the next ten only check them; the last twenty are of sessions that a script chose, written without a look at an answer, by a hand that knew the rules; a group may ask for more than a person would, so that the figures are low rather than high.`,
    columns: ['questions', 'count', 'recall: first sentence', 'whole answer', 'first hit', 'one of the first five'],
    rows: [
      ['with vectors', ...figuresOf(withVectors)],
      ['— on which weights were set', ...figuresOf(tuned)],
      ['— that only check them', ...figuresOf(others)],
      ['— of other sessions, written last', ...figuresOf(fresh)],
      ['by words alone', ...figuresOf(byWords)],
    ],
    bounds: [],
    details: [
      {
        title: 'As a reader calls them',
        about:
          'The same answers, read beside the transcript by one hand, which had made the last changes (`answer-labels/marks.jsonl`); one that has changed since is not judged.',
        columns: ['questions', 'count', 'judged', 'right in the first sentence', 'right as a whole'],
        rows: [
          ['on which weights were set', ...readFigures(tuned, home)],
          ['that only check them', ...readFigures(others, home)],
          ['of other sessions, written last', ...readFigures(fresh, home)],
          ['all', ...readFigures(withVectors, home)],
        ],
      },
      {
        title: 'What bears on a question',
        about: `Of the first ten hits, the share in percent that hold at least that share of the question's weight (0: any word), or have an outlying cosine of at least that: of the hits that hold the answer, of all hits of the questions, and of those of questions that nothing answers. In use: ${FLOOR.share} and ${FLOOR.nearness}; with a share of 0.15 AutoMemoryBench by words alone falls from 100 to 71 % (any@5), LoCoMo from 76.2 to 73.9 %, long chats from 79.6 to 75.9 %, with any word none falls.`,
        columns: ['share', 'cosine', 'hits that answer', 'all hits', 'hits of questions that nothing answers'],
        rows: floors,
      },
    ],
    notes: [
      `An answer has ${mean(withVectors.map(({ recall }) => sentencesOf(recall).length))} sentences and ${mean(withVectors.map(({ recall }) => recall.split(/\s+/).length))} words on average, its first sentence ${mean(withVectors.map(({ recall }) => (sentencesOf(recall)[0] ?? '').split(/\s+/).length))} words.`,
      `Looked at: ${FLOORS.length} shares, ${NEARNESSES.length} cosines.`,
    ],
  };
}

function figuresOf(answers: readonly Answered[]): number[] {
  const count = (holds: (one: Answered) => boolean): number => answers.filter(holds).length;
  const inHit =
    (most: number) =>
    ({ hits, asked }: Answered): boolean =>
      hits.slice(0, most).some(({ title, snippet }) => holdsAnswer(`${title} ${snippet}`, asked.must));
  return [
    answers.length,
    count(({ recall, asked }) => holdsAnswer(sentencesOf(recall)[0] ?? '', asked.must)),
    count(({ recall, asked }) => holdsAnswer(recall, asked.must)),
    count(inHit(1)),
    count(inHit(5)),
  ];
}

function readFigures(answers: readonly Answered[], home: string): number[] {
  const known = readMarks();
  const marks = answers.flatMap((one) => known.get(answerHash(one, home)) ?? []);
  return [
    answers.length,
    marks.length,
    marks.filter(({ first }) => first).length,
    marks.filter(({ whole }) => whole).length,
  ];
}

function mean(numbers: readonly number[]): number {
  return Math.round((10 * numbers.reduce((one, other) => one + other, 0)) / Math.max(numbers.length, 1)) / 10;
}
