import type { ComponentChildren } from 'preact';
import type { StatsAgent, StatsAnomaly, StatsResult } from '../../../src/api/stats-answers.ts';
import { scopedPath } from '../../app/scope.ts';
import { Agent } from '../../parts/badge.tsx';
import { formatCount } from '../../parts/format.ts';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { formatShare, outcomeCount } from './figure-words.ts';

/** A section with a heading and a table of few rows. */
export function TableBox<Row>(props: {
  title: string;
  about: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  empty: string;
  children?: ComponentChildren;
}) {
  const { title, about, columns, rows, keyOf, empty, children } = props;
  return (
    <section class="chart-box">
      <header class="chart-head">
        <h2>{title}</h2>
        <p>{about}</p>
      </header>
      {rows.length === 0 ? (
        <p class="quiet small-text">{empty}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={keyOf} />
      )}
      {children}
    </section>
  );
}

/** Agents by their sessions, how these came out, and what they used of what Cairn told them. */
export function AgentTable({ stats, span }: { stats: StatsResult; span: string }) {
  const most = Math.max(...stats.byAgent.map(({ sessions }) => sessions), 1);
  const known = ({ outcomes }: StatsAgent): number => Object.values(outcomes).reduce((sum, n) => sum + n, 0);
  const columns: Column<StatsAgent>[] = [
    { head: 'Agent', cell: ({ agent }) => <Agent name={agent} /> },
    { head: 'share', cell: ({ sessions }) => <Bar share={sessions / most} /> },
    { head: 'sessions', cell: ({ sessions }) => formatCount(sessions), isFigure: true },
    { head: 'done', cell: (row) => formatShare(outcomeCount(row.outcomes, 'done'), known(row)), isFigure: true },
    { head: 'failures each', cell: ({ failures }) => failures.mean.toFixed(1), isFigure: true },
    { head: 'told, used', cell: ({ used }) => formatShare(used.n, used.of), isFigure: true },
  ];
  return (
    <TableBox
      title="Agents"
      about={span}
      columns={columns}
      rows={stats.byAgent}
      keyOf={({ agent }) => agent}
      empty="No agent worked in this time."
    >
      <p class="quiet small-text below">
        Told, used: of what a session was told, the share that was used afterwards in it.
      </p>
    </TableBox>
  );
}

/** A bar as wide as a share, beside its number. */
export function Bar({ share }: { share: number }) {
  return (
    <svg class="bar-cell" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(1, share * 100)} height="6" />
    </svg>
  );
}

const NEAR = 4;

/** Sessions that stand out against the twenty before them, and by how much. */
export function AnomalyTable({ anomalies }: { anomalies: readonly StatsAnomaly[] }) {
  const columns: Column<StatsAnomaly>[] = [
    {
      head: 'Session',
      cell: ({ sessionId, title }) => (
        <a class="link" href={scopedPath(`/sessions/${sessionId}`)}>
          <Line text={title ?? sessionId} />
        </a>
      ),
    },
    { head: 'Agent', cell: ({ agent }) => <Agent name={agent} /> },
    { head: 'What', cell: ({ what }) => what },
    { head: 'here', cell: ({ value }) => formatCount(value), isFigure: true },
    { head: 'usual', cell: ({ mean }) => formatCount(mean), isFigure: true },
    { head: 'z', cell: ({ z }) => `+${z}`, isFigure: true },
    { head: 'against the 20 before', cell: ({ z }) => <Deviation z={z} /> },
    { head: 'when', cell: ({ at }) => <Time at={at} as="day" />, isFigure: true },
  ];
  return (
    <TableBox
      title="Stands out"
      about="3 standard deviations or more above the 20 sessions before"
      columns={columns}
      rows={anomalies}
      keyOf={({ sessionId, what }) => `${sessionId} ${what}`}
      empty="No session of this time stands out. It takes eight sessions before one to compare it with."
    />
  );
}

function Deviation({ z }: { z: number }) {
  const x = 20 + (Math.min(z, NEAR + 4) / (NEAR + 4)) * 94;
  return (
    <svg class="deviation" width="120" height="12" aria-hidden="true">
      <line x1="20" x2="20" y1="2" y2="10" />
      <line x1="55" x2="55" y1="4" y2="8" />
      <circle cx={x} cy="6" r="3.5" />
    </svg>
  );
}

/** Names with their counts and bars: technologies, concepts, kinds. */
export function NameTable(props: {
  title: string;
  about: string;
  unit: string;
  rows: readonly { name: string; n: number }[];
  empty: string;
}) {
  const { title, about, unit, rows, empty } = props;
  const most = Math.max(...rows.map(({ n }) => n), 1);
  const columns: Column<{ name: string; n: number }>[] = [
    { head: 'Name', cell: ({ name }) => <Line text={name} /> },
    { head: 'share', cell: ({ n }) => <Bar share={n / most} /> },
    { head: unit, cell: ({ n }) => formatCount(n), isFigure: true },
  ];
  return (
    <TableBox title={title} about={about} columns={columns} rows={rows} keyOf={({ name }) => name} empty={empty} />
  );
}

/** The files that were changed most often. */
export function FileTable({ stats, span }: { stats: StatsResult; span: string }) {
  type File = StatsResult['files'][number];
  const columns: Column<File>[] = [
    {
      head: 'File',
      cell: ({ path }) => (
        <a class="link mono" href={scopedPath(`/files?path=${encodeURIComponent(path)}`)}>
          <Line text={path} />
        </a>
      ),
    },
    { head: 'changes', cell: ({ changes }) => formatCount(changes), isFigure: true },
    { head: 'sessions', cell: ({ sessions }) => formatCount(sessions), isFigure: true },
  ];
  return (
    <TableBox
      title="Files changed most"
      about={span}
      columns={columns}
      rows={stats.files}
      keyOf={({ path }) => path}
      empty="No file was changed in this time."
    />
  );
}
