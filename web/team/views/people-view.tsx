import { TEAM_PATHS, type TeamPerson } from '../../../src/api/team/team-pages.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import type { ViewProps } from '../../app/view-props.ts';
import { countOf } from '../../parts/format.ts';
import { Id } from '../../parts/id.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTeamRows } from '../ask-team.ts';
import { More } from '../more.tsx';
import { SignOut } from '../sign-out.tsx';

const COLUMNS: readonly Column<TeamPerson>[] = [
  { head: 'Name', cell: ({ name }) => <Line text={name} /> },
  { head: 'Role', cell: ({ role }) => role },
  { head: 'Last seen', cell: ({ seenAt }) => (seenAt === undefined ? <Never /> : <Time at={seenAt} />) },
  { head: 'Homes', cell: ({ homes }) => <Homes homes={homes ?? []} /> },
  { head: 'In the team since', cell: ({ since }) => <Time at={since} as="day" /> },
];
/** A token of one project tells no homes: they may be of another. */
const OF_PROJECT = COLUMNS.filter(({ head }) => head !== 'Homes');

/** The people of the team: role, homes, and when each was seen last. */
export function PeopleView(_props: ViewProps) {
  const pages = useTeamRows<TeamPerson>(TEAM_PATHS.people, {});
  useFoot(`${countOf(pages.rows.length, 'person', 'people')}${pages.hasMore ? ' so far' : ''}`);
  const hasHomes = pages.rows.some(({ homes }) => homes !== undefined);
  return (
    <>
      <Bar title="People" about="who is in the team">
        <SignOut />
      </Bar>
      <Scroll name="people" label="People">
        <AnsweredPages pages={pages} failed="The people could not be read." empty={<Empty says="Nobody is here." />}>
          <div class="team-table">
            <Table
              label="People"
              columns={hasHomes ? COLUMNS : OF_PROJECT}
              rows={pages.rows}
              keyOf={({ name }) => name}
            />
          </div>
          <More pages={pages} />
        </AnsweredPages>
      </Scroll>
    </>
  );
}

function Never() {
  return <span class="quiet">never</span>;
}

function Homes({ homes }: { homes: NonNullable<TeamPerson['homes']> }) {
  if (homes.length === 0) return <span class="quiet">none yet</span>;
  return (
    <ul class="team-homes">
      {homes.map(({ id, sharedAt }) => (
        <li key={id}>
          <Id id={id} short />{' '}
          <span class="quiet">
            {sharedAt === undefined ? (
              'shared nothing'
            ) : (
              <>
                shared last <Time at={sharedAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
