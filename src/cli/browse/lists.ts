import type { Screen } from '../../platform/process/screen.ts';
import { askText } from '../render/review-inbox.ts';
import type { CliContext } from '../terminal/command.ts';
import type { BrowserStart } from './asked.ts';
import { createJudge } from './judge.ts';
import { createListLayer, type ListLayer, type ListLayerDeps } from './list-layer.ts';
import { createNextView } from './next-view.ts';
import { createReviewView } from './review-view.ts';
import { createSearchView } from './search-view.ts';
import { createSessionView } from './session-view.ts';

/** Place of the search among the lists. */
export const SEARCH = 1;
/** Place of the next session among the lists. */
export const NEXT = 3;

/** What the lists are built from. `outside`: does some work while the terminal is given back. */
export interface ListsDeps extends BrowserStart, Omit<ListLayerDeps, 'colors'> {
  context: CliContext;
  outside: Screen['outside'];
}

/** The lists in the order of their tabs, and the agents that were seen in them. */
export interface Lists {
  lists: readonly [ListLayer, ...ListLayer[]];
  agents: ReadonlySet<string>;
}

/** Builds all lists of the browser. */
export function createLists({ context, outside, memory, asked, first, ...deps }: ListsDeps): Lists {
  const { io, out } = context;
  const agents = new Set<string>();
  const judged = new Map<string, string>();
  const judge = createJudge(context, (id, status) => {
    if (status === undefined) judged.delete(id);
    else judged.set(id, status);
    for (const list of lists) list.refresh();
    next.renew();
  });
  const edit = (text: string): Promise<string | undefined> => outside(() => askText(text, { io }));
  const layer = { ...deps, colors: out.colors };
  const next = createListLayer(createNextView(memory, judge, { asked, out }), layer);
  const lists: Lists['lists'] = [
    createListLayer(createSessionView({ memory, asked, out, first, agents }), layer),
    createListLayer(createSearchView(memory, asked, out), layer),
    createListLayer(createReviewView({ memory, judge, asked, out, judged, edit }), layer),
    next,
  ];
  return { lists, agents };
}
