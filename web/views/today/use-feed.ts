import { useMemo, useRef, useState } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import type { InputOfCall } from '../../../src/api/calls.ts';
import { place } from '../../app/router.ts';
import { projectInput } from '../../app/scope.ts';
import { BY_ID, type Pages, usePages } from '../../client/use-pages.ts';
import { isEvent } from './feed-rows.ts';

/** `live`: what comes goes on top. `held`: something is selected or scrolled, so it waits. `paused`: the reader said so. */
export type Flow = 'live' | 'held' | 'paused';

/** The feed as it is shown. */
export interface Feed {
  pages: Pages<Entry>;
  /** What is shown: without what is new while it is held or paused. */
  entries: readonly Entry[];
  /** How many came since it is held. */
  waiting: number;
  flow: Flow;
  pausedAt: Date | undefined;
  togglePause: () => void;
  showNew: () => void;
  /** Whether the list is scrolled away from its top. */
  onScroll: (top: number) => void;
}

const PAGE_ROWS = 100;
const TOP_PX = 8;
/** Rows of a feed that nobody scrolled: what came long ago is read again by who scrolls there. */
const MOST_LIVE = 1_000;

/** What narrows the feed, from the address. */
export function feedInput(): InputOfCall<'list'> {
  const { query } = place.value;
  const kind = query.get('kind');
  const agent = query.get('agent');
  const file = query.get('file');
  return {
    limit: PAGE_ROWS,
    ...projectInput(),
    ...(kind !== null && { kinds: [kind] as InputOfCall<'list'>['kinds'] & string[] }),
    ...(agent !== null && { agent }),
    ...(file !== null && { file }),
    ...(query.get('failures') === '1' && { failed: true }),
  };
}

/** The memories as they come, newest first; held still while something is selected or the list is scrolled. */
export function useFeed(selected: string | undefined): Feed {
  const { query } = place.value;
  const [pausedAt, setPausedAt] = useState<Date | undefined>(undefined);
  const [isScrolled, setScrolled] = useState(false);
  const flow: Flow = pausedAt !== undefined ? 'paused' : isScrolled || selected !== undefined ? 'held' : 'live';
  const most = flow === 'live' ? MOST_LIVE : undefined;
  const pages = usePages('list', feedInput(), { ...BY_ID, live: true, most });
  const asksKind = query.get('kind') !== null;
  const all = useMemo(() => (asksKind ? pages.rows : pages.rows.filter(isEvent)), [pages.rows, asksKind]);

  const top = useRef<string | undefined>(undefined);
  if (flow === 'live' || top.current === undefined) top.current = all[0]?.id;
  const at = flow === 'live' ? 0 : all.findIndex(({ id }) => id === top.current);
  const waiting = Math.max(0, at);
  const [, show] = useState(0);
  return {
    pages,
    entries: useMemo(() => (waiting === 0 ? all : all.slice(waiting)), [all, waiting]),
    waiting,
    flow,
    pausedAt,
    togglePause: () => setPausedAt(pausedAt === undefined ? new Date() : undefined),
    showNew: () => {
      top.current = all[0]?.id;
      show((count) => count + 1);
    },
    onScroll: (px) => setScrolled(px > TOP_PX),
  };
}
