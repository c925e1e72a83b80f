import { type CairnError, toCairnError } from '../../core/errors.ts';

/** A page of rows; `next` is absent on the last one. `note`: what the reader should know of it. */
export interface RowPage<Row> {
  rows: readonly Row[];
  next?: string | undefined;
  note?: string | undefined;
}

/**
 * Reads the page from a cursor on, the first without one. A page may come twice: what comes later takes the place of what
 * came before.
 */
export type ReadPages<Row> = (cursor: string | undefined, signal: AbortSignal) => AsyncIterable<RowPage<Row>>;

/** A list of which only the pages that were looked at are held. */
export interface PagedList<Row> {
  readonly rows: readonly Row[];
  /** Place of the selected row; 0 in an empty list. */
  readonly at: number;
  readonly isLoading: boolean;
  /** True once the last page is here. */
  readonly isWhole: boolean;
  readonly failure: CairnError | undefined;
  readonly note: string | undefined;
  /** Reads the list again from its beginning; the selection stays on the same row where that is still there. */
  reload(options?: { keep?: boolean }): void;
  /** Selects another row; the next page is read when fewer than `ahead` rows are left below it. */
  select(at: number, ahead: number): void;
  /** Reads on to the end, at most `MOST` rows, and selects the last one. */
  toEnd(): Promise<void>;
  close(): void;
}

/** Upper bound on the rows that are held. */
const MOST = 5_000;

/** Builds a list; `changed` is called when rows, state or failure are others. */
export function createPagedList<Row extends { id: string }>(read: ReadPages<Row>, changed: () => void): PagedList<Row> {
  let reading = new AbortController();
  let next: string | undefined;
  const list = {
    rows: [] as readonly Row[],
    at: 0,
    isLoading: false,
    isWhole: false,
    failure: undefined as CairnError | undefined,
    note: undefined as string | undefined,
  };
  const readPage = async (cursor: string | undefined, wanted: string | undefined): Promise<void> => {
    const { signal } = reading;
    const before = cursor === undefined ? [] : list.rows;
    let isFirst = true;
    list.isLoading = true;
    list.failure = undefined;
    changed();
    try {
      for await (const page of read(cursor, signal)) {
        if (signal.aborted) return;
        // Who has moved stays on that row; who has not stays at the top.
        const moved = list.at === 0 ? undefined : list.rows[list.at]?.id;
        const selected = isFirst ? wanted : moved;
        isFirst = false;
        list.rows = [...before, ...page.rows];
        const place = list.rows.findIndex(({ id }) => id === selected);
        list.at = Math.max(place, Math.min(place < 0 ? list.at : place, list.rows.length - 1), 0);
        next = page.next;
        list.isWhole = next === undefined || list.rows.length >= MOST;
        list.note = page.note;
        changed();
      }
    } catch (thrown) {
      if (signal.aborted) return;
      list.failure = toCairnError(thrown);
    }
    if (signal.aborted) return;
    list.isLoading = false;
    changed();
  };
  const more = async (): Promise<void> => {
    if (list.isLoading || list.isWhole || list.failure !== undefined) return;
    await readPage(next, list.rows[list.at]?.id);
  };
  return Object.assign(list, {
    reload({ keep = false } = {}) {
      reading.abort();
      reading = new AbortController();
      const selected = keep ? list.rows[list.at]?.id : undefined;
      if (!keep) list.at = 0;
      list.isWhole = false;
      void readPage(undefined, selected);
    },
    select(at: number, ahead: number) {
      list.at = Math.max(0, Math.min(at, list.rows.length - 1));
      changed();
      if (list.rows.length - list.at <= ahead) void more();
    },
    async toEnd() {
      const { signal } = reading;
      const { at } = list;
      while (!signal.aborted && !list.isWhole && list.failure === undefined && list.at === at) await more();
      if (!signal.aborted && list.at === at) list.at = Math.max(list.rows.length - 1, 0);
      changed();
    },
    close: () => reading.abort(),
  });
}
