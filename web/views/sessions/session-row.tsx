import type { Entry } from '../../../src/api/answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { isActive } from '../../app/live.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { Agent, LiveBadge, StateBadge } from '../../parts/badge.tsx';
import { countOf, formatCount, nameDay } from '../../parts/format.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** A row of the list: a day, or a session of it. */
export type SessionListRow = { day: string } | { entry: Entry };

/** Sessions under the days on which they were active last. */
export function toSessionRows(entries: readonly Entry[], now: Date): SessionListRow[] {
  const rows: SessionListRow[] = [];
  let last = '';
  for (const entry of entries) {
    const day = nameDay(new Date(entry.at), now);
    if (day !== last) rows.push({ day });
    last = day;
    rows.push({ entry });
  }
  return rows;
}

/** A session in a row: when, agent, title, how it came out, commits, files, tokens of context. */
export function SessionRow(props: {
  row: SessionListRow;
  list: ListState;
  pathOf: (id: string) => string;
  firstKey: string | undefined;
}) {
  const { row, list, pathOf, firstKey } = props;
  if ('day' in row) {
    return (
      <div class="rows-head">
        <h2>{row.day}</h2>
      </div>
    );
  }
  const { id, at, agent = '', title, session } = row.entry;
  return (
    <div class="row srow" {...rowProps(list, id)}>
      <Time at={at} as="minute" />
      <Agent name={agent} />
      <a class="title clip" href={pathOf(id)} tabIndex={rowTab(list, id, id === firstKey)}>
        <Line text={withoutOutcome(title)} />
      </a>
      {isActive(id) ? <LiveBadge /> : <StateBadge state={session?.outcome ?? 'unknown'} />}
      <span class="num hide-s">{some(session?.commits, 'commit')}</span>
      <span class="num hide-s">{some(session?.files, 'file')}</span>
      <span class="num hide-m">{some(session?.failures, 'failure')}</span>
      <span class="num hide-s told-col" title="Tokens that Cairn told it unasked">
        {session === undefined || session.told === 0 ? '' : `told ${formatCount(session.told)}`}
      </span>
    </div>
  );
}

function some(value: number | undefined, what: string): string {
  return value === undefined || value === 0 ? '' : countOf(value, what);
}
