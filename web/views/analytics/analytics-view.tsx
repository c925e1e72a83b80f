import type { StatsResult } from '../../../src/api/stats-answers.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, place, setQuery } from '../../app/router.ts';
import { projectInput, scopedPath } from '../../app/scope.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { FilterChip, Segments } from '../../parts/chip.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import './analytics.css';
import { everyWeek } from './days.ts';
import { formatSpan } from './figure-words.ts';
import { Figures } from './figures.tsx';
import { HeatMap } from './heat-map.tsx';
import { AgentTable, AnomalyTable, FileTable, NameTable } from './stats-tables.tsx';
import { OutcomeChart, ToldChart } from './week-charts.tsx';

const SPANS = [
  { value: '4', label: '4 weeks', about: 'in 4 weeks' },
  { value: '13', label: '13 weeks', about: 'in 13 weeks' },
  { value: '52', label: 'A year', about: 'in a year' },
] as const;
type Span = (typeof SPANS)[number]['value'];
/** Months of the calendar: half a year at least. */
const MONTHS: Readonly<Record<Span, number>> = { '4': 6, '13': 6, '52': 12 };

/** The work of a span in figures: what was done, by whom, how it came out, what Cairn told and agents used, and what stands out. */
export function AnalyticsView(_props: ViewProps) {
  const { query } = place.value;
  const span = SPANS.find(({ value }) => value === query.get('weeks'))?.value ?? '13';
  const agent = query.get('agent') ?? undefined;
  const stats = useCall('stats', {
    ...projectInput(),
    since: `${Number(span) * 7}d`,
    calendar: MONTHS[span],
    compare: true,
    ...(agent !== undefined && { agent }),
  });
  const { value, tookMs } = stats;
  const step = (by: number): void => {
    const at = SPANS.findIndex((one) => one.value === span);
    setQuery({ weeks: SPANS[Math.min(SPANS.length - 1, Math.max(0, at + by))]?.value }, { push: true });
  };
  useKeys('Analytics', [
    { keys: '[', does: 'Shorter time', run: () => step(-1) },
    { keys: ']', does: 'Longer time', run: () => step(1) },
    { keys: 'r', does: 'Report of the week', run: () => go(scopedPath('/reports')) },
  ]);
  useFoot(
    value === undefined
      ? ''
      : `${countOf(value.totals.sessions, 'session')} · ${Math.round(tookMs ?? 0)} ms · counted, not sampled`,
  );
  return (
    <>
      <Bar title="Analytics">
        <a class="btn ghost hide-s" href={scopedPath('/reports')}>
          <Icon name="summary" small />
          Report of the week
        </a>
      </Bar>
      <SubBar
        end={value && <span class="quiet small-text">{formatSpan(value)}, compared with as long a time before</span>}
      >
        <Segments
          label="Time"
          value={span}
          choices={SPANS}
          onChange={(weeks) => setQuery({ weeks: weeks === '13' ? undefined : weeks }, { push: true })}
        />
        <AgentChip stats={value} agent={agent} />
      </SubBar>
      <Scroll name="analytics" label="Figures">
        <Answered result={stats} failed="The figures could not be read." rows={6}>
          {(found) => <Sections stats={found} span={SPANS.find((one) => one.value === span)?.about ?? ''} />}
        </Answered>
      </Scroll>
    </>
  );
}

function AgentChip({ stats, agent }: { stats: StatsResult | undefined; agent: string | undefined }) {
  const names = new Set([...Object.keys(stats?.agents ?? {}), ...(agent === undefined ? [] : [agent])]);
  return (
    <FilterChip
      label="Agent"
      value={agent}
      choices={[...names].map((name) => ({ value: name, label: name }))}
      onChange={(chosen) => setQuery({ agent: chosen }, { push: true })}
    />
  );
}

function Sections({ stats, span }: { stats: StatsResult; span: string }) {
  const { calendar, concepts, technologies } = stats;
  const weeks = everyWeek(stats.weeks, stats.since, stats.until);
  if (stats.totals.memories === 0 && calendar?.days.length === 0) {
    return (
      <Empty says="No session in this time.">
        Take a longer one, another agent or all projects: figures come with the first session.
      </Empty>
    );
  }
  const kinds = Object.entries({ ...stats.kinds, ...stats.observations }).filter(([name]) => name !== 'observation');
  return (
    <>
      <Figures stats={stats} />
      {stats.notes.map(({ code, message }) => (
        <p key={code} class="note">
          {message}
        </p>
      ))}
      <div class="an">
        {calendar !== undefined && <HeatMap calendar={calendar} until={stats.until} />}
        <AgentTable stats={stats} span={span} />
        <OutcomeChart weeks={weeks} />
        <ToldChart weeks={weeks} />
        <div class="wide">
          <AnomalyTable anomalies={stats.anomalies} />
        </div>
        <FileTable stats={stats} span={span} />
        <NameTable
          title="What it was about"
          about={`concepts, ${span}`}
          unit="memories"
          rows={concepts.map(({ name, memories }) => ({ name, n: memories }))}
          empty="No memory of this time names a concept."
        />
        <NameTable
          title="Technologies"
          about={`as summaries name them, ${span}`}
          unit="sessions"
          rows={technologies.map(({ name, sessions }) => ({ name, n: sessions }))}
          empty="No summary of this time names a technology."
        />
        <NameTable
          title="Kinds"
          about={`of ${formatCount(stats.totals.memories)} memories, ${span}`}
          unit="memories"
          rows={kinds.map(([name, n]) => ({ name, n })).toSorted((one, other) => other.n - one.n)}
          empty="There is no memory of this time."
        />
      </div>
    </>
  );
}
