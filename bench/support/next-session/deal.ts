import { createRandom } from '../generated/varied-text.ts';
import { LINE_ID, linesOf } from './block-figures.ts';

/** What one way tells at a point. */
export interface ToldText {
  point: string;
  way: string;
  text: string;
}

/** A row of the key: which way at which point a file holds; no file where the way tells nothing there. */
export interface DealtFile {
  file?: string;
  point: string;
  way: string;
  lines: number;
  /** True for the second file of a text that is dealt twice. */
  again?: boolean;
}

/** A point to choose from, and the group that it stands for. */
export interface Candidate {
  name: string;
  /** Taken before all others. */
  first: boolean;
  group: string;
}

/** Chooses points: those that come first, then the others from each group in turn, in an order that the seed gives. */
export function choosePoints(
  candidates: readonly Candidate[],
  { count, seed }: { count: number; seed: number },
): string[] {
  const chosen = candidates.filter(({ first }) => first).map(({ name }) => name);
  const others = shuffled(
    candidates.filter(({ first }) => !first),
    seed,
  );
  const groups = [...Map.groupBy(others, ({ group }) => group).values()].map((group) => [...group]);
  while (chosen.length < count && groups.some((group) => group.length > 0)) {
    for (const group of groups) {
      const next = group.shift();
      if (next !== undefined && chosen.length < count) chosen.push(next.name);
    }
  }
  return chosen.slice(0, count);
}

/**
 * Deals texts into files of numbered lines without ids, shuffled by a seed; of the first `twice` points, in an order
 * that the seed gives, each text has two files.
 */
export function deal(
  told: readonly ToldText[],
  { twice, seed }: { twice: number; seed: number },
): { files: { file: string; text: string }[]; key: DealtFile[] } {
  const points = shuffled([...new Set(told.map(({ point }) => point))], seed + 1);
  const again = new Set(points.slice(0, twice));
  const full = told.filter(({ text }) => linesOf(text).length > 0);
  const cards = [
    ...full.map((one) => ({ ...one, again: false })),
    ...full.filter(({ point }) => again.has(point)).map((one) => ({ ...one, again: true })),
  ];
  const dealt = shuffled(cards, seed).map((card, place) => ({
    ...card,
    file: `${String(place + 1).padStart(3, '0')}.txt`,
    shown: linesOf(card.text).map((line) => line.replace(LINE_ID, '')),
  }));
  const silent = told.filter(({ text }) => linesOf(text).length === 0);
  return {
    files: dealt.map(({ file, point, shown }) => ({
      file,
      text: [`sessions/${point}.txt`, '', ...shown.map((line, n) => `${n + 1}. ${line}`), ''].join('\n'),
    })),
    key: [
      ...dealt.map(({ file, point, way, shown, again: isAgain }) => ({
        file,
        point,
        way,
        lines: shown.length,
        ...(isAgain && { again: true }),
      })),
      ...silent.map(({ point, way }) => ({ point, way, lines: 0 })),
    ],
  };
}

/** A copy in an order that the seed gives (Fisher and Yates). */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    const [one, two] = [copy[last], copy[other]];
    if (one !== undefined && two !== undefined) [copy[last], copy[other]] = [two, one];
  }
  return copy;
}
