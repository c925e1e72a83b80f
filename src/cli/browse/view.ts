import type { TableColumn } from '../render/table.ts';
import type { Narrows } from './filters.ts';
import type { ReadPages } from './paged-list.ts';

/** A row of a list. */
export interface ListedRow {
  id: string;
}

/** One list of the browser: where its rows come from, how they are shown, and what can be done with one. */
export interface View<Of extends ListedRow> {
  /** Its tab, and what the tab says in a narrow terminal. */
  title: string;
  short: string;
  read: ReadPages<Of>;
  columns(rows: readonly Of[]): readonly TableColumn<Of>[];
  /** What is shown of the selected row at once, for a width in columns. */
  brief(row: Of, width: number): string;
  /** The same with what the memory says of it; absent where that is all. */
  more?(row: Of, width: number, signal: AbortSignal): Promise<string>;
  /** Its page, part by part. */
  page(row: Of, width: number, signal: AbortSignal): AsyncIterable<string>;
  /** What to do where the list is empty. */
  empty(): string;
  /** What the last line says of its own keys. */
  hints: string;
  /** What narrows it. */
  narrows: readonly Narrows[];
  /** Does what a key of its own means, and says what was done; `undefined` for a key that means nothing here. */
  act?(key: string, row: Of | undefined): Promise<string> | undefined;
}
