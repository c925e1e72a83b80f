import type { Entry } from '../../../src/api/answers.ts';
import type { ConsideredLine, ContextExplanation, ContextResult } from '../../../src/api/context-answers.ts';

/** A line of the view: told, or what it lacks. */
export interface NextLine extends ConsideredLine {
  key: string;
  /** Its place in the block, from 1; absent where it is not in it. */
  place?: number;
}

/** The parts of the view, in order. */
export interface NextLines {
  told: readonly NextLine[];
  nearly: readonly NextLine[];
  muted: readonly NextLine[];
}

/** What a section of a block is part of, for the bar and its legend. */
export const PARTS = [
  { name: 'rules', says: 'rules and warnings', sections: ['rules', 'proposed', 'tripwires', 'failures'] },
  { name: 'thread', says: 'decisions and open work', sections: ['thread', 'bearing', 'changes'] },
  { name: 'past', says: 'what happened', sections: ['files', 'sessions', 'commits'] },
] as const;

/** The kind, the speaker and the day that a line of knowledge begins with. */
const LABEL = /^(?:Constraint|Decision|Preference|Rejected) [^:"]{2,60}, \d{4}-\d{2}-\d{2}: /;
const ID = /^\[[a-z]_[a-z2-7]{16}\]\s*/;

/** The lines of an explained answer, and what else a person muted in the project. */
export function toLines({ told, left }: ContextExplanation, muted: readonly Entry[]): NextLines {
  const named = (line: ConsideredLine, at: number): NextLine => ({ ...line, key: `${line.id}.${line.section}.${at}` });
  const here = left.filter(({ lacks }) => lacks?.code === 'muted').map(named);
  const known = new Set(here.map(({ id }) => id));
  return {
    told: told.map((line, at) => ({ ...named(line, at), place: at + 1 })),
    nearly: left.filter(({ lacks }) => lacks?.code !== 'muted').map(named),
    muted: [...here, ...muted.filter(({ id }) => !known.has(id)).map(toMuted)],
  };
}

function toMuted({ id, kind, title, sort, author, status }: Entry): NextLine {
  return {
    key: `${id}.muted`,
    id,
    // Sessions and projects are not muted.
    kind: kind as NextLine['kind'],
    section: sort ?? kind,
    text: title,
    tokens: 0,
    why: 'It is told where it bears on something',
    lacks: { code: 'muted', says: 'A person muted it' },
    timesTold: 0,
    timesUsed: 0,
    ...(author && { author }),
    ...(status && { status }),
  };
}

/** A line without the id that it begins with. */
export function wordsOf({ text }: Pick<ConsideredLine, 'text'>): string {
  return text.replace(ID, '');
}

/** What a line says in a row: what stands in the columns beside it is left out. */
export function saidOf(line: Pick<ConsideredLine, 'text'>): string {
  return wordsOf(line).replace(LABEL, '');
}

/** What a line is, in one word. */
export function nameLine({ section, kind, text, status }: ConsideredLine): string {
  const words = text.replace(ID, '');
  if (section === 'proposed' || (section === 'rules' && status === 'proposed')) return 'proposed';
  const [, label = ''] = /^(Constraint|Decision|Preference|Rejected)\b/.exec(words) ?? [];
  if (label !== '') return label.toLowerCase();
  return { thread: 'open work', bearing: 'answer', rules: 'rule' }[section] ?? (section === 'muted' ? kind : section);
}

/** Tokens that each part of a block takes. */
export function tokensByPart({
  told,
}: Pick<ContextExplanation, 'told'>): { name: string; says: string; tokens: number }[] {
  return PARTS.map(({ name, says, sections }) => ({
    name,
    says,
    tokens: told.reduce(
      (sum, { section, tokens }) => sum + ((sections as readonly string[]).includes(section) ? tokens : 0),
      0,
    ),
  }));
}

/** The least budget at which one more line has room; `undefined` where none is cut. */
export function nextBudget({ explained }: ContextResult): number | undefined {
  const missing = (explained?.left ?? []).flatMap(({ lacks }) => lacks?.tokens ?? []);
  return missing.length === 0 || explained === undefined ? undefined : explained.budget + Math.min(...missing);
}
