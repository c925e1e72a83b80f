import { joined, plain } from '../render/show.ts';
import { table } from '../render/table.ts';
import type { Colors } from '../terminal/output.ts';
import type { Narrows } from './filters.ts';
import { fitLine, wrapLines } from './fit.ts';
import { scrolled } from './keys.ts';
import type { Layer, Size } from './layer.ts';
import { createPagedList, type PagedList } from './paged-list.ts';
import { createPreview } from './preview.ts';
import { createReader } from './reader.ts';
import { describeFailure, tell } from './say.ts';
import type { ListedRow, View } from './view.ts';

/** Columns from which on the preview stands beside the list, and the list's share of them; lines from which it stands below. */
const BESIDE = 100;
const LIST_SHARE = 0.56;
const BELOW = 14;
const OPENS = new Set(['enter', 'l', 'right']);

/** What a list needs of the browser. */
export interface ListLayerDeps {
  colors: Colors;
  changed: () => void;
  /** Puts a layer on top; what it is given takes that away. */
  open: (build: (leave: () => void) => Layer) => void;
  /** Shows on the last line what was done. */
  say: (text: string) => void;
}

/** A list with its preview, as a layer. */
export interface ListLayer extends Layer {
  readonly title: string;
  readonly short: string;
  readonly narrows: readonly Narrows[];
  /** Id of the selected row. */
  id(): string | undefined;
  /** Which row of how many is selected. */
  state(): string;
  /** What to know of the rows. */
  note(): string;
  /** Reads the list again. `keep`: the same row stays selected. */
  reload(keep?: boolean): void;
  /** Reads the list unless it was read. */
  show(): void;
  /** Has it read again once it is shown. */
  outdate(): void;
  /** Reads it again where it was read. */
  renew(): void;
  /** Its rows look otherwise than they did. */
  refresh(): void;
}

/** Builds the layer of a view. */
export function createListLayer<Of extends ListedRow>(view: View<Of>, deps: ListLayerDeps): ListLayer {
  const { colors, changed, open, say } = deps;
  const list = createPagedList(view.read, changed);
  const preview = createPreview(view, changed);
  const rows = createRows(view, list, colors);
  let [wasRead, width] = [false, 0];
  const reload = (keep = false): void => {
    wasRead = true;
    preview.clear();
    list.reload({ keep });
  };
  const openPage = (row: Of): void => {
    const reading = new AbortController();
    const parts = view.page(row, width, reading.signal);
    open((leave) => ({
      ...createReader({ parts, changed, leave, hints: 'j k scroll  g G ends  q back' }),
      close: () => reading.abort(),
    }));
  };
  const { title, short, narrows } = view;
  return {
    title,
    short,
    narrows,
    id: () => list.rows[list.at]?.id,
    state: () => stateOf(list),
    note: () => noteOf(list),
    reload,
    show: () => (wasRead ? undefined : reload()),
    renew: () => (wasRead ? reload(true) : undefined),
    outdate() {
      wasRead = false;
    },
    refresh() {
      rows.refresh();
      changed();
    },
    draw(size) {
      const row = list.rows[list.at];
      ({ width } = size);
      if (row === undefined) return emptyLines(list, view.empty()).flatMap((line) => wrapLines(line, width));
      return split(size, colors, { rows: rows.draw, preview: (columns) => preview.lines(row, columns) });
    },
    press({ name }) {
      const row = list.rows[list.at];
      const to = scrolled(name, { at: list.at, most: list.rows.length - 1, page: rows.page() });
      if ((name === 'G' || name === 'end') && !list.isWhole) void list.toEnd();
      else if (to !== undefined) list.select(to, rows.page());
      else if (row !== undefined && OPENS.has(name)) openPage(row);
      else {
        const acted = view.act?.(name, row);
        if (acted === undefined) return false;
        void tell(acted, say);
      }
      return true;
    },
    hints: () => view.hints,
    close() {
      list.close();
      preview.clear();
    },
  };
}

/** The list beside its preview in a wide terminal, above it in a high one, else alone. */
function split(
  { width, height }: Size,
  colors: Colors,
  draw: { rows: (size: Size) => readonly string[]; preview: (width: number) => readonly string[] },
): string[] {
  if (width >= BESIDE) {
    const left = Math.floor(width * LIST_SHARE);
    const shown = draw.preview(width - left - 3);
    const rows = draw.rows({ width: left, height });
    const bar = colors.dim('│');
    return Array.from({ length: height }, (_, at) => `${fitLine(rows[at] ?? '', left)} ${bar} ${shown[at] ?? ''}`);
  }
  if (height < BELOW) return [...draw.rows({ width, height })];
  const above = Math.ceil(height * LIST_SHARE);
  const rows = draw.rows({ width, height: above });
  const filled = Array.from({ length: above }, (_, at) => rows[at] ?? '');
  return [...filled, colors.dim('─'.repeat(width)), ...draw.preview(width)];
}

/** Draws the rows around the selected one; `page`: how many were seen at once. */
function createRows<Of extends ListedRow>(view: View<Of>, list: PagedList<Of>, colors: Colors) {
  let [top, page] = [0, 1];
  let made = { rows: list.rows, width: 0, lines: [] as string[] };
  const linesAt = (width: number): readonly string[] => {
    if (made.rows !== list.rows || made.width !== width) {
      const { rows } = list;
      made = { rows, width, lines: table(rows, view.columns(rows), { width, colors }).split('\n') };
    }
    return made.lines;
  };
  return {
    page: () => page,
    refresh() {
      made = { ...made, width: 0 };
    },
    draw({ width, height }: Size): string[] {
      page = Math.max(height - 1, 1);
      const [head = '', ...lines] = linesAt(width - 2);
      top = Math.max(0, Math.min(top, list.at, lines.length - page), list.at - page + 1);
      const rows = lines.slice(top, top + page).map((line, index) => {
        const isSelected = top + index === list.at;
        return isSelected ? colors.inverse(fitLine(`> ${line}`, width)) : `  ${line}`;
      });
      return [`  ${head}`, ...rows];
    },
  };
}

function stateOf({ rows, at, isWhole, isLoading }: PagedList<unknown>): string {
  const count = rows.length > 0 && `${at + 1}/${rows.length}${isWhole ? '' : '+'}`;
  return joined([isLoading && '…', count], ' ');
}

/** What failed while there are rows, else what to know of them. */
function noteOf({ rows, failure, note = '' }: PagedList<unknown>): string {
  if (failure === undefined) return plain(note);
  return rows.length === 0 ? '' : plain(describeFailure(failure).join(' '));
}

function emptyLines({ failure, isWhole }: PagedList<unknown>, empty: string): string[] {
  if (failure !== undefined) return describeFailure(failure);
  return [isWhole ? empty : 'Reading …'];
}
