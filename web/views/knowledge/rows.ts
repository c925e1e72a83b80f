import type { Entry } from '../../../src/api/answers.ts';
import type { PatternEntry } from '../../../src/api/pattern-answers.ts';
import type { Contradiction } from '../../../src/api/review-answers.ts';
import type { KnowledgeStatus } from '../../../src/core/model/kinds.ts';
import { isProposed, type Waiting } from '../../app/use-waiting.ts';

/** What the views of statements show. */
export interface Statements {
  entries: readonly Entry[];
  waiting: Waiting;
}

/** A tab of the view. */
export type StateTab = 'all' | 'waits' | 'stands' | 'superseded' | 'withdrawn' | 'muted';

/** A row of the list. */
export type StatementRow =
  | { is: 'head'; key: string; title: string; count: number; about: string }
  | { is: 'statement'; key: string; entry: Entry }
  | { is: 'pattern'; key: string; pattern: PatternEntry }
  | { is: 'pair'; key: string; pair: Contradiction };

type Item = Exclude<StatementRow, { is: 'head' }>;
interface Section {
  title: string;
  about: string;
  tabs: readonly StateTab[];
  rows: readonly Item[];
}

/** True for a statement that holds: nobody judged otherwise, and nothing later says otherwise. */
function stands({ status, supersededBy }: Entry): boolean {
  return status !== 'proposed' && status !== 'superseded' && status !== 'withdrawn' && supersededBy === undefined;
}

/** The state of a statement as it counts: something later may say otherwise. */
export function stateOf({ status, supersededBy }: Pick<Entry, 'status' | 'supersededBy'>): KnowledgeStatus {
  return supersededBy !== undefined && status !== 'withdrawn' ? 'superseded' : (status ?? 'proposed');
}

function sectionsOf({ entries, waiting }: Statements): Section[] {
  const statement = (entry: Entry): Item => ({ is: 'statement', key: entry.id, entry });
  const pattern = (one: PatternEntry): Item => ({ is: 'pattern', key: one.id, pattern: one });
  const { proposed, pairs, tripwires, wishes, patterns } = waiting;
  return [
    {
      title: 'Proposed',
      about: "said by an agent; told as an agent's word until you confirm it",
      tabs: ['all', 'waits'],
      rows: proposed.map(statement),
    },
    {
      title: 'Contradictions',
      about: 'both stand until you decide, but where the newer says plainly otherwise',
      tabs: ['all', 'waits'],
      rows: pairs.map((pair): Item => ({ is: 'pair', key: `${pair.older.id}~${pair.newer.id}`, pair })),
    },
    {
      title: 'Tripwires',
      about: 'silent until you confirm them',
      tabs: ['all', 'waits'],
      rows: tripwires.map(pattern),
    },
    {
      title: 'Wishes that returned',
      about: 'asked for in several sessions; a rule once you confirm it',
      tabs: ['all', 'waits'],
      rows: wishes.map(pattern),
    },
    {
      title: 'What stands',
      about: 'newest first',
      tabs: ['all', 'stands'],
      rows: [
        ...entries.filter(stands).map(statement),
        ...patterns.filter(({ status }) => status === 'confirmed').map(pattern),
      ],
    },
    {
      title: 'No longer holds',
      about: 'kept, and told only when the past is asked for',
      tabs: ['all'],
      rows: entries.filter((entry) => !stands(entry) && !isProposed(entry)).map(statement),
    },
    {
      title: 'Superseded',
      about: 'another took its place',
      tabs: ['superseded'],
      rows: entries.filter((entry) => stateOf(entry) === 'superseded').map(statement),
    },
    {
      title: 'Withdrawn',
      about: 'judged not to hold',
      tabs: ['withdrawn'],
      rows: entries.filter((entry) => stateOf(entry) === 'withdrawn').map(statement),
    },
    {
      title: 'Muted',
      about: 'found, and told to nobody',
      tabs: ['muted'],
      rows: entries.filter(({ muted }) => muted === true).map(statement),
    },
  ];
}

/** The rows of a tab, each section under its heading; none before all was answered, so that the first row stays the first. */
export function toRows(statements: Statements, tab: StateTab): StatementRow[] {
  if (!statements.waiting.isAnswered) return [];
  return sectionsOf(statements).flatMap(({ title, about, tabs, rows }): StatementRow[] =>
    rows.length === 0 || !tabs.includes(tab)
      ? []
      : [{ is: 'head', key: `head ${title}`, title, about, count: rows.length }, ...rows],
  );
}

/** How many rows each tab has. */
export function countRows(statements: Statements): Readonly<Record<StateTab, number>> {
  const counts = { all: 0, waits: 0, stands: 0, superseded: 0, withdrawn: 0, muted: 0 };
  for (const { tabs, rows } of sectionsOf(statements)) for (const tab of tabs) counts[tab] += rows.length;
  return counts;
}
