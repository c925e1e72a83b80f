import type { ComponentChildren } from 'preact';
import { place, setQuery } from '../app/router.ts';
import { Segments } from './chip.tsx';
import { type Column, Table } from './table.tsx';

const WAYS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

/** A figure with its heading that can be read as a chart, which is `children`, and as the table behind it. */
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
