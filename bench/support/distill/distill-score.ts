import { type WilsonShare as Interval, wilsonShare as intervalOf } from '../../../src/core/wilson.ts';

/** A share of right ones, from 0 to 1, with its 95 % interval. */
export type Share = Interval & { share: number };

/** So many right ones of so many; the share of none is `NaN`. */
export function shareOf(right: number, of: number): Share {
  return { ...intervalOf(right, of), share: right / of };
}

/** Calls that failed for one reason and the calls that show it mended, as they were marked; event ids. */
export interface PairLabel {
  session: string;
  same: string;
  fails: string[];
  fixed: string[];
  edits: string[];
  by: 'edit' | 'command' | 'state';
  /** Whether it is one may be argued: it counts neither for nor against. */
  arguable?: true;
}

/** What a failing call was, and which others failed for the same reason. */
export interface FailureLabel {
  id: string;
  as: 'fixed' | 'worked-around' | 'abandoned' | 'expected' | 'refused';
  same?: string;
  /** A second cause that it failed for as well. */
  also?: string;
}

/** A statement of a choice or a rule: code unit offsets in the text of an event, or all of what the event says. */
export interface SaidLabel {
  id: string;
  from?: number;
  to?: number;
  arguable?: true;
}

/** What is claimed: its name in the report, and the events it rests on. */
export interface Claim {
  name: string;
  events: string[];
}

/** How claims stand to labels; `wrong` and `missed` are names to look at. */
export interface Scored {
  precision: Share;
  recall: Share;
  wrong: string[];
  missed: string[];
  arguable: number;
}

/** Claimed repairs: right when a call that failed and one that shows it mended are of one label. */
export function scorePairs(claims: readonly Claim[], labels: readonly PairLabel[]): Scored {
  const { missed, ...scored } = score(claims, labels, showsRepair);
  return { ...scored, missed: missed.map(({ same, fails }) => `${same} ${fails[0]}`) };
}

/** Scores claims by whether they fit a mark; an arguable mark counts neither for nor against. */
function score<One extends Claim, Label extends { arguable?: true }>(
  claims: readonly One[],
  labels: readonly Label[],
  fits: (claim: One, label: Label) => boolean,
): Omit<Scored, 'missed'> & { missed: Label[] } {
  const sure = labels.filter(({ arguable }) => arguable !== true);
  const right = claims.filter((claim) => sure.some((label) => fits(claim, label)));
  const doubtful = claims.filter((claim) => !right.includes(claim) && labels.some((label) => fits(claim, label)));
  const wrong = claims.filter((claim) => !right.includes(claim) && !doubtful.includes(claim));
  const missed = sure.filter((label) => !claims.some((claim) => fits(claim, label)));
  return {
    precision: shareOf(right.length, right.length + wrong.length),
    recall: shareOf(sure.length - missed.length, sure.length),
    wrong: wrong.map(({ name }) => name),
    missed,
    arguable: doubtful.length,
  };
}

/** Scores the claimed repairs by edits: a claim is right when it names a file that the edits changed. */
export function scoreEdits(
  claims: readonly (Claim & { files: readonly string[] })[],
  labels: readonly PairLabel[],
  filesOf: (event: string) => readonly string[],
): Scored {
  const byEdits = labels.filter(({ by, arguable }) => by === 'edit' && arguable !== true);
  const claimed = byEdits.flatMap((label) => {
    const own = claims.filter((claim) => showsRepair(claim, label));
    return own.length === 0 ? [] : [{ label, files: own.flatMap(({ files }) => files) }];
  });
  const wrong = claimed.filter(
    ({ label, files }) => !label.edits.flatMap(filesOf).some((file) => files.includes(file)),
  );
  return {
    precision: shareOf(claimed.length - wrong.length, claimed.length),
    recall: shareOf(claimed.length - wrong.length, byEdits.length),
    wrong: wrong.map(({ label }) => `${label.same} ${label.edits[0]}`),
    missed: [],
    arguable: 0,
  };
}

function showsRepair({ events }: Claim, { fails, fixed }: PairLabel): boolean {
  return fails.some((id) => events.includes(id)) && fixed.some((id) => events.includes(id));
}

/** Claimed groups of equal failures: right when all of them are known to have failed for one cause. */
export function scoreGroups(claims: readonly Claim[], labels: readonly FailureLabel[]): Scored {
  const byId = new Map(labels.map((label) => [label.id, label]));
  const sharedBy = ({ events: [first = '', ...others] }: Claim): Set<string> =>
    new Set([...causesOf(byId.get(first))].filter((cause) => others.every((id) => causesOf(byId.get(id)).has(cause))));
  const right = claims.filter((claim) => sharedBy(claim).size > 0);
  const found = new Set(right.flatMap((claim) => [...sharedBy(claim)]));
  const causes = labels.filter(({ as }) => as !== 'expected').flatMap((label) => [...causesOf(label)]);
  const recurring = [...new Set(causes)].filter((cause) => causes.indexOf(cause) !== causes.lastIndexOf(cause));
  const missed = recurring.filter((cause) => !found.has(cause));
  return {
    precision: shareOf(right.length, claims.length),
    recall: shareOf(recurring.length - missed.length, recurring.length),
    wrong: claims.filter((claim) => !right.includes(claim)).map(({ name }) => name),
    missed: missed.map((cause) => `${cause} ${labels.find((label) => causesOf(label).has(cause))?.id}`),
    arguable: 0,
  };
}

/** What a call failed for; nothing when it is none that failed. */
function causesOf(label: FailureLabel | undefined): Set<string> {
  if (label === undefined || label.as === 'refused' || label.same === 'no-match') return new Set();
  return new Set([label.same, label.also].filter((cause) => cause !== undefined));
}

/** A claimed statement: its words, and the events it is taken from. */
export interface SaidClaim extends Claim {
  text: string;
}

/** Claims of the other kind of statement, and what is marked as such. */
export interface OtherSaid {
  claims: readonly SaidClaim[];
  labels: readonly SaidLabel[];
}

/**
 * Claimed statements: right when the words stand where a label says that a choice or rule stands. What is marked as both kinds
 * is found when it is claimed as either, since each statement is claimed once.
 */
export function scoreSaid(
  claims: readonly SaidClaim[],
  labels: readonly SaidLabel[],
  { textOf, other }: { textOf: (event: string) => string | undefined; other?: OtherSaid },
): Scored {
  const fits = ({ events, text }: SaidClaim, { id, from, to }: SaidLabel): boolean => {
    if (!events.includes(id)) return false;
    if (from === undefined || to === undefined) return true;
    const [start, end] = placeOf(text, textOf(id) ?? '');
    return start < to && end > from;
  };
  const isBoth = ({ id, from }: SaidLabel): boolean =>
    other?.labels.some((label) => label.id === id && label.from === from) === true;
  const isFoundAsOther = (label: SaidLabel): boolean =>
    isBoth(label) && other?.claims.some((claim) => fits(claim, label)) === true;
  const scored = score(claims, labels, fits);
  const missed = scored.missed.filter((label) => !isFoundAsOther(label));
  const { of } = scored.recall;
  return {
    ...scored,
    recall: shareOf(of - missed.length, of),
    missed: missed.map(({ id, from }) => `${id} ${from ?? ''}`.trim()),
  };
}

const WORD = /[\p{L}\p{N}]{2,}/gu;
const SENTENCE = /[^\n.!?]+(?:[.!?](?!\s|$)[^\n.!?]*)*/g;

/** Where words stand in a text, by code units: as they are, else in the sentence that has most of them. */
export function placeOf(words: string, text: string): [number, number] {
  const whole = text.indexOf(words);
  if (whole >= 0) return [whole, whole + words.length];
  const wanted = new Set(words.toLowerCase().match(WORD) ?? []);
  let best: [number, number] = [0, 0];
  let most = 0;
  for (const { 0: sentence, index } of text.matchAll(SENTENCE)) {
    const own = new Set(sentence.toLowerCase().match(WORD) ?? []);
    const shared = [...own].filter((word) => wanted.has(word)).length / Math.sqrt(own.size + 1);
    if (shared <= most) continue;
    most = shared;
    best = [index, index + sentence.length];
  }
  return best;
}
