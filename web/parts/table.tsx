import type { ComponentChildren } from 'preact';

/** A column: its heading, what it shows of a row, and whether that is a figure. */
export interface Column<Row> {
  head: string;
  cell: (row: Row) => ComponentChildren;
  isFigure?: boolean;
}

/** A table of few rows: figures right, heads quiet; on narrow screens each row is a stack of lines. */
export function Table<Row>(props: {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  const { label, columns, rows, keyOf } = props;
  return (
    <table class="table stack" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ head, isFigure }) => (
            <th key={head} scope="col" class={isFigure ? 'num' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ head, cell, isFigure }) => (
              <td key={head} class={isFigure ? 'num' : undefined} data-head={head}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
