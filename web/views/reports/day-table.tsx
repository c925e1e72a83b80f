import type { StatsDay } from '../../../src/api/stats-answers.ts';
import { formatCount } from '../../parts/format.ts';
import type { Column } from '../../parts/table.tsx';
import { nameOfDay } from '../analytics/figure-words.ts';
import { Bar, TableBox } from '../analytics/stats-tables.tsx';

/** Days on which something happened, oldest first. */
export function DayTable({ days }: { days: readonly StatsDay[] }) {
  const most = Math.max(...days.map(({ memories }) => memories), 1);
  const columns: Column<StatsDay>[] = [
    { head: 'Day', cell: ({ day }) => nameOfDay(day) },
    { head: 'share', cell: ({ memories }) => <Bar share={memories / most} /> },
    { head: 'sessions', cell: ({ sessions }) => formatCount(sessions), isFigure: true },
    { head: 'prompts', cell: ({ prompts }) => formatCount(prompts), isFigure: true },
    { head: 'failures', cell: ({ failures }) => formatCount(failures), isFigure: true },
    { head: 'memories', cell: ({ memories }) => formatCount(memories), isFigure: true },
  ];
  return (
    <TableBox
      title="Days"
      about="on which something happened"
      columns={columns}
      rows={days}
      keyOf={({ day }) => day}
      empty="Nothing happened in this time."
    />
  );
}
