import { TEAM_PATHS, type TeamAudit } from '../../../src/api/team/team-pages.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import type { ViewProps } from '../../app/view-props.ts';
import { countOf } from '../../parts/format.ts';
import { Scroll } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';
import { useTeamRows } from '../ask-team.ts';
import { More } from '../more.tsx';

const COLUMNS: readonly Column<TeamAudit & { key: string }>[] = [
  { head: 'When', cell: ({ at }) => <Time at={at} as="whole" /> },
  { head: 'Who', cell: ({ actor }) => <Line text={actor} /> },
  { head: 'What', cell: ({ action }) => <code>{action}</code> },
  { head: 'Of', cell: ({ target }) => <Line text={target} /> },
  { head: 'How', cell: ({ detail }) => <Line text={detail} /> },
];

/** What was done to the team, the latest first; for its owners. */
export function AuditView(_props: ViewProps) {
  const pages = useTeamRows<TeamAudit>(TEAM_PATHS.audit, {});
  const rows = pages.rows.map((row, index) => ({ ...row, key: String(index) }));
  useFoot(`${countOf(rows.length, 'entry', 'entries')}${pages.hasMore ? ' so far' : ''}`);
  return (
    <>
      <Bar title="Audit log" about="what was done to the team" />
      <Scroll name="audit" label="Audit log">
        <AnsweredPages
          pages={pages}
          failed="The audit log could not be read."
          empty={<Empty says="Nothing was done." />}
        >
          <div class="team-table">
            <Table label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ key }) => key} />
          </div>
          <More pages={pages} />
        </AnsweredPages>
      </Scroll>
    </>
  );
}
