import type { Item, Sourced, SummaryDetail } from '../../../src/core/model/item.ts';
import { contentWords } from '../../../src/derive/claim/claim-words.ts';
import { settledWords } from '../../../src/derive/claim/settled-words.ts';
import { statementHash } from '../next-session/statement-marks.ts';
import type { BenchResult } from '../result.ts';
import { round } from '../stats.ts';
import type { ConcludedSession } from './concluded-sessions.ts';
import { readSentenceMarks, type SentenceMarks, wordMark } from './sentence-marks.ts';

type Table = NonNullable<BenchResult['details']>[number];
type Measured = ConcludedSession & { marks: SentenceMarks };

/** A decision that Cairn claims: when it was said, and its words. */
interface Claim {
  at: number;
  text: string;
}

/** How claims compare with marks. */
interface Score {
  right: number;
  wrong: number;
  arguable: number;
  found: number;
  sure: number;
  ofPerson: { found: number; sure: number };
}

const HALVES = ['tune', 'check', 'all'] as const;
const NEAR_MS = 3_000;
const DECIDED = new Set(['decision', 'rejected', 'constraint']);
/** Least share, 0 to 1, of the words of a fact that a summary has, and of a refuted statement that one of its sentences has. */
const HELD = 0.5;
const TOLD = 0.8;

/** The decisions in summaries and as knowledge, and what summaries hold, against the marks of readers. */
export function measureSentences(sessions: readonly ConcludedSession[]): Pick<BenchResult, 'bounds'> & {
  tables: Table[];
} {
  const known = readSentenceMarks();
  const measured = sessions.flatMap((session): Measured[] => {
    const marks = known.get(session.label.session);
    return marks === undefined ? [] : [{ ...session, marks }];
  });
  const all = scoreOf(measured, ofSummary);
  return { bounds: boundsOf(all), tables: [decisionTable(measured), summaryTable(measured)] };
}

function boundsOf({ right, wrong, found, sure }: Score): BenchResult['bounds'] {
  return [
    {
      name: 'decisions in summaries: recall',
      wanted: '≥ 40 %',
      reached: `${percent(found, sure)} of ${sure}`,
      met: found >= 0.4 * sure,
    },
    {
      name: 'decisions in summaries: precision',
      wanted: '≥ 85 %',
      reached: `${percent(right, right + wrong)} of ${right + wrong}`,
      met: right >= 0.85 * (right + wrong),
    },
  ];
}

function decisionTable(measured: readonly Measured[]): Table {
  const kinds = { 'in summaries': ofSummary, 'as knowledge': ofKnowledge } as const;
  const rows = Object.entries(kinds).flatMap(([kind, claimsOf]) =>
    HALVES.map((half) => {
      const { right, wrong, arguable, found, sure, ofPerson } = scoreOf(halfOf(measured, half), claimsOf);
      const recall = [percent(found, sure), sure, percent(ofPerson.found, ofPerson.sure), ofPerson.sure];
      return [kind, half, right, wrong, arguable, percent(right, right + wrong), ...recall];
    }),
  );
  return {
    title: 'Decisions',
    about:
      'A claim is right where a reader marked its sentence as a decision that all would call one; one that people may differ about counts neither way. Recall is over the sure ones. The rules of agents’ decisions were written with both halves in view.',
    columns: ['decisions', 'half', 'right', 'wrong', 'arguable', 'precision', 'recall', 'of', 'of persons', 'of'],
    rows,
  };
}

function summaryTable(measured: readonly Measured[]): Table {
  const rows = HALVES.map((half) => {
    const own = halfOf(measured, half);
    const facts = own.flatMap(({ summary, marks }) => {
      const words = new Set(sentencesIn(summary).flatMap(marksIn));
      return marks.essentials.map((fact) => shareOf(fact, words) >= HELD);
    });
    const traps = own.flatMap(({ summary, marks }) => {
      const told = claimedIn(summary).map((text) => new Set(marksIn(text)));
      return marks.traps.map((trap) => told.some((words) => shareOf(trap, words) >= TOLD));
    });
    const chars = own.map(({ summary }) => sentencesIn(summary).join(' ').length).sort((one, other) => one - other);
    const held = facts.filter(Boolean).length;
    const middle = chars[Math.floor(chars.length / 2)] ?? 0;
    return [
      half,
      own.length,
      facts.length,
      percent(held, facts.length),
      traps.length,
      traps.filter(Boolean).length,
      middle,
    ];
  });
  return {
    title: 'Summaries',
    about: `A proxy: a fact counts as held where the summary has half of its words or more, whatever it says with them; a refuted statement as told where one sentence on what was found or done has ${100 * TOLD} % of its words. Whether a summary is faithful, complete and useful only a reader can say.`,
    columns: ['half', 'sessions', 'facts', 'held', 'refuted', 'told', 'characters, median'],
    rows,
  };
}

function halfOf(measured: readonly Measured[], half: (typeof HALVES)[number]): Measured[] {
  return measured.filter(({ label }) => half === 'all' || label.half === half);
}

function scoreOf(measured: readonly Measured[], claimsOf: (session: Measured) => Claim[]): Score {
  const score: Score = { right: 0, wrong: 0, arguable: 0, found: 0, sure: 0, ofPerson: { found: 0, sure: 0 } };
  for (const session of measured) {
    const { decisions } = session.marks;
    const claims = claimsOf(session);
    for (const claim of claims) {
      const marked = decisions.filter((decision) => isOf(claim, decision));
      score[marked.some(({ sure }) => sure) ? 'right' : marked.length > 0 ? 'arguable' : 'wrong'] += 1;
    }
    for (const decision of decisions.filter(({ sure }) => sure)) {
      const found = claims.some((claim) => isOf(claim, decision)) ? 1 : 0;
      score.sure += 1;
      score.found += found;
      if (decision.by !== 'person') continue;
      score.ofPerson.sure += 1;
      score.ofPerson.found += found;
    }
  }
  return score;
}

function isOf({ at, text }: Claim, decision: SentenceMarks['decisions'][number]): boolean {
  return Math.abs(at - Date.parse(`${decision.at}Z`)) <= NEAR_MS && decision.marks.includes(statementHash(text));
}

function ofSummary({ summary, items }: Measured): Claim[] {
  const times = new Map<string, number>(items.map(({ id, at }) => [id, at]));
  return summary.decisions.map(({ text, ids }: Sourced) => ({ text, at: times.get(ids[0] ?? '') ?? 0 }));
}

function ofKnowledge({ items }: Measured): Claim[] {
  return items.flatMap((item: Item): Claim[] => {
    const text = item.kind === 'knowledge' ? settledWords(item) : undefined;
    const isDecided = item.kind === 'knowledge' && DECIDED.has(item.detail.knowledge);
    return text === undefined || !isDecided ? [] : [{ text, at: item.at }];
  });
}

function sentencesIn(summary: SummaryDetail): string[] {
  const { brief, request, decisions, nextSteps, notes, outcomeBy } = summary;
  const said = [request, decisions, nextSteps, notes, outcomeBy].flat();
  return [brief, ...said.map(({ text }) => text), ...claimedIn(summary)];
}

/** What a summary tells as true, beside what somebody asked or decided. */
function claimedIn({ learned, completed, problemsSolved, keyMessages }: SummaryDetail): string[] {
  return [learned, completed, problemsSolved, keyMessages].flat().map(({ text }) => text);
}

function marksIn(text: string): string[] {
  return contentWords(text).map(wordMark);
}

function shareOf(words: readonly string[], held: ReadonlySet<string>): number {
  return words.filter((word) => held.has(word)).length / words.length;
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${round((100 * part) / whole)} %`;
}
