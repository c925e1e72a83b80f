import type { PrivacyResult, RedactedKind } from '../../../src/api/home-answers.ts';
import { Badge } from '../../parts/badge.tsx';
import { ChartBox } from '../../parts/chart-box.tsx';
import { countOf, formatCount, formatDay } from '../../parts/format.ts';
import { type Column, Table } from '../../parts/table.tsx';
import '../analytics/analytics.css';
import { dayOf, daysBetween } from '../analytics/days.ts';

type Day = PrivacyResult['days'][number];

const DAYS = 90;
const HEIGHT = 96;
const BASE = 74;
const LEFT = 34;
const STEP = 6;

const EVENTS: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  message: 'answer',
  'tool.start': 'call of a tool',
  'tool.end': 'output of a tool',
  noted: 'note',
};

/** Secrets that were replaced before anything was written, by kind and by day: how often and where, never what. */
export function Redactions({ privacy: { redacted, days, notes } }: { privacy: PrivacyResult }) {
  const columns: Column<RedactedKind>[] = [
    { head: 'What', cell: ({ kind }) => <Badge icon="privacy">{nameOf(kind)}</Badge> },
    { head: 'times', cell: ({ count }) => formatCount(count), isFigure: true },
    { head: 'last', cell: ({ lastDay }) => formatDay(new Date(lastDay)) },
    { head: 'where', cell: ({ where }) => <Where where={where} /> },
  ];
  const byDay: Column<Day>[] = [
    { head: 'Day', cell: ({ day }) => formatDay(new Date(day)) },
    { head: 'secrets', cell: ({ count }) => formatCount(count), isFigure: true },
  ];
  return (
    <section aria-label="What was redacted">
      <h2>What was redacted</h2>
      <p class="dim small-text">
        Replaced before anything was written. What it was is known to nobody, this page included.{' '}
        {notes.map(({ message }) => message).join(' ')}
      </p>
      {redacted.length === 0 ? (
        <p class="quiet small-text">No secret came yet.</p>
      ) : (
        <>
          <Table label="Secrets by kind" columns={columns} rows={redacted} keyOf={({ kind }) => kind} />
          <div class="redacted-days">
            <ChartBox
              name="redacted"
              title="By day"
              about={`secrets, the last ${DAYS} days`}
              columns={byDay}
              rows={days.toReversed()}
              keyOf={({ day }) => day}
            >
              <DayBars days={days} />
            </ChartBox>
          </div>
        </>
      )}
    </section>
  );
}

/** Secrets a day over the last days, a bar each. */
function DayBars({ days }: { days: readonly Day[] }) {
  const now = new Date();
  const first = dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - DAYS + 1));
  const counts = new Map(days.map(({ day, count }) => [day, count]));
  const shown = daysBetween(first, now);
  const most = Math.max(...shown.map((day) => counts.get(day) ?? 0), 1);
  const width = LEFT + DAYS * STEP;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      role="img"
      aria-label={`Secrets redacted a day over the last ${DAYS} days, at most ${most} a day`}
    >
      {[0, most].map((value) => (
        <g key={value}>
          <line class="ax" x1={LEFT} x2={width} y1={yOf(value, most)} y2={yOf(value, most)} />
          <text x={LEFT - 8} y={yOf(value, most) + 4} text-anchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
      {shown.map((day, at) => {
        const n = counts.get(day) ?? 0;
        if (n === 0) return null;
        const y = yOf(n, most);
        return (
          <rect key={day} class="h3" x={LEFT + at * STEP + 1} y={y} width={STEP - 2} height={BASE - y}>
            <title>{`${formatDay(new Date(day))}: ${countOf(n, 'secret')}`}</title>
          </rect>
        );
      })}
      {shown.map((day, at) =>
        at % 30 === 0 ? (
          <text key={day} x={LEFT + at * STEP} y={HEIGHT - 4}>
            {formatDay(new Date(day))}
          </text>
        ) : null,
      )}
    </svg>
  );
}

function yOf(value: number, most: number): number {
  return BASE - (value / most) * (BASE - 10);
}

function Where({ where }: Pick<RedactedKind, 'where'>) {
  const [most, ...others] = where;
  if (most === undefined) return null;
  return (
    <span class="dim">
      {EVENTS[most.event] ?? most.event}, {most.agent}
      {others.length > 0 && ` and ${countOf(others.length, 'other place')}`}
    </span>
  );
}

/** The name of a kind of secret: `github-token` as `Github token`. */
function nameOf(kind: string): string {
  const words = kind.replaceAll('-', ' ');
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
