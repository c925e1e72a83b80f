import { useState } from 'preact/hooks';
import type { HealthCheck } from '../../../src/core/model/check.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { countOf } from '../../parts/format.ts';
import { Scroll } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Table } from '../../parts/table.tsx';
import '../settings/settings.css';
import './health.css';
import { LogList } from './log-list.tsx';
import { StatusFacts } from './status-facts.tsx';

const ORDER = ['failed', 'warning', 'ok'];

/** Whether all is well: what was checked, the state of the worker and its home, ignored errors, and the log. */
export function HealthView(_props: ViewProps) {
  const doctor = useCall('doctor', {});
  const checks = (doctor.value?.checks ?? []).toSorted(
    (one, other) => ORDER.indexOf(one.status) - ORDER.indexOf(other.status),
  );
  const bad = checks.filter(({ status }) => status !== 'ok');
  const canMend = checks.some(({ fixable }) => fixable === true);
  const [isAsked, setAsked] = useState(false);
  useKeys('Health', [{ keys: 'r', does: 'Look again', run: doctor.refresh }]);
  useFoot(doctor.value === undefined ? '' : `${countOf(checks.length, 'check')}, ${bad.length} to look at`);
  return (
    <>
      <Bar title="Health" about="of the memory on this machine">
        {canMend && (
          <Button kind="ghost" icon="check" onClick={() => mayChange() && setAsked(true)}>
            Repair…
          </Button>
        )}
        <Button kind="ghost" keys="r" onClick={doctor.refresh}>
          Look again
        </Button>
      </Bar>
      <Scroll name="health" label="Health">
        <div class="setpage">
          <section aria-label="Checks">
            <h2>Checks</h2>
            <p class="dim small-text">
              What needs something first; “cairn doctor” also looks at the agents’ set-up and hooks.
            </p>
            <Answered result={doctor} failed="The checks could not be made.">
              {() => <Checks checks={checks} />}
            </Answered>
          </section>
          <StatusFacts />
          <RebuildBox />
          <LogList />
        </div>
      </Scroll>
      {isAsked && <MendDialog checks={checks} onClose={() => setAsked(false)} />}
    </>
  );
}

function Checks({ checks }: { checks: readonly HealthCheck[] }) {
  const columns = [
    { head: 'Check', cell: ({ name }: HealthCheck) => <code>{name}</code> },
    { head: 'State', cell: ({ status }: HealthCheck) => <StateBadge state={status} /> },
    {
      head: 'Found',
      cell: ({ message, fix }: HealthCheck) => (
        <>
          <Line text={message} />
          {fix !== undefined && <div class="dim">{fix}</div>}
        </>
      ),
    },
  ];
  return <Table label="Checks" columns={columns} rows={checks} keyOf={({ name }) => name} />;
}

function MendDialog({ checks, onClose }: { checks: readonly HealthCheck[]; onClose: () => void }) {
  const mendable = checks.filter(({ fixable }) => fixable === true);
  const mend = async (): Promise<void> => {
    const done = await change('doctor', { fix: true }, { says: 'Repaired what could be repaired' });
    if (done !== undefined) onClose();
  };
  return (
    <Dialog
      title={`Repair ${countOf(mendable.length, 'finding')}?`}
      onClose={onClose}
      action={{ label: 'Repair', run: () => void mend() }}
    >
      <ul>
        {mendable.map(({ name, message }) => (
          <li key={name}>
            <code>{name}</code>: {message}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const PARTS = [
  { what: 'items', label: 'All memories, from the events' },
  { what: 'sessions', label: 'Summaries and checkpoints' },
  { what: 'patterns', label: 'Patterns' },
] as const;

/** Has a part derived again in the background: ids stay, nothing is lost, and the job can be cancelled. */
function RebuildBox() {
  const start = (what: (typeof PARTS)[number]['what']): void => {
    if (!mayChange()) return;
    void change(
      'rebuild',
      { what },
      { says: 'Started; Jobs says how far it is', undo: ({ id }) => ask('jobs', { cancel: id }) },
    );
  };
  return (
    <section aria-label="Derive again">
      <h2>Derive again</h2>
      <p class="dim small-text">From what is kept of the sessions, in the background; ids stay and nothing is lost.</p>
      <div class="btns">
        {PARTS.map(({ what, label }) => (
          <Button key={what} onClick={() => start(what)}>
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}
