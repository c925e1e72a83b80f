import type { StatusResult } from '../../../src/api/home-answers.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf, formatBytes, formatCount } from '../../parts/format.ts';
import { Facts } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

type Hook = StatusResult['hooks'][number];
type Counted = [name: string, n: number];

/** The state of the worker and its home, the hooks that fired, and what was ignored or skipped. */
export function StatusFacts() {
  const status = useCall('status', {}, { live: 20 });
  return (
    <Answered result={status} failed="The state could not be read." rows={4}>
      {(found) => (
        <>
          <section aria-label="Worker and home">
            <h2>Worker and home</h2>
            <Facts facts={factsOf(found)} />
          </section>
          <Hooks hooks={found.hooks} />
          <CountedList
            title="Ignored errors"
            about="Since ever, by reason: each was met on purpose and changed nothing that was asked for."
            rows={Object.entries(found.ignored)}
            none="No error was ignored."
          />
          <CountedList
            title="Skipped input"
            about="Since ever, by type: what agents sent that Cairn does not know, or leaves out."
            rows={Object.entries(found.skipped)}
            none="Nothing was skipped."
          />
        </>
      )}
    </Answered>
  );
}

function factsOf(status: StatusResult): (readonly [string, string])[] {
  const { version, home, owner, counts, disk, journal, vectors, models } = status;
  const grown =
    disk.grown === undefined
      ? ''
      : `, grown by ${formatBytes(disk.grown.bytes)} since ${disk.grown.since.slice(0, 10)}`;
  const free = disk.freeBytes === undefined ? '' : `, ${formatBytes(disk.freeBytes)} free`;
  return [
    ['Version', version],
    ['Home', home],
    [
      'Worker',
      owner === undefined ? '' : `process ${owner.pid}, since ${owner.startedAt.slice(0, 16).replace('T', ' ')} UTC`,
    ],
    [
      'Holds',
      `${countOf(counts.items, 'memory', 'memories')} of ${countOf(counts.events, 'event')} in ${countOf(counts.sessions, 'session')}`,
    ],
    ['Database', `${formatBytes(counts.sizeBytes)}, ${formatBytes(counts.usedBytes)} of it in use${grown}`],
    ['Disk', `${disk.room === 'ample' ? 'room enough' : disk.room}${free}`],
    ['Journal', countOf(journal.files, 'file')],
    [
      'Vectors',
      `${vectors.state}${vectors.model === undefined ? '' : `, ${vectors.model}`}: ${formatCount(vectors.stored)} made, ${formatCount(vectors.waiting)} to be made`,
    ],
    [
      'Language model',
      models.state === 'off' ? 'none' : `${models.state}${models.model === undefined ? '' : `, ${models.model}`}`,
    ],
  ];
}

function Hooks({ hooks }: { hooks: readonly Hook[] }) {
  const columns: Column<Hook>[] = [
    { head: 'Agent', cell: ({ agent }) => agent },
    { head: 'Hook', cell: ({ event }) => <Line text={event} /> },
    { head: 'times', cell: ({ count }) => formatCount(count), isFigure: true },
    { head: 'last', cell: ({ lastAt }) => <Time at={lastAt} as="moment" />, isFigure: true },
  ];
  return (
    <section aria-label="Hooks that fired">
      <h2>Hooks that fired</h2>
      {hooks.length === 0 ? (
        <p class="quiet small-text">
          None yet. <code>cairn setup</code> puts them into your agents.
        </p>
      ) : (
        <Table label="Hooks" columns={columns} rows={hooks} keyOf={({ agent, event }) => `${agent} ${event}`} />
      )}
    </section>
  );
}

function CountedList(props: { title: string; about: string; rows: readonly Counted[]; none: string }) {
  const { title, about, rows, none } = props;
  const columns: Column<Counted>[] = [
    { head: 'What', cell: ([name]) => <Line text={name} /> },
    { head: 'times', cell: ([, n]) => formatCount(n), isFigure: true },
  ];
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <p class="dim small-text">{about}</p>
      {rows.length === 0 ? (
        <p class="quiet small-text">{none}</p>
      ) : (
        <Table label={title} columns={columns} rows={rows} keyOf={([name]) => name} />
      )}
    </section>
  );
}
