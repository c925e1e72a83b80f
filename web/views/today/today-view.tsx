import { useEffect, useMemo, useState } from 'preact/hooks';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { markLooked } from '../../app/preferences.ts';
import { go, idPath, place, setQuery } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { announce } from '../../parts/announce.ts';
import { countOf, formatCount, nameDay } from '../../parts/format.ts';
import { ListPeek } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { FeedFilters, FeedGrouping } from './feed-filters.tsx';
import { FeedList } from './feed-list.tsx';
import { createFeedRows } from './feed-rows.ts';
import { LiveSwitch } from './live-switch.tsx';
import { MemoryPeek } from './memory-peek.tsx';
import { Onboarding } from './onboarding.tsx';
import { SinceStrip } from './since-strip.tsx';
import './today.css';
import { useFeed } from './use-feed.ts';

/** What agents do, as they do it: memories by session, new ones on top, what is selected beside them. */
export function TodayView(_props: ViewProps) {
  const status = useCall('status', {}, { live: 20 });
  const counts = status.value?.counts;
  if (counts !== undefined && counts.items === 0 && counts.events === 0) return <Onboarding />;
  return <FeedView total={counts?.items} />;
}

function FeedView({ total }: { total: number | undefined }) {
  const { query } = place.value;
  const by = query.get('by') === 'time' ? 'time' : 'session';
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const feed = useFeed(query.get('sel') ?? undefined);
  const [toRows] = useState(createFeedRows);
  const { rows, keys } = useMemo(
    () => toRows(feed.entries, { by, folded, now: new Date() }),
    [feed.entries, by, folded],
  );
  const list = useList({ keys, open: (key) => go(pathOf(key)) });
  const { selected } = list;
  const chosen = useMemo(
    () => (selected === undefined ? undefined : feed.entries.find(({ id }) => id === selected)),
    [feed.entries, selected],
  );
  const showNew = (): void => {
    feed.showNew();
    list.select(undefined);
    document.querySelector('[data-list=today]')?.scrollTo({ top: 0 });
  };
  useFeedKeys({ feed, by, showNew });
  useEffect(() => markLooked(new Date().toISOString()), []);
  useEffect(() => {
    if (feed.waiting > 0) announce(`${countOf(feed.waiting, 'new memory', 'new memories')}, press . to show`);
  }, [feed.waiting]);
  const { tookMs } = feed.pages;
  const most = total === undefined ? '' : ` of ${formatCount(total)}`;
  useFoot(
    `${formatCount(feed.entries.length)}${most} memories${tookMs === undefined ? '' : ` · ${Math.round(tookMs)} ms`}`,
  );
  return (
    <>
      <Bar title="Today" about={nameDay(new Date()).replace('Today, ', '')}>
        <LiveSwitch flow={feed.flow} onToggle={feed.togglePause} />
      </Bar>
      <SubBar end={<FeedGrouping />}>
        <FeedFilters />
      </SubBar>
      <ListPeek
        peek={
          list.isPeeking &&
          list.selected !== undefined &&
          !list.selected.startsWith('head ') && (
            <MemoryPeek id={list.selected} entry={chosen} onClose={() => list.select(undefined)} />
          )
        }
        rest={
          <p class="rest quiet">Select a line to see what it says, what it stands on, and what can be done with it.</p>
        }
      >
        <SinceStrip waiting={feed.waiting} onShowNew={showNew} pausedAt={feed.pausedAt} onGoOn={feed.togglePause} />
        <AnsweredPages
          pages={{ ...feed.pages, rows: feed.entries }}
          failed="The feed could not be read."
          empty={<Nothing />}
        >
          <FeedList
            rows={rows}
            list={list}
            folded={folded}
            onFold={(sessionId) => setFolded(toggled(folded, sessionId))}
            onNearEnd={feed.pages.more}
            onScroll={feed.onScroll}
          />
        </AnsweredPages>
      </ListPeek>
    </>
  );
}

function useFeedKeys({
  feed,
  by,
  showNew,
}: {
  feed: ReturnType<typeof useFeed>;
  by: string;
  showNew: () => void;
}): void {
  const failures = place.value.query.get('failures');
  useKeys('Feed', [
    { keys: 'p', does: 'Pause, go on', run: feed.togglePause },
    { keys: '.', does: 'Show the new ones', run: showNew },
    { keys: '!', does: 'Only failures', run: () => setQuery({ failures: failures === '1' ? undefined : '1' }) },
    { keys: 'b', does: 'Group by session or time', run: () => setQuery({ by: by === 'time' ? undefined : 'time' }) },
    {
      keys: 'f',
      does: 'Filter',
      run: () => document.querySelector<HTMLElement>('.sub .chips button')?.focus(),
    },
  ]);
}

function Nothing() {
  const set = ['kind', 'agent', 'file', 'failures'].filter((name) => place.value.query.has(name));
  if (set.length === 0)
    return <Empty says="Nothing happened here yet.">What agents do shows up here while they do it.</Empty>;
  return (
    <Empty
      says="Nothing fits these filters."
      action={
        <button
          type="button"
          class="btn"
          onClick={() => setQuery({ kind: undefined, agent: undefined, file: undefined, failures: undefined })}
        >
          Show everything
        </button>
      }
    >
      {`In the way: ${set.map((name) => `${name} ${place.value.query.get(name)}`).join(', ')}.`}
    </Empty>
  );
}

function pathOf(key: string): string {
  const [, sessionId] = /^head (\S+)/.exec(key) ?? [];
  return sessionId === undefined ? idPath(key) : scopedPath(`/sessions/${sessionId}`);
}

function toggled(set: ReadonlySet<string>, value: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}
