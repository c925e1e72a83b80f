import type { StatsWeek } from '../../../src/api/stats-answers.ts';
import { ChartBox } from '../../parts/chart-box.tsx';
import { formatCount } from '../../parts/format.ts';
import { formatShare, formatShort, nameOfDay, OUTCOMES, outcomeCount } from './figure-words.ts';

const WIDTH = 560;
const HEIGHT = 164;
const LEFT = 34;
const RIGHT = 44;
const BASE = 138;
const TOP = 10;
const LABELS = 7;
const MOST_BAR = 24;

/** How sessions came out, week by week: stacked bars whose patterns tell the outcomes apart. */
export function OutcomeChart({ weeks }: { weeks: readonly StatsWeek[] }) {
  const known = (week: StatsWeek): number =>
    OUTCOMES.reduce((sum, { outcome }) => sum + outcomeCount(week.outcomes, outcome), 0);
  const scale = scaleOf(weeks.map(known));
  const there = OUTCOMES.filter(({ outcome }) => weeks.some((week) => outcomeCount(week.outcomes, outcome) > 0));
  const columns = [
    { head: 'Week of', cell: ({ week }: StatsWeek) => nameOfDay(week) },
    ...OUTCOMES.map(({ outcome, says }) => ({
      head: says,
      cell: (week: StatsWeek) => formatCount(outcomeCount(week.outcomes, outcome)),
      isFigure: true,
    })),
  ];
  return (
    <ChartBox
      name="outcomes"
      title="Outcomes"
      about="sessions a week"
      columns={columns}
      rows={weeks}
      keyOf={({ week }) => week}
    >
      <svg class="chart" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label="Outcomes of sessions, week by week">
        <defs>
          <pattern id="hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <line x1="0" y1="0" x2="0" y2="4" />
          </pattern>
        </defs>
        <Axes scale={scale} weeks={weeks} />
        {weeks.map((week, at) => (
          <Stack key={week.week} week={week} x={xOf(at, weeks.length)} scale={scale} count={weeks.length} />
        ))}
      </svg>
      <p class="legend">
        {there.map(({ outcome, says }) => (
          <span key={outcome}>
            <i class={`swatch o-${outcome}`} />
            {says}
          </span>
        ))}
      </p>
    </ChartBox>
  );
}

function Stack(props: { week: StatsWeek; x: number; scale: Scale; count: number }) {
  const { week, x, scale, count } = props;
  const width = Math.min(MOST_BAR, ((WIDTH - LEFT - RIGHT) / count) * 0.7);
  let below = 0;
  return (
    <g>
      {OUTCOMES.map(({ outcome, says }) => {
        const n = outcomeCount(week.outcomes, outcome);
        if (n === 0) return null;
        const [from, to] = [scale.y(below), scale.y(below + n)];
        below += n;
        return (
          <rect
            key={outcome}
            class={`o-${outcome}`}
            x={x - width / 2}
            y={to + 0.5}
            width={width}
            height={Math.max(1, from - to - 1)}
            rx="2"
          >
            <title>{`Week of ${nameOfDay(week.week)}: ${n} ${says}`}</title>
          </rect>
        );
      })}
    </g>
  );
}

/** Tokens told unasked, and those of memories that were used afterwards, week by week: a dashed line and a whole one. */
export function ToldChart({ weeks }: { weeks: readonly StatsWeek[] }) {
  const scale = scaleOf(weeks.map(({ told }) => told));
  const hasSpent = weeks.some(({ spent }) => spent > 0);
  const columns = [
    { head: 'Week of', cell: ({ week }: StatsWeek) => nameOfDay(week) },
    { head: 'told', cell: ({ told }: StatsWeek) => formatCount(told), isFigure: true },
    { head: 'used, about', cell: ({ used }: StatsWeek) => formatCount(used), isFigure: true },
    { head: 'share', cell: ({ told, used }: StatsWeek) => formatShare(used, told), isFigure: true },
    ...(hasSpent
      ? [{ head: 'spent on models', cell: ({ spent }: StatsWeek) => formatCount(spent), isFigure: true }]
      : []),
  ];
  return (
    <ChartBox
      name="told"
      title="Told and used"
      about="tokens a week"
      columns={columns}
      rows={weeks}
      keyOf={({ week }) => week}
    >
      {weeks.every(({ told }) => told === 0) ? (
        <p class="quiet small-text">Nothing was told automatically in this time.</p>
      ) : (
        <>
          <svg
            class="chart"
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            role="img"
            aria-label="Tokens told, and tokens of memories used afterwards, week by week"
          >
            <Axes scale={scale} weeks={weeks} />
            <Line weeks={weeks} of="told" scale={scale} />
            <Line weeks={weeks} of="used" scale={scale} />
          </svg>
          <p class="legend">
            <span>dashed: told automatically</span>
            <span>solid: of memories used afterwards in the same session; no proof that they helped</span>
          </p>
        </>
      )}
    </ChartBox>
  );
}

function Line({ weeks, of, scale }: { weeks: readonly StatsWeek[]; of: 'told' | 'used'; scale: Scale }) {
  const points = weeks.map((week, at) => ({ x: xOf(at, weeks.length), y: scale.y(week[of]) }));
  const last = points.at(-1);
  return (
    <g class={`line-${of}`}>
      <polyline points={points.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')} />
      {points.length === 1 && last !== undefined && <circle cx={last.x} cy={last.y} r="2.5" />}
      {last !== undefined && (
        <text x={last.x + 8} y={last.y + (of === 'told' ? -2 : 10)}>
          {of}
        </text>
      )}
    </g>
  );
}

interface Scale {
  steps: number[];
  y: (value: number) => number;
}

/** A scale from 0 to a round number above the largest value. */
function scaleOf(values: readonly number[]): Scale {
  const most = Math.max(...values, 1);
  const power = 10 ** Math.floor(Math.log10(most / 3));
  const step = Math.max(1, [1, 2, 5, 10].map((by) => by * power).find((by) => by * 3 >= most) ?? most);
  return {
    steps: [0, step, 2 * step, 3 * step],
    y: (value) => BASE - (value / (3 * step)) * (BASE - TOP),
  };
}

function xOf(at: number, count: number): number {
  return LEFT + ((at + 0.5) / Math.max(1, count)) * (WIDTH - LEFT - RIGHT);
}

function Axes({ scale, weeks }: { scale: Scale; weeks: readonly StatsWeek[] }) {
  const every = Math.ceil(weeks.length / LABELS);
  return (
    <>
      {scale.steps.map((value) => (
        <g key={value}>
          <line class="ax" x1={LEFT} x2={WIDTH} y1={scale.y(value)} y2={scale.y(value)} />
          <text x={LEFT - 8} y={scale.y(value) + 4} text-anchor="end">
            {formatShort(value)}
          </text>
        </g>
      ))}
      {weeks.map(({ week }, at) =>
        at % every === 0 ? (
          <text key={week} x={xOf(at, weeks.length)} y={156} text-anchor="middle">
            {nameOfDay(week)}
          </text>
        ) : null,
      )}
    </>
  );
}
