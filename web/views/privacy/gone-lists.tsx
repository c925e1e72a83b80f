import type { Entry } from '../../../src/api/answers.ts';
import type { PrivacyResult } from '../../../src/api/home-answers.ts';
import { idPath } from '../../app/router.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { countOf, formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Time } from '../../parts/time.tsx';

const LISTED = 100;

/** Memories that were hidden: they answer nothing until a person shows them again. */
export function HiddenList() {
  const hidden = useCall('list', { hidden: true, limit: LISTED });
  return (
    <section aria-label="Hidden">
      <h2>Hidden</h2>
      <p class="dim small-text">
        Agents may hide, and never erase. What is hidden answers nothing until it is shown again.
      </p>
      <Answered result={hidden} failed="What is hidden could not be read." rows={2}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p class="quiet small-text">Nothing is hidden.</p>
          ) : (
            <ul class="gone">
              {entries.map((entry) => (
                <HiddenRow key={entry.id} entry={entry} />
              ))}
            </ul>
          )
        }
      </Answered>
    </section>
  );
}

function HiddenRow({ entry }: { entry: Entry }) {
  const { id, title, at } = entry;
  const { icon, says } = nameKind(entry);
  const show = (): void => {
    if (!mayChange()) return;
    void change(
      'update',
      { id, changes: { hidden: false } },
      { says: 'Shown again', undo: () => ask('update', { id, changes: { hidden: true } }) },
    );
  };
  return (
    <li class="sample">
      <Icon name={icon} small label={says} />
      <a class="clip grow" href={idPath(id)}>
        <Line text={title} />
      </a>
      <span class="quiet hide-s">
        <Time at={at} />
      </span>
      <Button kind="ghost" small onClick={show}>
        Show again<span class="sr"> {id}</span>
      </Button>
    </li>
  );
}

/** What was forgotten and can be brought back, or erased for good before its time. */
export function TrashList({ trash }: Pick<PrivacyResult, 'trash'>) {
  type Row = PrivacyResult['trash'][number];
  if (trash.length === 0) return null;
  const bringBack = (undo: string): void => {
    if (mayChange()) void change('forget', { undo }, { says: 'Brought back' });
  };
  const columns: Column<Row>[] = [
    { head: 'Forgotten', cell: ({ at }) => <Time at={at} as="whole" /> },
    { head: 'events', cell: ({ events }) => formatCount(events), isFigure: true },
    { head: 'erased from', cell: ({ until }) => <Time at={until} as="day" /> },
    {
      head: 'Back',
      cell: ({ batch }) => (
        <Button kind="ghost" small onClick={() => bringBack(batch)}>
          Bring back<span class="sr"> {batch}</span>
        </Button>
      ),
      isFigure: true,
    },
  ];
  return (
    <section aria-label="Trash">
      <h2>Trash</h2>
      <p class="dim small-text">
        Forgotten: no search, context or agent sees it. Until it is erased it can be brought back.
      </p>
      <Table label="Trash" columns={columns} rows={trash} keyOf={({ batch }) => batch} />
    </section>
  );
}

/** What was erased for good: when and how much; no word of it is left. */
export function Forgotten({ forgotten }: Pick<PrivacyResult, 'forgotten'>) {
  type Row = PrivacyResult['forgotten'][number];
  const columns: Column<Row>[] = [
    { head: 'Erased', cell: ({ at }) => <Time at={at} as="whole" /> },
    { head: 'events', cell: ({ events }) => formatCount(events), isFigure: true },
    { head: 'whole sessions', cell: ({ sessions }) => formatCount(sessions), isFigure: true },
  ];
  return (
    <section aria-label="Forgotten">
      <h2>Forgotten</h2>
      <p class="dim small-text">A hash of each is left, by which Cairn refuses to take it in again; no word of it.</p>
      {forgotten.length === 0 ? (
        <p class="quiet small-text">Nothing was forgotten.</p>
      ) : (
        <Table label="Erased" columns={columns} rows={forgotten} keyOf={({ at }) => at} />
      )}
    </section>
  );
}

/** What was retired as too old or too much: it can be brought back until it is pruned. */
export function RetiredList({ retired }: Pick<PrivacyResult, 'retired'>) {
  type Row = PrivacyResult['retired'][number];
  if (retired.length === 0) return null;
  const bringBack = (batch: string): void => {
    if (mayChange()) void change('prune', { undo: batch }, { says: 'Brought back' });
  };
  const columns: Column<Row>[] = [
    { head: 'Retired', cell: ({ at }) => <Time at={at} as="whole" /> },
    { head: 'memories', cell: ({ items }) => countOf(items, 'memory', 'memories'), isFigure: true },
    { head: 'pruned from', cell: ({ prunedFrom }) => <Time at={prunedFrom} as="day" /> },
    {
      head: 'Back',
      cell: ({ batch }) => (
        <Button kind="ghost" small onClick={() => bringBack(batch)}>
          Bring back<span class="sr"> {batch}</span>
        </Button>
      ),
      isFigure: true,
    },
  ];
  return (
    <section aria-label="Retired">
      <h2>Retired</h2>
      <p class="dim small-text">Hidden by age or number; deleted for good later.</p>
      <Table label="Retired" columns={columns} rows={retired} keyOf={({ batch }) => batch} />
    </section>
  );
}
