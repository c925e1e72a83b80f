import type { Layer } from './layer.ts';
import type { ListLayer } from './list-layer.ts';

/** The lists of which one is shown, and what stands above it. */
export interface Tabs {
  readonly lists: readonly ListLayer[];
  readonly shown: ListLayer;
  /** What takes the keys: the topmost layer, or the list. */
  readonly top: Layer;
  /** Shows a list by its place, alone; beyond an end is the other end. */
  show(at: number): void;
  /** Shows the next list, or with -1 the one before. */
  step(by: number): void;
  /** Puts a layer on top; what it is given takes that away. */
  open(build: (leave: () => void) => Layer): void;
  /** Reads every list again, the shown one now and others once they are shown. */
  readAgain(): void;
}

/** Builds them; the first list is shown. */
export function createTabs(lists: readonly [ListLayer, ...ListLayer[]], changed: () => void): Tabs {
  const layers: Layer[] = [];
  let at = 0;
  const show = (next: number): void => {
    at = (next + lists.length) % lists.length;
    for (const layer of layers.splice(0)) layer.close?.();
    tabs.shown.show();
    changed();
  };
  const tabs: Tabs = {
    lists,
    get shown() {
      return lists[at] ?? lists[0];
    },
    get top() {
      return layers.at(-1) ?? tabs.shown;
    },
    show,
    step: (by) => show(at + by),
    open(build) {
      const layer = build(() => {
        layers.splice(layers.indexOf(layer), 1);
        layer.close?.();
        changed();
      });
      layers.push(layer);
      changed();
    },
    readAgain() {
      for (const list of lists) list.outdate();
      tabs.shown.show();
    },
  };
  return tabs;
}
