import { useMemo } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { isActive } from '../../app/live.ts';
import { idPath } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import { useRecentSessions } from '../../app/use-recent-sessions.ts';
import { useCall } from '../../client/use-call.ts';
import { Agent, LiveBadge, StateBadge } from '../../parts/badge.tsx';
import { Delta, Tokens } from '../../parts/figures.tsx';
import { formatMinute } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import type { FeedRow, HeadRow } from './feed-rows.ts';

const ROW_PX = { head: 34, memory: 28, day: 38 } as const;
const TOUCH_PX = { head: 48, memory: 44, day: 44 } as const;

/** The rows of the feed. */
export function FeedList(props: {
  rows: readonly FeedRow[];
  list: ListState;
  folded: ReadonlySet<string>;
  onFold: (sessionId: string) => void;
  onNearEnd: () => void;
  onScroll: (top: number) => void;
}) {
  const { rows, list, folded, onFold, onNearEnd, onScroll } = props;
  const isNarrow = useMedia('(max-width: 640px)');
  const isTouch = useMedia('(pointer: coarse)');
  const sessions = useSessions();
  const heights = isNarrow || isTouch ? TOUCH_PX : ROW_PX;
  const first = rows.find(({ is }) => is !== 'day')?.key;
  return (
    <VirtualList
      label="What happened, newest first"
      name="today"
      items={rows}
      keyOf={({ key }) => key}
      sizeOf={({ is }) => heights[is]}
      current={list.selected}
      isMeasured={isNarrow}
      onNearEnd={onNearEnd}
      onScroll={onScroll}
    >
      {(row) => {
        if (row.is === 'day') return <div class="daymark">{row.says}</div>;
        if (row.is === 'memory')
          return (
            <MemoryRow
              entry={row.entry}
              list={list}
              tab={rowTab(list, row.key, row.key === first)}
              isNarrow={isNarrow}
            />
          );
        return (
          <HeadLine
            row={row}
            session={sessions.get(row.sessionId)}
            list={list}
            tab={rowTab(list, row.key, row.key === first)}
            isFolded={folded.has(row.sessionId)}
            onFold={() => onFold(row.sessionId)}
          />
        );
      }}
    </VirtualList>
  );
}

/** The sessions that the rows are likely of, by id. */
function useSessions(): ReadonlyMap<string, Entry> {
  const sessions = useRecentSessions();
  return useMemo(() => new Map(sessions.map((entry) => [entry.id, entry])), [sessions]);
}

function MemoryRow({ entry, list, tab, isNarrow }: { entry: Entry; list: ListState; tab: 0 | -1; isNarrow: boolean }) {
  const { says, icon } = nameKind(entry);
  return (
    <div class={entry.failed ? 'row ev failing' : 'row ev'} {...rowProps(list, entry.id)}>
      <Time at={entry.at} as={isNarrow ? 'minute' : 'clock'} />
      <span class={entry.failed ? 'bad' : undefined}>
        <Icon name={icon} />
      </span>
      <span class="k">{says}</span>
      <a class="title clip" href={idPath(entry.id)} tabIndex={tab}>
        <span class="sr only-narrow">{says}: </span>
        <Line text={titleOf(entry)} />
      </a>
      <span class="meta hide-s">
        {entry.lines !== undefined && <Delta {...entry.lines} />}
        {entry.status !== undefined && <StateBadge state={entry.status} />}
        {entry.muted === true && <StateBadge state="muted" />}
      </span>
    </div>
  );
}

/** The verb of an edit or a reading stands in its column already. */
function titleOf({ title, sort, kind }: Entry): string {
  if (sort === 'file-write' || sort === 'file-read') return title.replace(/^(?:Edit|Write|Read|Delete) /, '');
  return kind === 'commit' ? title.replace(/^Commit /, '') : title;
}

function HeadLine(props: {
  row: HeadRow;
  session: Entry | undefined;
  list: ListState;
  tab: 0 | -1;
  isFolded: boolean;
  onFold: () => void;
}) {
  const { row, list, tab, isFolded, onFold } = props;
  const own = { kinds: ['session' as const] as ['session'], session: row.sessionId, limit: 1 };
  const found = useCall('list', props.session === undefined ? own : undefined, { live: 8 });
  const session = props.session ?? found.value?.entries[0];
  const agent = session?.agent ?? row.agent;
  const figures = session?.session;
  const title = session && withoutOutcome(session.title);
  const [from, to] = [formatMinute(new Date(row.from)), formatMinute(new Date(row.to))];
  return (
    <div class="row head" {...rowProps(list, row.key)}>
      <button
        type="button"
        class="fold"
        aria-expanded={!isFolded}
        aria-label={isFolded ? 'Unfold the session' : 'Fold the session'}
        tabIndex={-1}
        onClick={onFold}
      >
        <Icon name={isFolded ? 'right' : 'down'} small />
      </button>
      {agent !== undefined && <Agent name={agent} short />}
      <a
        class="title clip"
        href={scopedPath(`/sessions/${row.sessionId}`)}
        tabIndex={tab}
        // Its title is still on its way.
        aria-label={title === undefined ? 'Session' : undefined}
      >
        <Line text={title ?? ''} />
      </a>
      <span class="meta">
        <span>
          {isActive(row.sessionId) ? <LiveBadge /> : figures?.outcome && <StateBadge state={figures.outcome} />}
        </span>
        <span class="num hide-m">{figures && <Delta added={figures.added} removed={figures.removed} />}</span>
        <span class="quiet num hide-m">
          {figures && figures.told > 0 && <Tokens count={figures.told} what="told" />}
        </span>
        <span class="quiet num">{from === to ? to : `${from} – ${to}`}</span>
      </span>
    </div>
  );
}
