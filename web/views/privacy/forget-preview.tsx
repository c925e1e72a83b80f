import type { Entry, ForgetPlan, ForgetReport } from '../../../src/api/answers.ts';
import { useKeys } from '../../app/keys.ts';
import { idPath } from '../../app/router.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { Button } from '../../parts/button.tsx';
import { countOf, formatBytes } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** What would go: how much, some of it, and the ways on. Nothing has gone yet. */
export function ForgetPreview(props: {
  plan: ForgetPlan;
  onCancel: () => void;
  onForget: () => void;
  onErase: () => void;
}) {
  const { plan, onCancel, onForget, onErase } = props;
  const { items, events, sessions, sample, missing } = plan;
  const memories = countOf(items, 'memory', 'memories');
  useKeys('Forget', [{ keys: 'Escape', does: 'Cancel', run: onCancel, typing: true }]);
  if (events === 0) {
    return (
      <p class="would" role="status">
        <b class="strong">Nothing matches.</b>{' '}
        <span class="quiet">
          {missing.length > 0 ? `Unknown: ${missing.join(', ')}.` : 'All words must stand in one memory.'}
        </span>
      </p>
    );
  }
  return (
    <>
      <div class="would">
        <p role="status">
          <b class="strong">
            {memories} and {countOf(events, 'event')} of {countOf(sessions, 'session')} would go
          </b>{' '}
          <span class="quiet">and what was made of several is made again without them. Nothing has gone yet.</span>
        </p>
        <ul>
          {sample.map((entry) => (
            <SampleRow key={entry.id} entry={entry} />
          ))}
        </ul>
        {items > sample.length && (
          <p class="quiet small-text">and {countOf(items - sample.length, 'more memory', 'more memories')}</p>
        )}
      </div>
      <div class="decide-forget">
        <span class="grow dim small-text">
          Forgotten can be brought back for 30 days; erased for good cannot, as is right for a secret. The same text is
          not taken in again.
        </span>
        <Button onClick={onCancel} keys="Escape">
          Cancel
        </Button>
        <Button kind="danger" onClick={onErase}>
          Erase {memories}…
        </Button>
        <Button kind="primary" onClick={onForget}>
          Forget {memories}
        </Button>
      </div>
    </>
  );
}

function SampleRow({ entry }: { entry: Entry }) {
  const { says, icon } = nameKind(entry);
  const hide = (): void => {
    void change(
      'update',
      { id: entry.id, changes: { hidden: true } },
      { says: 'Hidden', undo: () => ask('update', { id: entry.id, changes: { hidden: false } }) },
    );
  };
  return (
    <li class="sample">
      <Icon name={icon} small label={says} />
      <a class="clip grow" href={idPath(entry.id)}>
        <Line text={entry.title} />
      </a>
      <span class="quiet hide-s">
        <Id id={entry.id} short /> · <Time at={entry.at} />
      </span>
      <Button kind="ghost" small onClick={hide}>
        Hide<span class="sr"> {entry.id}</span>
      </Button>
    </li>
  );
}

/** What went, what a search of all files found afterwards, and what is out of reach. */
export function Receipt({ report }: { report: ForgetReport }) {
  const { items, events, freed, searched, beyond, notes, state } = report;
  return (
    <div class="receipt" role="status">
      <p>
        <Icon name={state === 'pending' ? 'part' : 'confirmed'} />
        <span class="grow">
          Receipt: {countOf(items.length, 'memory', 'memories')} and {countOf(events, 'event')}{' '}
          {state === 'trashed' ? 'forgotten' : 'erased'}, {searched.found.length} found after a search of{' '}
          {countOf(searched.files, 'file')} ({formatBytes(searched.bytes)}
          {freed > 0 && `, ${formatBytes(freed)} given back`})
        </span>
      </p>
      {notes.map(({ code, message }) => (
        <p key={code} class="dim small-text">
          {message}
        </p>
      ))}
      {beyond.length > 0 && (
        <ul class="small-text">
          {beyond.map((path) => (
            <li key={path}>
              <code>{path}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
