/** What a bench found: a table, and how its figures stand to their bounds. */
export interface BenchResult {
  title: string;
  /** What was measured and against what, in a sentence or two. */
  about: string;
  columns: string[];
  rows: (string | number)[][];
  bounds: Bound[];
  notes?: string[];
  /** Further tables, below all else. */
  details?: { title: string; about: string; columns: string[]; rows: (string | number)[][] }[];
}

/** One bound: what was asked for and what was reached. */
export interface Bound {
  name: string;
  wanted: string;
  reached: string;
  met: boolean;
}

/** A bench's result as the Markdown page that is committed. */
export function toMarkdown(result: BenchResult, machine: string): string {
  const table = (columns: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
    `| ${columns.join(' | ')} |`,
    `|${columns.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ];
  const bounds = result.bounds.map(({ name, wanted, reached, met }) => [
    name,
    wanted,
    reached,
    met ? 'met' : 'NOT met',
  ]);
  return [
    `# ${result.title}`,
    '',
    result.about,
    '',
    machine,
    '',
    ...table(result.columns, result.rows),
    ...(bounds.length === 0 ? [] : ['', ...table(['bound', 'wanted', 'reached', ''], bounds)]),
    ...(result.notes === undefined ? [] : ['', ...result.notes.map((note) => `- ${note}`)]),
    ...(result.details ?? []).flatMap(({ title, about, columns, rows }) => [
      '',
      `## ${title}`,
      '',
      about,
      ...(rows.length === 0 ? [] : ['', ...table(columns, rows)]),
    ]),
    '',
  ].join('\n');
}
