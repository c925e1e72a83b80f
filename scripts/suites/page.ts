import type { Tried } from './collect.ts';

/** A group as it was run: what came of it, on which commit and machine, how long it took. */
export interface GroupRun {
  name: string;
  about: string;
  rows: readonly Tried[];
  commit: string;
  /** The day, the machine and the runtime, in one line. */
  machine: string;
  minutes: number;
}

/** A suite as it was run, its groups at once or one by one. */
export interface SuiteRun {
  title: string;
  about: string;
  size: string;
  /** In the order of the table. */
  groups: readonly GroupRun[];
  /** Names of groups that were not run in this size. */
  notRun: readonly string[];
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
export function summaryOf({ groups }: Pick<SuiteRun, 'groups'>): string {
  const { rows, tries, held, fell, notTried } = tallyOf(groups.flatMap((group) => group.rows));
  const open = notTried === 0 ? '' : `, ${notTried} could not be tried there`;
  return `${rows} named rows, ${tries} tries: ${held} held, ${fell} fell${open}.`;
}

/** The page that is committed. */
export function toPage(run: SuiteRun): string {
  const rows = run.groups.map(({ name, about, rows: all, commit, minutes }) => {
    const { rows: count, tries, held, fell, notTried } = tallyOf(all);
    return `| ${[name, about, count, tries, held, fell, notTried, commit, minutes.toFixed(1)].join(' | ')} |`;
  });
  const machines = [...new Set(run.groups.map(({ machine }) => machine))].sort();
  const missing = run.notRun.length === 0 ? '' : ` Not run in this size: ${run.notRun.join(', ')}.`;
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
    `${summaryOf(run)} Size ${run.size}.${missing}`,
    '',
    ...machines.flatMap((machine) => [machine, '']),
    '| group | what is tried | rows | tries | held | fell | not tried | commit | minutes |',
    '|---|---|---|---|---|---|---|---|---|',
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
