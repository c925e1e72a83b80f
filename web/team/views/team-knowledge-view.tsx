import { TEAM_PATHS, type TeamMemory, type TeamProject, type TeamRecord } from '../../../src/api/team/team-pages.ts';
import { describeValidity } from '../../../src/core/model/validity.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { place, setQuery } from '../../app/router.ts';
import { type ListState, rowProps, rowTab, useList } from '../../app/use-list.ts';
import { useMedia } from '../../app/use-media.ts';
import { useTypedQuery } from '../../app/use-typed-query.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { FilterChip } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts, ListPeek, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered, AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { useTeam, useTeamRows } from '../ask-team.ts';

const TYPED_MS = 250;

/** Rules and decisions that members share, found by words, each with how it stands. */
export function TeamKnowledgeView(_props: ViewProps) {
  const { query } = place.value;
  const project = query.get('project') ?? undefined;
  const [words, type] = useTypedQuery('q', TYPED_MS);
  const asked = query.get('q') ?? undefined;
  const pages = useTeamRows<TeamMemory>(TEAM_PATHS.knowledge, { query: asked, project });
  const projects = useTeamRows<TeamProject>(TEAM_PATHS.projects, {});
  const list = useList({ keys: pages.rows.map(({ id }) => id) });
  const isNarrow = useMedia('(max-width: 640px)');
  const took = pages.tookMs === undefined ? '' : ` · ${Math.round(pages.tookMs)} ms`;
  useFoot(`${countOf(pages.rows.length, 'memory', 'memories')}${pages.hasMore ? ' so far' : ''}${took}`);
  return (
    <>
      <Bar title="Knowledge" about="what members share" />
      <SubBar>
        <label class="input team-search">
          <Icon name="search" small />
          <span class="sr">Search</span>
          <input
            type="search"
            value={words}
            placeholder="Search the knowledge of the team"
            onInput={(event) => type(event.currentTarget.value)}
          />
        </label>
        <div class="chips">
          <FilterChip
            label="Project"
            value={project}
            choices={projects.rows.map(({ id, name, remote }) => ({ value: id, label: name === '' ? remote : name }))}
            onChange={(value) => setQuery({ project: value, sel: undefined })}
          />
        </div>
      </SubBar>
      <ListPeek
        peek={
          list.isPeeking && list.selected && <MemoryPeek id={list.selected} onClose={() => list.select(undefined)} />
        }
        rest={<p class="rest quiet">Select a line to read all of it.</p>}
      >
        <AnsweredPages pages={pages} failed="The knowledge could not be read." empty={<Nothing asked={asked} />}>
          <VirtualList
            label="Knowledge"
            name="team-knowledge"
            items={pages.rows}
            keyOf={({ id }) => id}
            sizeOf={() => (isNarrow ? 52 : 32)}
            isMeasured={isNarrow}
            current={list.selected}
            onNearEnd={pages.more}
          >
            {(memory, index) => <MemoryRow memory={memory} list={list} isFirst={index === 0} />}
          </VirtualList>
        </AnsweredPages>
      </ListPeek>
    </>
  );
}

/** A memory in one line: its state, title, who shared it, when. */
function MemoryRow({ memory, list, isFirst }: { memory: TeamMemory; list: ListState; isFirst: boolean }) {
  const { id, title, member = '', at } = memory;
  return (
    <div class="row team-row" {...rowProps(list, id)}>
      <StateBadge state={stateOf(memory)} />
      <a
        class="title clip"
        href={`/knowledge?${new URLSearchParams({ sel: id })}`}
        tabIndex={rowTab(list, id, isFirst)}
      >
        <Line text={title} />
      </a>
      <span class="clip quiet">
        <Line text={member} />
      </span>
      <Time at={at} />
    </div>
  );
}

function Nothing({ asked }: { asked: string | undefined }) {
  if (asked !== undefined) return <Empty says="Nothing that members share says so.">Try other words.</Empty>;
  return (
    <Empty says="Nobody shares knowledge yet." action={<code>cairn sync share</code>}>
      What people state or confirm in their homes will be here.
    </Empty>
  );
}

/** What a memory's state is made of. */
interface Standing {
  status?: TeamMemory['status'] | undefined;
  supersededBy?: string;
  saidBy: TeamMemory['saidBy'];
}

/** How a memory stands: given up at home or by a later one; else stated by a person there, or proposed by an agent. */
function stateOf({ status, supersededBy, saidBy }: Standing): string {
  if (status === 'superseded' || status === 'withdrawn') return status;
  if (supersededBy !== undefined) return 'superseded';
  return saidBy === 'person' ? 'stated' : 'proposed';
}

function MemoryPeek({ id, onClose }: { id: string; onClose: () => void }) {
  const result = useTeam<TeamRecord>(TEAM_PATHS.memory, { id });
  return (
    <Peek label="Selected memory" onClose={onClose} about={<Id id={id} short />}>
      <Answered result={result} failed="The memory could not be read." rows={4}>
        {({ record, saidBy }) => (
          <>
            <PeekSection>
              <StoredText text={record.text} />
            </PeekSection>
            <PeekSection>
              <Facts
                facts={[
                  [
                    'State',
                    <StateBadge key="state" state={stateOf({ ...record, saidBy, status: statusOf(record.detail) })} />,
                  ],
                  ['Shared by', record.member !== undefined && <Line text={record.member} />],
                  ['Said by', saidBy === 'person' ? 'a person' : 'an agent'],
                  ['At', <Time key="at" at={record.at} as="whole" />],
                  ['Stands', describeValidity(record).join(', ')],
                  ['Files', <Names key="files" names={filesOf(record.detail)} />],
                  ['Concepts', <Names key="concepts" names={record.detail.concepts ?? []} />],
                ]}
              />
            </PeekSection>
          </>
        )}
      </Answered>
    </Peek>
  );
}

function Names({ names }: { names: readonly string[] }) {
  return names.length === 0 ? <span class="quiet">none</span> : <Line text={names.join(', ')} />;
}

type Detail = TeamRecord['record']['detail'];

function statusOf(detail: Detail): TeamMemory['status'] {
  return 'status' in detail ? detail.status : undefined;
}

function filesOf({ filesChanged = [], filesRead = [] }: Detail): string[] {
  return [...new Set([...filesChanged, ...filesRead])];
}
