import type { BenchResult } from '../result.ts';
import { round } from '../stats.ts';
import type { Corpus, Question } from './corpus.ts';
import type { Found, Measured } from './recall-metrics.ts';

/** Questions that are measured together: all of a set, and each category where there are several. */
export interface Part {
  name: string;
  questions: readonly Question[];
}

/** The parts of a set: all of it, then its categories by name. */
export function partsOf(questions: readonly Question[]): Part[] {
  const categories = [...Map.groupBy(questions, (question) => question.cat)];
  const named = categories.toSorted(([one], [other]) => (one < other ? -1 : 1));
  const parts = named.map(([name, of]) => ({ name: name === '' ? 'without a category' : name, questions: of }));
  return [{ name: 'all', questions }, ...(parts.length > 1 ? parts : [])];
}

const KEYS = ['any1', 'any5', 'any10', 'all1', 'all5', 'all10', 'frac1', 'frac5', 'frac10'] as const;

/** The names of the columns that `figuresOf` fills. */
export const FIGURES: readonly string[] = [...KEYS.map((key) => key.replace(/\d+/, '@$&')), 'MRR'];

/** The figures of one kind of answer, shares in percent. */
export function figuresOf(found: Found): (string | number)[] {
  return [...KEYS.map((key) => round(100 * found[key])), round(found.mrr, 3)];
}

/** A corpus's figures as a table: a row for each part and kind of answer. */
export function recallTable(corpus: Corpus, parts: readonly (Measured & { name: string })[]): BenchResult {
  const rows = parts.flatMap((part) =>
    (['items', 'sessions'] as const).flatMap((answer) => {
      const found = part[answer];
      if (found.questions === 0) return [];
      const forbidden = part.forbidden === undefined || answer === 'sessions' ? '' : round(100 * part.forbidden.share);
      const cost = [forbidden, part.tokens, part.p50, part.p95];
      return [[part.name, answer, found.questions, ...figuresOf(found), ...cost]];
    }),
  );
  const columns = ['questions of', 'answer', 'count', ...FIGURES, 'forbidden@5', 'tokens', 'ms, p50', 'p95'];
  const about = `${corpus.docs.length} messages, ${corpus.questions.length} questions. Shares in percent; tokens and milliseconds of a page of ten hits.`;
  return { title: `Recall: ${corpus.name}`, about, columns, rows, bounds: [] };
}
