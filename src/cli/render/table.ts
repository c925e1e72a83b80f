import { cutText } from '../../core/text/text.ts';
import type { Colors } from '../terminal/output.ts';

/** A column of a table. One of them fills what the others leave of the width. */
export interface TableColumn<Row> {
  title: string;
  cell(row: Row): string;
  align?: 'right';
  fills?: true;
  /** Left out in a narrow terminal, the highest number first. */
  drop?: number;
  color?(text: string, row: Row): string;
}

const GAP = '  ';
/** The filling column has at least this many characters while another can be left out. */
const LEAST = 30;
/** Characters that take two columns of a terminal: East Asian ones and pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu;

/** Rows in columns below their titles, each on one line of at most `width`; without a width nothing is cut. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  { width, colors }: { width: number | undefined; colors: Colors },
): string {
  const used = columns
    .map((column) => ({ column, cells: [column.title, ...rows.map((row) => column.cell(row))] }))
    .filter(({ cells }) => cells.slice(1).some((cell) => cell !== ''));
  const chosen = fitting(
    used.map((one) => ({ ...one, width: Math.max(...one.cells.map(shownWidth)) })),
    width,
  );
  return Array.from({ length: rows.length + 1 }, (_, line) =>
    chosen
      .map(({ column, cells, width: room }, place) => {
        const cell = cut(cells[line] ?? '', room);
        const padding = ' '.repeat(Math.max(room - shownWidth(cell), 0));
        const row = rows[line - 1];
        const text = row === undefined ? colors.dim(cell) : (column.color?.(cell, row) ?? cell);
        if (column.align === 'right') return padding + text;
        return place === chosen.length - 1 ? text : text + padding;
      })
      .join(GAP)
      .trimEnd(),
  ).join('\n');
}

interface Measured<Row> {
  column: TableColumn<Row>;
  cells: readonly string[];
  width: number;
}

/** The columns that have room, the filling one cut to it. */
function fitting<Row>(columns: readonly Measured<Row>[], width: number | undefined): readonly Measured<Row>[] {
  if (width === undefined) return columns;
  const others = columns.filter(({ column }) => column.fills !== true);
  const taken = others.reduce((sum, one) => sum + one.width + GAP.length, 0);
  const last = others.filter(({ column }) => column.drop !== undefined).toSorted(byDrop)[0];
  if (width - taken < LEAST && last !== undefined) {
    return fitting(
      columns.filter((one) => one !== last),
      width,
    );
  }
  const room = Math.max(width - taken, 1);
  return columns.map((one) => (one.column.fills === true ? { ...one, width: Math.min(one.width, room) } : one));
}

function byDrop<Row>(one: Measured<Row>, other: Measured<Row>): number {
  return (other.column.drop ?? 0) - (one.column.drop ?? 0);
}

/** Columns of a terminal that a text takes. */
export function shownWidth(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

function cut(text: string, room: number): string {
  if (shownWidth(text) <= room) return text;
  let end = text.length;
  while (end > 1 && shownWidth(cutText(text, end)) > room) end -= 1;
  return cutText(text, end);
}
