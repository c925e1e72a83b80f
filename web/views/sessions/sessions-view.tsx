import './sessions.css';
import { useMemo } from 'preact/hooks';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { go, place, setQuery } from '../../app/router.ts';
import { projectInput, scopedPath } from '../../app/scope.ts';
import { useList } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { BY_ID, usePages } from '../../client/use-pages.ts';
import { countOf } from '../../parts/format.ts';
import { ListPeek } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { filterInput, SessionFilters } from './session-filters.tsx';
import { SessionPeek } from './session-peek.tsx';
import { type SessionListRow, SessionRow, toSessionRows } from './session-row.tsx';

const PAGE = 50;
const ROW_PX = 32;
const ROW_NARROW_PX = 56;
const HEAD_PX = 30;

/** Sessions of all agents, the latest first, by day: how each came out, what it changed and the context that it got. */
export function SessionsView(_props: ViewProps) {
  const { query } = place.value;
  const filters = filterInput(query);
  const pages = usePages(
    'list',
    { kinds: ['session'], limit: PAGE, ...projectInput(), ...filters },
    { ...BY_ID, live: 4 },
  );
  const rows = useMemo(() => toSessionRows(pages.rows, new Date()), [pages.rows]);
  const keys = useMemo(() => pages.rows.map(({ id }) => id), [pages.rows]);
  const pathOf = (id: string): string => scopedPath(`/sessions/${id}`);
  const list = useList({ keys, open: (id) => go(pathOf(id)) });
  const chosen = pages.rows.find(({ id }) => id === list.selected);
  const isNarrow = useMedia('(max-width: 640px)');
  const isFiltered = Object.keys(filters).length > 0;
  const took = pages.tookMs === undefined ? '' : ` · ${Math.round(pages.tookMs)} ms`;
  useFoot(`${countOf(pages.rows.length, 'session')}${pages.hasMore ? ', more below' : ''}${took}`);
  const sizeOf = (row: SessionListRow): number => ('day' in row ? HEAD_PX : isNarrow ? ROW_NARROW_PX : ROW_PX);
  return (
    <>
      <Bar title="Sessions" />
      <SubBar>
        <SessionFilters agents={[...new Set(pages.rows.flatMap(({ agent }) => agent ?? []))]} />
      </SubBar>
      <ListPeek
        peek={list.isPeeking && chosen && <SessionPeek entry={chosen} onClose={() => list.select(undefined)} />}
        rest={<p class="rest quiet">Select a session to see what it came to; Enter opens it step by step.</p>}
      >
        <AnsweredPages
          pages={pages}
          failed="The sessions could not be read."
          empty={<Nothing isFiltered={isFiltered} />}
        >
          <VirtualList
            label="Sessions"
            name="sessions"
            items={rows}
            keyOf={(row) => ('day' in row ? row.day : row.entry.id)}
            sizeOf={sizeOf}
            current={list.selected}
            onNearEnd={pages.more}
          >
            {(row) => <SessionRow row={row} list={list} pathOf={pathOf} firstKey={keys[0]} />}
          </VirtualList>
        </AnsweredPages>
      </ListPeek>
    </>
  );
}

/** A query without any filter. */
const WITHOUT = {
  agent: undefined,
  outcome: undefined,
  since: undefined,
  q: undefined,
  issue: undefined,
  concept: undefined,
};

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered) {
    return (
      <Empty says="Sessions of your agents will be here." action={<code>cairn import</code>}>
        Set up an agent with cairn setup, or take in the sessions that there are.
      </Empty>
    );
  }
  const without = () => setQuery(WITHOUT);
  return (
    <Empty
      says="No session is like that."
      action={
        <button type="button" class="btn" onClick={without}>
          Without the filters
        </button>
      }
    >
      The filters above leave none.
    </Empty>
  );
}
