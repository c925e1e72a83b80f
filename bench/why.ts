import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WhyLines } from '../src/api/work-answers.ts';
import type { LocalMemory } from '../src/memory/local.ts';
import { importRecorded, openBenchMemory } from './support/bench-memory.ts';
import { claudeFolder } from './support/claude-folder.ts';
import { type RecordedSession, recordedSessions } from './support/next-session/recorded-sessions.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { quantileOf, round } from './support/stats.ts';
import { type TrueCommit, type TrueLine, trueCommits, trueLines } from './support/why/commit-truth.ts';
import { writeLongHistory } from './support/why/long-history.ts';
import { readTruth, type TranscriptTruth } from './support/why/prompt-truth.ts';

const REMOTE = 'https://github.com/entireio/cli.git';
/** Lines of one question. */
const RANGE = 150;
/** Characters of a prompt that must be the same. */
const SAME_CHARS = 60;
const COMMITS = 10_000;
const QUESTIONS = 40;
const WANTED = { precision: 0.95, coverage: 0.9, prompt: 0.8, longMs: 1_000 } as const;

/** A line of the repository with what is true of it and what was answered. */
export interface JudgedLine extends TrueLine {
  /** The agent's own ids; `undefined`: nobody knows. */
  sessions?: readonly string[];
  /** A session of the commit is recorded with one of its files before it. */
  isRecorded: boolean;
  /** The commit is older than the first session. */
  isOld: boolean;
  /** The prompt after which a session of the commit wrote the line, by its transcript. */
  prompt?: string;
  told: WhyLines;
  /** The agent's own id of the session that was named. */
  toldSession?: string;
}

/** Why lines are there: whether the right session and the right prompt are named, and how long an answer takes. */
export async function run(): Promise<BenchResult> {
  const data = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const lines = await judgeLines(data, scratch);
    const long = await timeLongHistory(scratch);
    return toResult(lines, long);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Imports the recorded sessions of the team, and asks about every line of its repository. */
export async function judgeLines(data: string, scratch: string): Promise<JudgedLine[]> {
  const [home, project] = [join(scratch, 'home'), join(scratch, 'cli')];
  const isThere = existsSync(project);
  if (!isThere) clone(data, project);
  const sessions = recordedSessions(data, scratch).filter(({ set }) => set === 'entire');
  if (!isThere) layOut(sessions, { home, project });
  const opened = openBenchMemory(join(home, '.cairn'), { userHome: home });
  try {
    await importRecorded(opened.memory, {});
    await opened.memory.settled({ timeoutMs: 600_000 });
    const commits = trueCommits(project, data);
    const judge = createJudge(opened, { project, sessions, commits });
    const judged: JudgedLine[] = [];
    for (const lines of trueLines(project).values()) judged.push(...(await judge(lines)));
    return judged;
  } finally {
    await opened.memory.close();
  }
}

function clone(data: string, project: string): void {
  const bundle = join(data, 'next-session', 'repository.bundle');
  execFileSync('git', ['clone', '-q', '-b', 'main', bundle, project], { stdio: 'ignore' });
  execFileSync('git', ['-C', project, 'remote', 'set-url', 'origin', REMOTE]);
}

/** Writes the transcripts where their agent keeps them, with the folder of the checkout in place of their own. */
function layOut(sessions: readonly RecordedSession[], { home, project }: { home: string; project: string }): void {
  const folder = claudeFolder(home, project);
  mkdirSync(folder, { recursive: true });
  for (const { id, path, root } of sessions) {
    writeFileSync(join(folder, `${id}.jsonl`), wholeTranscript(path, id).replaceAll(root, project));
  }
}

/** A session that was recorded on several days is in several files, each with lines that another may have, too. */
export function wholeTranscript(path: string, id: string): string {
  const parts = readdirSync(dirname(path))
    .filter((name) => name.endsWith(`${id}.jsonl`))
    .toSorted();
  const lines = parts.flatMap((name) => readFileSync(join(dirname(path), name), 'utf8').split('\n'));
  return `${[...new Set(lines.filter((line) => line !== ''))].join('\n')}\n`;
}

type Opened = ReturnType<typeof openBenchMemory>;

/** Asks about lines of a file, in ranges. */
function createJudge(
  { memory, store }: Opened,
  truth: { project: string; sessions: readonly RecordedSession[]; commits: ReadonlyMap<string, TrueCommit> },
): (lines: readonly TrueLine[]) => Promise<JudgedLine[]> {
  const { project, sessions, commits } = truth;
  const since = Math.min(...sessions.map(({ firstAt }) => firstAt));
  const names = createNames(store);
  const truths = createTruths(sessions);
  return async (lines) => {
    const told = new Map<number, WhyLines>();
    for (let from = 1; from <= lines.length; from += RANGE) {
      for (const stretch of await ask(memory, {
        project,
        path: lines[0]?.path ?? '',
        from,
        to: Math.min(from + RANGE - 1, lines.length),
      }))
        for (let line = stretch.from; line <= stretch.to; line += 1) told.set(line, stretch);
    }
    const judged: JudgedLine[] = [];
    for (const line of lines) {
      const answer = told.get(line.line);
      const commit = commits.get(line.commit);
      if (answer === undefined || commit === undefined) continue;
      const recorded = commit.sessions?.flatMap((id) => truths(id) ?? []) ?? [];
      const asked = { path: line.path, text: line.text, until: commit.committedAt };
      const prompt = recorded.map(({ promptOf }) => promptOf(asked)).find((found) => found !== undefined);
      const toldSession = answer.session === undefined ? undefined : await names(answer.session.id);
      judged.push({
        ...line,
        isOld: commit.committedAt < since,
        isRecorded: recorded.some(({ touched }) => commit.paths.some((path) => touched(path, commit.committedAt))),
        told: answer,
        ...(commit.sessions === undefined ? {} : { sessions: commit.sessions }),
        ...(prompt === undefined ? {} : { prompt }),
        ...(toldSession === undefined ? {} : { toldSession }),
      });
    }
    return judged;
  };
}

async function ask(
  memory: LocalMemory,
  { project, path, from, to }: { project: string; path: string; from: number; to: number },
): Promise<WhyLines[]> {
  try {
    return (await memory.why({ path, line: from, endLine: to, project })).lines;
  } catch (error) {
    process.stderr.write(`${path}:${from}: ${String(error)}\n`);
    return [];
  }
}

function createNames(store: Opened['store']): (id: string) => Promise<string | undefined> {
  const known = new Map<string, string | undefined>();
  return async (id) => {
    if (!known.has(id)) known.set(id, (await store.log.sessions({ ids: [id as never], limit: 1 }))[0]?.agentSession);
    return known.get(id);
  };
}

function createTruths(sessions: readonly RecordedSession[]): (id: string) => TranscriptTruth | undefined {
  const paths = new Map(sessions.map(({ id, path }) => [id, path]));
  const known = new Map<string, TranscriptTruth>();
  return (id) => {
    const path = paths.get(id);
    if (path !== undefined && !known.has(id)) known.set(id, readTruth(wholeTranscript(path, id)));
    return known.get(id);
  };
}

/** True when the answer's request, or its last prompt before the edit, is the true one. */
export function isRightPrompt({ prompt = '', told }: JudgedLine): boolean {
  return [told.asked, told.lastPrompt].some((one) => one !== undefined && isSame(one.text, prompt));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    text
      .replace(/[\s…]+/g, ' ')
      .trim()
      .slice(0, SAME_CHARS),
  );
  return a !== undefined && b !== undefined && a !== '' && (a.startsWith(b) || b.startsWith(a));
}

/** True when the session that was named is one of those that the team's marks name. */
export function isRightSession({ sessions, toldSession }: JudgedLine): boolean {
  return toldSession !== undefined && sessions?.includes(toldSession) === true;
}

async function timeLongHistory(scratch: string): Promise<number[]> {
  const project = join(scratch, 'long');
  const path = writeLongHistory(project, COMMITS);
  const opened = openBenchMemory(join(scratch, 'long-home'), { userHome: join(scratch, 'long-home') });
  try {
    const lines = readFileSync(join(project, path), 'utf8').split('\n').length - 1;
    const took: number[] = [];
    for (let asked = 0; asked < QUESTIONS; asked += 1) {
      const line = 1 + Math.floor((asked * lines) / QUESTIONS);
      const began = performance.now();
      await opened.memory.why({ path, line, project });
      took.push(performance.now() - began);
    }
    return took;
  } finally {
    await opened.memory.close();
  }
}

function toResult(lines: readonly JudgedLine[], long: readonly number[]): BenchResult {
  const known = lines.filter(({ sessions }) => sessions !== undefined);
  const answered = known.filter(({ told }) => told.confidence !== 'unknown');
  const right = answered.filter(isRightSession);
  const prompted = right.filter(({ prompt }) => prompt !== undefined);
  const recorded = known.filter(({ isRecorded }) => isRecorded);
  const old = lines.filter(({ isOld }) => isOld);
  const guessed = old.filter(({ told }) => told.confidence !== 'unknown');
  const share = (part: number, whole: number): string => (whole === 0 ? '-' : `${round((100 * part) / whole)} %`);
  const of = (confidence: WhyLines['confidence']): (string | number)[] => {
    const some = known.filter(({ told }) => told.confidence === confidence);
    const good = some.filter(isRightSession).length;
    return [
      confidence,
      some.length,
      share(some.length, known.length),
      confidence === 'unknown' ? '-' : share(good, some.length),
    ];
  };
  const bound = (name: string, wanted: number, [part, whole]: [number, number]): Bound => ({
    name,
    wanted: `>= ${wanted * 100} %`,
    reached: share(part, whole),
    met: part >= wanted * whole,
  });
  const slowest = Math.max(...long);
  return {
    title: 'Why a line is there',
    about:
      'Every line of a repository at its head, asked of a memory of the recorded sessions of its team, whose marks (trailers) name the session of many commits; the branch that the trailers lead to is not there, so that nothing but edits, times and files can tell. A session is right when the mark of the commit that plain git blames names it; a prompt is right when it is the last one before the edit by the raw transcript.',
    columns: ['confidence', 'lines of known sessions', 'share', 'right session'],
    rows: (['certain', 'likely', 'possible', 'unknown'] as const).map(of),
    bounds: [
      bound('the session that is named is right', WANTED.precision, [right.length, answered.length]),
      bound('lines of known sessions for which one is named', WANTED.coverage, [answered.length, known.length]),
      bound('the same, where the transcript of the session shows a file of the commit before it', WANTED.coverage, [
        recorded.filter(({ told }) => told.confidence !== 'unknown').length,
        recorded.length,
      ]),
      bound('the prompt is right, where the session is', WANTED.prompt, [
        prompted.filter(isRightPrompt).length,
        prompted.length,
      ]),
      bound('lines older than the memory are "not known"', 1, [old.length - guessed.length, old.length]),
      {
        name: `a line of a repository of ${COMMITS} commits, slowest of ${QUESTIONS}`,
        wanted: `<= ${WANTED.longMs} ms`,
        reached: `${round(slowest, 0)} ms (median ${round(quantileOf(long, 0.5), 0)} ms)`,
        met: slowest <= WANTED.longMs,
      },
    ],
    notes: [
      `${lines.length} lines; ${known.length} of commits whose session is known (of ${recorded.length} that session is recorded with a file of the commit before it: others are named by marks alone, as one that began after its commit), ${old.length} older than the first session, ${prompted.length} with a prompt to compare.`,
    ],
  };
}
