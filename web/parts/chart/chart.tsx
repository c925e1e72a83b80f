// parts/chart: figures over time, as a chart and as the table behind it. uPlot is loaded with the first chart.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { theme } from '../../app/preferences.ts';
import { place, setQuery } from '../../app/router.ts';
import { Segments } from '../chip.tsx';
import { type Column, Table } from '../table.tsx';
import type { ChartOptions } from './draw-chart.ts';

const WAYS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

/** A figure with its heading that can be read as a chart and as a table; `draw` is the chart. */
export function ChartBox<Row>(props: {
  title: string;
  /** The span of time and the unit. */
  about?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Field of the query that keeps which of the two is shown. */
  name: string;
  children: ComponentChildren;
}) {
  const { title, about, columns, rows, keyOf, name, children } = props;
  const way = place.value.query.get(name) === 'table' ? 'table' : 'chart';
  const setWay = (next: 'chart' | 'table') => setQuery({ [name]: next === 'table' ? next : undefined });
  return (
    <section class="chart-box" aria-label={title}>
      <header class="chart-head">
        <h2>{title}</h2>
        {about !== undefined && <p>{about}</p>}
        <Segments label={`${title} as`} value={way} choices={WAYS} onChange={setWay} />
      </header>
      {way === 'chart' ? children : <Table label={title} columns={columns} rows={rows} keyOf={keyOf} />}
    </section>
  );
}

/** Lines or bars over days, drawn by uPlot, which is loaded when the first one is shown; its room is kept. */
export function TimeChart(props: ChartOptions & { label: string; height?: number }) {
  const { label, height = 160, days, series, kind } = props;
  const box = useRef<HTMLDivElement>(null);
  const shape = JSON.stringify([days, series, kind]);
  const look = theme.value;
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    let drawn: (() => void) | undefined;
    let isGone = false;
    import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isGone) drawn = drawChart(element, { days, series, ...(kind && { kind }) }, height);
    });
    return () => {
      isGone = true;
      drawn?.();
    };
  }, [shape, height, look]);
  return <div ref={box} role="img" aria-label={label} style={{ height: `${height}px` }} />;
}
