import type { StatsResult } from '../../../src/api/stats-answers.ts';
import { ChartBox } from '../../parts/chart-box.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { daysBetween } from './days.ts';
import { nameOfDay } from './figure-words.ts';

type Calendar = NonNullable<StatsResult['calendar']>;
type Day = Calendar['days'][number];

const CELL = 15;
const STEP = 18;
const LEFT = 34;
const TOP = 18;
/** Wider ones are shrunk to the column: their words are as much larger. */
const FULL_PX = 560;
const WORDS_PX = 11;
const SHADES = 4;
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });
const BUSIEST = 10;

const COLUMNS = [
  { head: 'Busiest days', cell: ({ day }: Day) => nameOfDay(day) },
  { head: 'sessions', cell: ({ sessions }: Day) => formatCount(sessions), isFigure: true },
  { head: 'minutes', cell: ({ minutes }: Day) => formatCount(minutes), isFigure: true },
];

/** Sessions a day over months: a column for each week, Monday on top; the darker, the more. The table has the busiest days. */
export function HeatMap({ calendar, until }: { calendar: Calendar; until: string }) {
  const days = daysBetween(calendar.since, new Date(until));
  const weeks = Math.ceil(days.length / 7);
  const most = Math.max(...calendar.days.map(({ sessions }) => sessions), 0);
  const busiest = calendar.days.toSorted((one, other) => other.sessions - one.sessions || other.minutes - one.minutes);
  const scale = Math.max(1, (weeks * STEP) / FULL_PX);
  const [left, top] = [LEFT * scale, TOP * scale];
  const width = left + weeks * STEP;
  return (
    <ChartBox
      name="days"
      title="Sessions a day"
      about={countOf(weeks, 'week')}
      columns={COLUMNS}
      rows={busiest.slice(0, BUSIEST)}
      keyOf={({ day }) => day}
    >
      <svg
        class="chart heat"
        viewBox={`0 0 ${width} ${top + 7 * STEP}`}
        style={{ maxWidth: `${Math.min(width, FULL_PX + LEFT)}px`, fontSize: `${WORDS_PX * scale}px` }}
        role="img"
        aria-label={`Sessions a day from ${nameOfDay(calendar.since)} on: on ${countOf(calendar.days.length, 'day')} of ${days.length}, at most ${most} a day`}
      >
        {monthsOf(days).map(({ week, name }) => (
          <text key={week} x={left + week * STEP} y={10 * scale}>
            {name}
          </text>
        ))}
        {['Mon', 'Wed', 'Fri'].map((name, at) => (
          <text key={name} x={0} y={top + STEP * (at * 2 + 0.7)}>
            {name}
          </text>
        ))}
        <Cells
          days={days}
          sessions={new Map(calendar.days.map((day) => [day.day, day.sessions]))}
          most={most}
          at={{ left, top }}
        />
      </svg>
      <HeatLegend most={most} />
    </ChartBox>
  );
}

function Cells(props: {
  days: readonly string[];
  sessions: ReadonlyMap<string, number>;
  most: number;
  at: { left: number; top: number };
}) {
  const { days, sessions, most } = props;
  const { left, top } = props.at;
  return (
    <>
      {days.map((day, at) => {
        const n = sessions.get(day) ?? 0;
        const shade = n === 0 ? 0 : Math.max(1, Math.ceil((n / most) * SHADES));
        return (
          <rect
            key={day}
            class={`h${shade}${at === days.length - 1 ? ' today' : ''}`}
            x={left + Math.floor(at / 7) * STEP}
            y={top + (at % 7) * STEP}
            width={CELL}
            height={CELL}
            rx="2.5"
          >
            <title>{`${nameOfDay(day)}: ${countOf(n, 'session')}`}</title>
          </rect>
        );
      })}
    </>
  );
}

function HeatLegend({ most }: { most: number }) {
  return (
    <p class="legend heat-legend">
      <span>
        none
        {[0, 1, 2, 3, 4].map((shade) => (
          <i key={shade} class={`swatch h${shade}`} />
        ))}
        {countOf(most, 'session')}
      </span>
      <span>the last day is framed</span>
    </p>
  );
}

/** The weeks with which a month begins, with its name; one too close to the next has none. */
function monthsOf(days: readonly string[]): { week: number; name: string }[] {
  const found: { week: number; name: string }[] = [];
  for (const [at, day] of days.entries()) {
    const week = Math.floor(at / 7);
    const isFirst = at === 0 || day.slice(0, 7) !== days[at - 1]?.slice(0, 7);
    if (!isFirst) continue;
    if (week - (found.at(-1)?.week ?? -2) < 2) found.pop();
    found.push({ week, name: MONTH.format(new Date(`${day}T12:00`)) });
  }
  return found;
}
