import './threads.css';
import type { ThreadEntry, ThreadsResult } from '../../../src/api/work-answers.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { go, place, setQuery } from '../../app/router.ts';
import { scopedPath, scopedProject } from '../../app/scope.ts';
import { useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import type { CallResult } from '../../client/use-kept.ts';
import { Segments } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { ListPeek } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { ThreadPeek } from './thread-peek.tsx';
import { keyOfThread, ThreadRow } from './thread-row.tsx';

const STATES = ['all', 'open', 'done'] as const;
type Shown = (typeof STATES)[number];
const THREAD_PX = 52;

/** The threads of a project: sessions that worked on one thing, how it stands, and what is left open. */
export function ThreadsView(_props: ViewProps) {
  const project = useProject();
  const result = useCall('threads', project.id === undefined ? undefined : { project: project.id }, { live: 10 });
  const shown = STATES.find((one) => one === place.value.query.get('state')) ?? 'all';
  return (
    <>
      <Bar title="Threads" about={project.name === undefined ? undefined : <Line text={project.name} />} />
      <SubBar>
        <Segments<Shown>
          label="Which threads"
          value={shown}
          choices={STATES.map((value) => ({
            value,
            label: value === 'all' ? 'All' : value === 'open' ? 'Open' : 'Done',
          }))}
          onChange={(value) => setQuery({ state: value === 'all' ? undefined : value, sel: undefined })}
        />
        {scopedProject() === undefined && project.name !== undefined && (
          <span class="quiet small-text hide-s">of the project last worked on; choose another at the side</span>
        )}
      </SubBar>
      {project.isNone ? (
        <Empty says="Threads of work will be here." action={<code>cairn import</code>}>
          No project is known yet.
        </Empty>
      ) : (
        <ThreadsBody result={result} shown={shown} />
      )}
    </>
  );
}

/** The project that is looked at, or the one last worked on. */
function useProject(): { id: string | undefined; name: string | undefined; isNone: boolean } {
  const scoped = scopedProject();
  const projects = useCall('list', { kinds: ['project'] }).value?.entries;
  const [first] = projects ?? [];
  const found = scoped === undefined ? first : projects?.find(({ id }) => id === scoped);
  return { id: scoped ?? first?.id, name: found?.title, isNone: scoped === undefined && projects?.length === 0 };
}

function ThreadsBody({ result, shown }: { result: CallResult<ThreadsResult>; shown: Shown }) {
  const threads = (result.value?.threads ?? []).filter(({ state }) => shown === 'all' || state === shown);
  const list = useList({
    keys: threads.map(keyOfThread),
    open: (key) => go(scopedPath(`/sessions/${key}`)),
  });
  const chosen = threads.find((thread) => keyOfThread(thread) === list.selected);
  useFoot(`${countOf(threads.length, 'thread')} of the latest 40 sessions`);
  return (
    <ListPeek
      peek={list.isPeeking && chosen && <ThreadPeek thread={chosen} onClose={() => list.select(undefined)} />}
      rest={<p class="rest quiet">Select a thread to see its sessions, its files and what is left open.</p>}
    >
      <Answered result={result} failed="The threads could not be read.">
        {() =>
          threads.length === 0 ? (
            <NoThreads shown={shown} total={result.value?.threads.length ?? 0} />
          ) : (
            <VirtualList<ThreadEntry>
              label="Threads"
              name="threads"
              items={threads}
              keyOf={keyOfThread}
              sizeOf={() => THREAD_PX}
              current={list.selected}
              isMeasured
            >
              {(thread, index) => <ThreadRow thread={thread} list={list} isFirst={index === 0} />}
            </VirtualList>
          )
        }
      </Answered>
    </ListPeek>
  );
}

function NoThreads({ shown, total }: { shown: Shown; total: number }) {
  if (total === 0) return <Empty says="No session of this project worked on something yet." />;
  return (
    <Empty
      says={`No thread is ${shown}.`}
      action={
        <button type="button" class="btn" onClick={() => setQuery({ state: undefined })}>
          Show all {total}
        </button>
      }
    />
  );
}
