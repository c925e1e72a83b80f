import { useState } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { go, idPath, place, setQuery } from '../../app/router.ts';
import { useList } from '../../app/use-list.ts';
import { Button } from '../../parts/button.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { ListPeek } from '../../parts/list-peek.tsx';
import { AnsweredPages, Empty } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { type Acts, judgeable, type Open, useActs } from './acts.ts';
import { EditDialog, RememberDialog, SupersedeDialog } from './dialogs.tsx';
import { supersede } from './judge.ts';
import { countRows, type StatementRow, type StateTab, toRows } from './rows.ts';
import { StatementList } from './statement-list.tsx';
import { StatementPeek } from './statement-peek.tsx';
import { useStatements } from './use-statements.ts';
import './knowledge.css';

const TABS = [
  { value: 'all', label: 'All' },
  { value: 'waits', label: 'Waits for you' },
  { value: 'stands', label: 'Stands' },
  { value: 'superseded', label: 'Superseded' },
  { value: 'withdrawn', label: 'Withdrawn' },
  { value: 'muted', label: 'Muted' },
] as const;

/** Statements with their life, and what waits for a person: all of them in tabs or, with `only`, one tab alone. */
export function StatementsView({ title, about, only }: { title: string; about: string; only?: StateTab }) {
  const statements = useStatements();
  const tab = only ?? tabOf(place.value.query.get('state'));
  const rows = toRows(statements, tab);
  const counts = countRows(statements);
  const items = rows.filter(({ is }) => is !== 'head');
  const keys = items.map(({ key }) => key);
  const list = useList({ keys, open: (key) => go(idPath(key.split('~').at(-1) ?? key)), canMark: true });
  const row = items.find(({ key }) => key === list.selected);
  const [open, setOpen] = useState<Open | undefined>(undefined);
  const chosen = items.filter(({ key }) => (list.marked.size > 0 ? list.marked.has(key) : key === list.selected));
  const act = useActs({ keys, list, row, chosen, onOpen: setOpen });
  const { tookMs, hasMore } = statements.pages;
  useFoot(
    `${countOf(items.length, 'statement')}${hasMore ? ' so far' : ''}${tookMs === undefined ? '' : ` · ${Math.round(tookMs)} ms`} · an agent cannot confirm; only a person can`,
  );
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Bar title={title} about={about}>
        <span class="hide-s">
          <Button icon="plus" keys="n" onClick={act.remember}>
            Remember
          </Button>
        </span>
      </Bar>
      {only === undefined && <StateTabs tab={tab} counts={counts} />}
      <div
        class="state-panel"
        {...(only === undefined && { role: 'tabpanel', id: 'states-panel', 'aria-labelledby': `states-tab-${tab}` })}
      >
        <ListPeek
          peek={
            list.isPeeking &&
            row && (
              <StatementPeek
                row={row}
                act={act}
                place={`${keys.indexOf(row.key) + 1} of ${formatCount(keys.length)}`}
                onClose={() => list.select(undefined)}
              />
            )
          }
          rest={<p class="rest quiet">Select a line to see what it would cause, its life and what it stands on.</p>}
        >
          {list.marked.size > 0 && <MarkedBar count={chosen.length} act={act} onClear={list.clearMarks} />}
          {rows.length === 0 && statements.pages.state === 'ready' && statements.pages.error === undefined ? (
            <Nothing tab={tab} />
          ) : (
            <AnsweredPages
              pages={statements.pages}
              failed="The statements could not be read."
              empty={<Nothing tab={tab} />}
            >
              <StatementList rows={rows} list={list} name={`statements-${tab}`} />
            </AnsweredPages>
          )}
        </ListPeek>
      </div>
      <Dialogs
        open={open}
        row={row}
        entries={statements.entries}
        chosen={chosen}
        onClose={close}
        onDone={list.clearMarks}
      />
    </>
  );
}

/** The states of statements as tabs, each with its count. */
function StateTabs({ tab, counts }: { tab: StateTab; counts: ReturnType<typeof countRows> }) {
  return (
    <Tabs
      name="states"
      label="States"
      tabs={TABS.map((one) => ({ ...one, count: counts[one.value], waits: one.value === 'waits' && counts.waits > 0 }))}
      value={tab}
      onChange={(value) => setQuery({ state: value === 'all' ? undefined : value, sel: undefined }, { push: true })}
    />
  );
}

/** The dialog that is open. */
function Dialogs(props: {
  open: Open | undefined;
  row: StatementRow | undefined;
  entries: readonly Entry[];
  chosen: readonly StatementRow[];
  onClose: () => void;
  onDone: () => void;
}) {
  const { open, row, entries, chosen, onClose, onDone } = props;
  if (open === 'edit') return row?.is === 'statement' ? <EditDialog entry={row.entry} onClose={onClose} /> : null;
  if (open === 'remember') return <RememberDialog onClose={onClose} />;
  if (open === undefined) return null;
  return (
    <SupersedeDialog
      choices={entries.filter(({ id }) => !chosen.some(({ key }) => key === id))}
      onClose={onClose}
      onChoose={(id) => {
        onClose();
        onDone();
        supersede(chosen.flatMap(judgeable), id);
      }}
    />
  );
}

function MarkedBar({ count, act, onClear }: { count: number; act: Acts; onClear: () => void }) {
  return (
    <div class="note marked-bar" role="status">
      <p>
        <b class="strong">{formatCount(count)} marked</b>
      </p>
      <Button small keys="c" onClick={act.confirm}>
        Confirm
      </Button>
      <Button small keys="w" onClick={act.withdraw}>
        Withdraw
      </Button>
      <Button small keys="m" onClick={act.mute}>
        Mute
      </Button>
      <Button small kind="ghost" keys="Escape" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}

function tabOf(value: string | null): StateTab {
  return TABS.find((tab) => tab.value === value)?.value ?? 'all';
}

const EMPTY: Readonly<Record<StateTab, { says: string; more: string }>> = {
  all: { says: 'Nothing is stated yet.', more: 'What you decide in a prompt, and what agents note, stands here.' },
  waits: { says: 'Nothing waits for you.', more: 'What agents propose comes here, to be confirmed or withdrawn.' },
  stands: { says: 'Nothing stands yet.', more: 'Confirm a proposal, or press n to state something yourself.' },
  superseded: { says: 'Nothing was superseded.', more: 'What another statement takes the place of stays here.' },
  withdrawn: { says: 'Nothing was withdrawn.', more: 'What you judge not to hold stays here.' },
  muted: { says: 'Nothing is muted.', more: 'Mute a line of Next session, and it is told no more.' },
};

function Nothing({ tab }: { tab: StateTab }) {
  const { says, more } = EMPTY[tab];
  return <Empty says={says}>{more}</Empty>;
}
