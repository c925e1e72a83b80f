import type { StatsResult } from '../../../src/api/stats-answers.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { place, setQuery } from '../../app/router.ts';
import { projectInput } from '../../app/scope.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { copyText } from '../../parts/announce.ts';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import '../analytics/analytics.css';
import { everyWeek } from '../analytics/days.ts';
import { formatShare, formatSpan, usedShare } from '../analytics/figure-words.ts';
import { Figures } from '../analytics/figures.tsx';
import { AgentTable, AnomalyTable, FileTable, NameTable } from '../analytics/stats-tables.tsx';
import { OutcomeChart, ToldChart } from '../analytics/week-charts.tsx';
import { DayTable } from './day-table.tsx';
import { ReportedWorkList } from './reported-work.tsx';
import './reports.css';

const SPANS = [
  { value: 'standup', label: 'Stand-up' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
] as const;

type Span = (typeof SPANS)[number]['value'];

/** The last week or month, or the days since the last stand-up, for a person to read, hand on and print: the report of the command line, as a page. */
export function ReportsView(_props: ViewProps) {
  const { query } = place.value;
  const span = SPANS.find(({ value }) => value === query.get('span'))?.value ?? 'week';
  const report = useCall('stats', { ...projectInput(), report: span, format: 'md', compare: true });
  const { value } = report;
  const copy = (): void => {
    if (value?.report !== undefined) void copyText(value.report, 'Report as Markdown');
  };
  useKeys('Report', [
    { keys: 'c', does: 'Copy as Markdown', run: copy },
    { keys: 'P', does: 'Print', run: () => print() },
  ]);
  useFoot(value === undefined ? '' : countOf(value.totals.sessions, 'session'));
  return (
    <>
      <Bar title={span === 'standup' ? 'Stand-up' : `Report of the ${span}`} about={value && formatSpan(value)}>
        <Button kind="ghost" icon="copy" keys="c" onClick={copy}>
          Copy as Markdown
        </Button>
        <Button kind="ghost" icon="file" keys="P" onClick={() => print()}>
          Print
        </Button>
      </Bar>
      <SubBar>
        <Segments
          label="Time"
          value={span}
          choices={SPANS}
          onChange={(next) => setQuery({ span: next === 'week' ? undefined : next }, { push: true })}
        />
      </SubBar>
      <Scroll name="report" label="Report">
        <Answered result={report} failed="The report could not be made." rows={6}>
          {(stats) => <Report stats={stats} span={span} />}
        </Answered>
      </Scroll>
    </>
  );
}

function Report({ stats, span }: { stats: StatsResult; span: Span }) {
  if (stats.totals.sessions === 0) {
    return (
      <Empty says={`Nobody worked in ${span === 'standup' ? 'these days' : `this ${span}`}.`}>
        {span === 'month' ? 'Analytics looks back over a year.' : 'The month may tell more.'}
      </Empty>
    );
  }
  const about = span === 'standup' ? 'in these days' : `in this ${span}`;
  const weeks = everyWeek(stats.weeks, stats.since, stats.until);
  return (
    <article class="report">
      <p class="print-head">
        Cairn, {span === 'standup' ? 'stand-up' : `report of the ${span}`}: {formatSpan(stats)}
      </p>
      {stats.work !== undefined && <ReportedWorkList work={stats.work} />}
      <Figures stats={stats} />
      <Summary stats={stats} />
      <div class="an">
        <DayTable days={stats.days} />
        <AgentTable stats={stats} span={about} />
        {span === 'month' && <OutcomeChart weeks={weeks} />}
        {span === 'month' && <ToldChart weeks={weeks} />}
        <FileTable stats={stats} span={about} />
        <NameTable
          title="What it was about"
          about={`concepts, ${about}`}
          unit="memories"
          rows={stats.concepts.map(({ name, memories }) => ({ name, n: memories }))}
          empty="No memory of this time names a concept."
        />
        <div class="wide">
          <AnomalyTable anomalies={stats.anomalies} />
        </div>
      </div>
    </article>
  );
}

/** The figures in sentences. */
function Summary({ stats }: { stats: StatsResult }) {
  const { totals, perSession, outcomes, tokens } = stats;
  const known = Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  const { lines, told, blocks } = tokens;
  return (
    <div class="summary">
      <p>
        {countOf(totals.sessions, 'session')} with {countOf(totals.prompts, 'prompt')}:{' '}
        {countOf(totals.commands, 'command')}, {countOf(totals.edits, 'change')} of files and{' '}
        {countOf(totals.commits, 'commit')}; {countOf(totals.failures, 'call')} failed. A session took{' '}
        {perSession.minutes.mean} minutes of work and {perSession.prompts.mean} prompts in the mean
        {known > 0 && `; ${formatShare(outcomes.done ?? 0, known)} of ${known} came out done`}.{' '}
        {told > 0 &&
          `Cairn told ${countOf(told, 'token')} unasked in ${countOf(blocks, 'block')}; of ${countOf(lines.of, 'line')} told, ${usedShare(tokens)} were used afterwards in the same session, which is no proof that they helped.`}
      </p>
    </div>
  );
}
