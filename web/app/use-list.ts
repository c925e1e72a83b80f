import { useState } from 'preact/hooks';
import { useKeys } from './keys.ts';
import { place, setQuery } from './router.ts';

/** The selection and the marks of a list. */
export interface ListState {
  /** Key of the row that is selected: `sel` of the query. */
  selected: string | undefined;
  /** Whether the peek is to be seen on narrow screens too: `peek` of the query. */
  isPeeking: boolean;
  marked: ReadonlySet<string>;
  select: (key: string | undefined, options?: { peek?: boolean }) => void;
  clearMarks: () => void;
}

const NARROW = matchMedia('(max-width: 960px)');

/** The rows and what can be done with one. */
export interface ListOptions {
  /** Keys of the rows that can be selected, in order. */
  keys: readonly string[];
  /** Opens the whole page of a row. */
  open?: (key: string) => void;
  /** Rows can be marked, for what is done with several. */
  canMark?: boolean;
}

/**
 * The keys of every list: `j k`, `gg G`, Enter, Space, `x X`, Esc. The selection stands in the address; moving it leaves no entry
 * in the history.
 */
export function useList({ keys, open, canMark = false }: ListOptions): ListState {
  const selected = place.value.query.get('sel') ?? undefined;
  const isPeeking = selected !== undefined && (!NARROW.matches || place.value.query.get('peek') === '1');
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [markedFrom, setMarkedFrom] = useState<string | undefined>(undefined);

  const select = (key: string | undefined, { peek = false }: { peek?: boolean } = {}): void => {
    setQuery({ sel: key, peek: key !== undefined && peek && NARROW.matches ? '1' : undefined });
    if (key !== undefined) focusRow(key);
  };
  const step = (by: number): void => {
    const at = selected === undefined ? -1 : keys.indexOf(selected);
    const next = at === -1 ? (by > 0 ? 0 : keys.length - 1) : Math.min(keys.length - 1, Math.max(0, at + by));
    select(keys[next], { peek: place.peek().query.get('peek') === '1' });
  };
  const mark = (isRange: boolean): void => {
    if (selected === undefined) return;
    const next = new Set(marked);
    if (isRange && markedFrom !== undefined) {
      const [from, to] = [keys.indexOf(markedFrom), keys.indexOf(selected)].toSorted((a, b) => a - b);
      for (const key of keys.slice(from, (to ?? 0) + 1)) next.add(key);
    } else if (!next.delete(selected)) next.add(selected);
    setMarked(next);
    setMarkedFrom(selected);
  };
  const leave = (): void => {
    if (NARROW.matches && place.peek().query.get('peek') === '1') setQuery({ peek: undefined });
    else if (marked.size > 0) setMarked(new Set());
    else if (selected !== undefined) select(undefined);
  };

  useKeys('In a list', [
    { keys: 'j|ArrowDown', does: 'Down', run: () => step(1) },
    { keys: 'k|ArrowUp', does: 'Up', run: () => step(-1) },
    { keys: 'g g|Home', does: 'First', run: () => select(keys[0]) },
    { keys: 'G|End', does: 'Last', run: () => select(keys.at(-1)) },
    ...(open === undefined
      ? []
      : [{ keys: 'Enter', does: 'Open', run: () => selected !== undefined && open(selected) }]),
    { keys: 'Space', does: 'Show beside the list', run: () => select(selected ?? keys[0], { peek: true }) },
    ...(canMark
      ? [
          { keys: 'x', does: 'Mark', run: () => mark(false) },
          { keys: 'X', does: 'Mark a range', run: () => mark(true) },
        ]
      : []),
    { keys: 'Escape', does: 'Back', run: leave },
  ]);

  return { selected, isPeeking, marked, select, clearMarks: () => setMarked(new Set()) };
}

/** What a row of a list has: it is current or marked, and a press selects it; its link opens the whole page. */
export function rowProps(list: ListState, key: string) {
  return {
    'data-row': key,
    'aria-current': list.selected === key ? ('true' as const) : undefined,
    onClick: (event: MouseEvent) => {
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey) && event.button === 0;
      if (!isPlain || (event.target instanceof Element && event.target.closest('button') !== null)) return;
      event.preventDefault();
      list.select(key, { peek: true });
    },
  };
}

/** The tab stop of a list is its selected row, or its first. */
export function rowTab(list: ListState, key: string, isFirst: boolean): 0 | -1 {
  return list.selected === key || (list.selected === undefined && isFirst) ? 0 : -1;
}

/** The focus follows the selection, where the row is in the page: after the list has moved to it. */
function focusRow(key: string): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const active = document.activeElement;
      if (active instanceof HTMLElement && active !== document.body && active.closest('main, .vlist') === null) return;
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"] > .title`)?.focus({ preventScroll: true });
    }),
  );
}
