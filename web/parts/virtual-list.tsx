import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { keepScroll, keptScroll, place } from '../app/router.ts';

const OVERSCAN = 8;
const NEAR_END_ROWS = 40;
const KEEP_MS = 150;

/** A list of any length: only the rows in sight are in the page. */
export interface VirtualListProps<Item> {
  label: string;
  /** Under this name the scroll position is kept in the history. */
  name: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Height of a row in pixels; with `isMeasured` what it is about before it is there. */
  sizeOf: (item: Item) => number;
  children: (item: Item, index: number) => ComponentChildren;
  /** Key of the row that is kept in sight, and where: default as near as it is. */
  current?: string | undefined;
  align?: 'auto' | 'start';
  /** Rows have the height of what they hold, as on narrow screens. */
  isMeasured?: boolean;
  onNearEnd?: () => void;
  onScroll?: (top: number) => void;
}

/** Shows a list of any length, 100,000 rows too: the rows in sight, their place kept over back and reload. */
export function VirtualList<Item>(props: VirtualListProps<Item>) {
  const { label, name, items, keyOf, sizeOf, current, isMeasured = false, onNearEnd, onScroll } = props;
  const box = useRef<HTMLDivElement>(null);
  // Another function means other items: all their places are made again.
  const getItemKey = useCallback(
    (index: number) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
    [items],
  );
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => {
      const item = items[index];
      return item === undefined ? 0 : sizeOf(item);
    },
    getItemKey,
    overscan: OVERSCAN,
    initialOffset: () => keptScroll(name),
    ...(onScroll && { onOffset: onScroll }),
  });
  useEffect(() => list.measure(), [list, isMeasured]);
  useKeptPlace(name, box);

  const rows = list.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (items.length > 0 && last >= items.length - NEAR_END_ROWS) onNearEnd?.();
  }, [last, items.length, onNearEnd]);
  useEffect(() => {
    const index = current === undefined ? -1 : items.findIndex((item) => keyOf(item) === current);
    if (index !== -1) list.scrollToIndex(index, { align: props.align ?? 'auto' });
  }, [current]);

  return (
    <div class="vlist" ref={box} data-list={name}>
      <ul aria-label={label} style={{ height: `${list.getTotalSize()}px` }}>
        {rows.map(({ index, key, start, size }) => {
          const item = items[index];
          if (item === undefined) return null;
          const style = { transform: `translateY(${start}px)`, ...(isMeasured ? {} : { height: `${size}px` }) };
          return (
            <li
              key={key}
              data-index={index}
              style={style}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              ref={isMeasured ? (element) => list.measureElement(element) : null}
            >
              {props.children(item, index)}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type ListOptions = Pick<
  VirtualizerOptions<HTMLDivElement, HTMLLIElement>,
  'count' | 'getScrollElement' | 'estimateSize' | 'getItemKey' | 'overscan' | 'initialOffset'
> & { onOffset?: (top: number) => void };

function useVirtualizer({ onOffset, ...given }: ListOptions): Virtualizer<HTMLDivElement, HTMLLIElement> {
  const [, show] = useReducer((count: number) => count + 1, 0);
  const options: VirtualizerOptions<HTMLDivElement, HTMLLIElement> = {
    ...given,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: (instance) => {
      onOffset?.(instance.scrollOffset ?? 0);
      show(undefined);
    },
  };
  const [list] = useState(() => new Virtualizer(options));
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  return list;
}

/** Keeps where a part is scrolled to in its entry of the history. */
export function useKeptPlace(name: string, box: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const { entry } = place.peek();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keepNow = (): void => {
      clearTimeout(timer);
      timer = undefined;
      keepScroll(name, element.scrollTop, entry);
    };
    const onScroll = (): void => {
      // Reading the place now would have the page laid out once more.
      timer ??= setTimeout(keepNow, KEEP_MS);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      if (timer !== undefined) keepNow();
      element.removeEventListener('scroll', onScroll);
    };
  }, [name, box]);
}
