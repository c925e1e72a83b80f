import type { Tried } from './collect.ts';

/** A suite as it was run: what, where, when, how long. */
export interface SuiteRun {
  title: string;
  about: string;
  size: string;
  commit: string;
  machine: string;
  /** Rows by group, in the order of the table. */
  groups: { name: string; about: string; rows: readonly Tried[] }[];
}

/** How many rows came to what, and how often they were tried in all. */
export interface Tally {
  rows: number;
  tries: number;
  held: number;
  fell: number;
  notTried: number;
}

/** Counts rows by what came of them. */
export function tallyOf(rows: readonly Tried[]): Tally {
  const count = (outcome: Tried['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  return {
    rows: rows.length,
    tries: rows.reduce((sum, { tries, outcome }) => sum + (outcome === 'not tried' ? 0 : tries), 0),
    held: count('held'),
    fell: count('fell'),
    notTried: count('not tried'),
  };
}

/** The sentence that the README quotes, by which a test holds it to the page. */
export function summaryOf({ groups }: SuiteRun): string {
  const { rows, tries, held, fell, notTried } = tallyOf(groups.flatMap((group) => group.rows));
  const open = notTried === 0 ? '' : `, ${notTried} could not be tried there`;
  return `${rows} named rows, ${tries} tries: ${held} held, ${fell} fell${open}.`;
}

/** The page that is committed. */
export function toPage(run: SuiteRun): string {
  const rows = run.groups.map(({ name, about, rows: all }) => {
    const { rows: count, tries, held, fell, notTried } = tallyOf(all);
    return `| ${[name, about, count, tries, held, fell, notTried].join(' | ')} |`;
  });
  const named = run.groups.flatMap(({ name, rows: all }) =>
    all.filter(({ outcome }) => outcome !== 'held').map((row) => ({ ...row, group: name })),
  );
  const list = (outcome: Tried['outcome']): string[] => {
    const of = named.filter((row) => row.outcome === outcome);
    const lines = of.map(({ group, name, file, why }) => `- ${group}: ${name} (\`${file}\`): ${why ?? 'no reason'}`);
    return of.length === 0 ? ['None.'] : lines;
  };
  return [
    `# ${run.title}`,
    '',
    run.about,
    '',
    `${summaryOf(run)} Size ${run.size}, commit ${run.commit}.`,
    '',
    run.machine,
    '',
    '| group | what is tried | rows | tries | held | fell | not tried |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Fell',
    '',
    ...list('fell'),
    '',
    '## Not tried',
    '',
    ...list('not tried'),
    '',
  ].join('\n');
}
