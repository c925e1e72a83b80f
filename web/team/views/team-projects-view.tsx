import { TEAM_PATHS, type TeamProject } from '../../../src/api/team/team-pages.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import type { ViewProps } from '../../app/view-props.ts';
import { countOf, formatCount } from '../../parts/format.ts';
import { Scroll } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTeamRows } from '../ask-team.ts';
import { More } from '../more.tsx';

/** Names of people in one cell. */
const SHOWN = 5;

const COLUMNS: readonly Column<TeamProject>[] = [
  {
    head: 'Project',
    cell: ({ id, name, remote }) => (
      <a class="link" href={`/knows?${new URLSearchParams({ project: id })}`} title={remote}>
        <Line text={name === '' ? remote : name} />
      </a>
    ),
  },
  {
    head: 'Remote',
    cell: ({ remote }) => (
      <span class="mono quiet">
        <Line text={remote} />
      </span>
    ),
  },
  { head: 'Knowledge', cell: (project) => <Counted of={project} kinds={['knowledge']} />, isFigure: true },
  { head: 'Sessions', cell: (project) => <Counted of={project} kinds={['summary']} />, isFigure: true },
  {
    head: 'Other',
    cell: (project) => <Counted of={project} kinds={['pattern', 'observation', 'topic', 'commit']} />,
    isFigure: true,
  },
  { head: 'Last change', cell: ({ changedAt }) => changedAt !== undefined && <Time at={changedAt} /> },
  { head: 'Who works on it', cell: ({ people }) => <Workers people={people} /> },
];

/** The projects of which members share something: how much, when last, and who. */
export function TeamProjectsView(_props: ViewProps) {
  const pages = useTeamRows<TeamProject>(TEAM_PATHS.projects, {});
  useFoot(`${countOf(pages.rows.length, 'project')}${pages.hasMore ? ' so far' : ''}`);
  return (
    <>
      <Bar title="Projects" about="of which members share something" />
      <Scroll name="projects" label="Projects">
        <AnsweredPages
          pages={pages}
          failed="The projects could not be read."
          empty={
            <Empty says="Nobody shares a project yet." action={<code>cairn sync share</code>}>
              A member chooses in a terminal what leaves their home.
            </Empty>
          }
        >
          <div class="team-table">
            <Table label="Projects" columns={COLUMNS} rows={pages.rows} keyOf={({ id }) => id} />
          </div>
          <More pages={pages} />
        </AnsweredPages>
      </Scroll>
    </>
  );
}

function Counted({ of, kinds }: { of: TeamProject; kinds: readonly string[] }) {
  const counts = kinds.map((kind) => of.counts[kind] ?? 0);
  const sum = counts.reduce((all, count) => all + count, 0);
  return (
    <>
      {formatCount(sum)}
      {counts.some((count) => count >= of.countedTo) && '+'}
    </>
  );
}

function Workers({ people }: { people: TeamProject['people'] }) {
  return (
    <>
      {people.slice(0, SHOWN).map(({ name, at }, index) => (
        <span key={name} title={`shared last ${at}`}>
          {index > 0 && ', '}
          <Line text={name} />
        </span>
      ))}
      {people.length > SHOWN && <span class="quiet"> and {people.length - SHOWN} more</span>}
    </>
  );
}
