import assert from 'node:assert/strict';
import { test } from 'node:test';
import pc from 'picocolors';
import { shownWidth, type TableColumn, table } from '../../../src/cli/render/table.ts';

interface Row {
  name: string;
  files: string;
  what: string;
}

const colors = pc.createColors(false);
const COLUMNS: TableColumn<Row>[] = [
  { title: 'name', cell: ({ name }) => name },
  { title: 'files', align: 'right', cell: ({ files }) => files, drop: 1 },
  { title: 'what', fills: true, cell: ({ what }) => what },
];
const ROWS: Row[] = [
  { name: 'shop', files: '12', what: 'Retry a payment that the bank refused, with a key' },
  { name: '記憶', files: '', what: 'short' },
];

test('aligns columns, wide characters too, and cuts only the one that fills', () => {
  assert.deepEqual(table(ROWS, COLUMNS, { width: 50, colors }).split('\n'), [
    'name  files  what',
    'shop     12  Retry a payment that the bank refuse…',
    '記憶         short',
  ]);
});

test('no line is wider than the terminal, and what has no room is left out', () => {
  for (const width of [40, 42, 60, 80]) {
    const lines = table(ROWS, COLUMNS, { width, colors }).split('\n');
    assert.ok(
      lines.every((line) => shownWidth(line) <= width),
      String(width),
    );
    assert.equal(lines[0]?.includes('files'), width >= 43, String(width));
  }
});

test('without a terminal nothing is cut, and a column without anything in it is left out', () => {
  const rows = ROWS.map((row) => ({ ...row, files: '' }));
  assert.deepEqual(table(rows, COLUMNS, { width: undefined, colors }).split('\n'), [
    'name  what',
    'shop  Retry a payment that the bank refused, with a key',
    '記憶  short',
  ]);
});
