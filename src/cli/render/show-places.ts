import type { Entry } from '../../api/answers.ts';
import { describeOutcome } from '../../core/model/describe-outcome.ts';
import { formatCount } from '../../core/text/format-count.ts';
import type { Colors, Output } from '../terminal/output.ts';
import { plain } from './show.ts';
import { type TableColumn, table } from './table.ts';

/** Prints sessions as a table; with `projects`, the names by id, also which project each is of. */
export function showSessions(
  entries: readonly Entry[],
  { projects, out }: { projects: ReadonlyMap<string, string> | undefined; out: Output },
): void {
  showTable(entries, out, sessionColumns(entries, { projects, colors: out.colors }));
}

/** The columns of a table of sessions, without when each was. */
export function sessionColumns(
  entries: readonly Entry[],
  { projects, colors }: { projects: ReadonlyMap<string, string> | undefined; colors: Colors },
): TableColumn<Entry>[] {
  const count = (n = 0): string => (n === 0 ? '' : formatCount(n));
  const agents = new Set(entries.map(({ agent }) => agent));
  return [
    { title: 'project', cell: ({ project = '' }) => plain(projects?.get(project) ?? ''), drop: 3 },
    { title: 'agent', cell: ({ agent = '' }) => (agents.size > 1 ? plain(agent) : ''), drop: 4 },
    { title: 'outcome', cell: ({ session }) => (session?.outcome && describeOutcome(session.outcome)) ?? '', drop: 1 },
    { title: 'commits', align: 'right', cell: ({ session }) => count(session?.commits), drop: 5 },
    { title: 'files', align: 'right', cell: ({ session }) => count(session?.files), drop: 6 },
    { title: 'what', fills: true, cell: whatOf, color: colors.bold },
  ];
}

/** The title without the outcome at its end, which is a column of its own. */
function whatOf({ title, session }: Entry): string {
  const end = session?.outcome === undefined ? '' : ` (${describeOutcome(session.outcome)})`;
  return plain(end !== '' && title.endsWith(end) ? title.slice(0, -end.length) : title);
}

/** Prints projects as a table: when each was last active, its name, and where it is. */
export function showProjects(entries: readonly Entry[], out: Output): void {
  showTable(entries, out, [
    { title: 'project', cell: ({ title }) => plain(title), color: out.colors.bold },
    { title: 'where', fills: true, cell: ({ snippet }) => plain(snippet), color: out.colors.dim },
  ]);
}

/** Rows that begin with what names them: on a terminal the number, which the next command takes, elsewhere the id. */
function showTable(entries: readonly Entry[], out: Output, columns: readonly TableColumn<Entry>[]): void {
  const numbers = new Map(entries.map(({ id }, index) => [id, String(index + 1)]));
  const isTerminal = out.columns !== undefined;
  const first: TableColumn<Entry> = isTerminal
    ? { title: '#', align: 'right', cell: ({ id }) => numbers.get(id) ?? '' }
    : { title: 'id', cell: ({ id }) => id };
  const when: TableColumn<Entry> = { title: 'when', cell: ({ at }) => out.when(at) };
  const linked = columns.map(({ color = String, ...column }): TableColumn<Entry> => {
    const shown = (text: string, row: Entry): string => color(text, row);
    if (column.fills !== true) return { ...column, color: shown };
    return { ...column, color: (text, row) => out.link(`id/${row.id}`, shown(text, row)) };
  });
  out.print(table(entries, [first, when, ...linked], { width: out.columns, colors: out.colors }));
  out.number(entries.map(({ id }) => id));
}
