import type { Entry } from '../../../src/api/answers.ts';
import type { HistoryAct } from '../../../src/api/review-answers.ts';
import { idPath } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { PeekSection } from '../../parts/list-peek.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { stateOf } from './rows.ts';
import { StateGlyph } from './statement-list.tsx';

const DONE: Partial<Record<HistoryAct['act'], string>> = {
  revised: 'reworded',
  reopened: 'judgement taken back',
  unmuted: 'told again',
  retired: 'hidden by age',
};

/** The life of a memory: the chain of statements that gave way one to the other, and what was done with it. */
export function Life({ id }: { id: string }) {
  const { value } = useCall('history', { id });
  if (value === undefined) return null;
  const { chain, acts, blocks, timesTold, timesUsed } = value;
  return (
    <PeekSection title="Life">
      {chain.length > 1 && (
        <ol class="chain" aria-label="Statements that took each other's place">
          {chain.map((entry) => (
            <ChainStep key={entry.id} entry={entry} isSelf={entry.id === id} />
          ))}
        </ol>
      )}
      <ol class="acts" aria-label="What was done with it">
        {acts.map((act) => (
          <li key={`${act.at} ${act.act}`}>
            <span>
              {DONE[act.act] ?? act.act} {byOf(act)}
              {act.takenBack === true && ' (an agent ran it: it does not count)'}
            </span>
            <Time at={act.at} />
          </li>
        ))}
      </ol>
      <p class="quiet">
        {timesTold === 0
          ? 'No session was told it yet.'
          : `Told in ${countOf(timesTold, 'session')}, used in ${timesUsed} of them.`}
      </p>
      {blocks.length > 0 && (
        <ol class="acts" aria-label="Sessions that were told it">
          {blocks.map((block) => (
            <li key={`${block.sessionId} ${block.at}`}>
              <a href={idPath(block.sessionId)}>
                <Line text={block.title} />
              </a>
              <Time at={block.at} />
            </li>
          ))}
        </ol>
      )}
    </PeekSection>
  );
}

function byOf({ by, agent, terminal }: HistoryAct): string {
  if (by === 'person') return `by a person${terminal === undefined ? '' : ` at ${terminal}`}`;
  return by === 'agent' ? `by ${agent ?? 'an agent'}` : 'by Cairn, of what sessions show';
}

function ChainStep({ entry, isSelf }: { entry: Entry; isSelf: boolean }) {
  const state = stateOf(entry);
  return (
    <li aria-current={isSelf ? 'true' : undefined}>
      <StateGlyph state={state} />
      <a class="link" href={idPath(entry.id)}>
        {state === 'superseded' ? (
          <s>
            <Line text={entry.title} />
          </s>
        ) : (
          <Line text={entry.title} />
        )}
      </a>
      <Time at={entry.at} />
    </li>
  );
}

/** What a memory stands on: where it was said, and what shows it. */
export function Evidence({ id }: { id: string }) {
  const { value } = useCall('history', { id });
  if (value === undefined || value.evidence.length === 0) return null;
  return (
    <PeekSection title="Stands on">
      <ul class="plain">
        {value.evidence.map((entry) => (
          <li key={entry.id} class="filerow">
            <Icon name={nameKind(entry).icon} small label={nameKind(entry).says} />
            <a class="link clip" href={idPath(entry.id)}>
              <Line text={entry.title} />
            </a>
          </li>
        ))}
      </ul>
    </PeekSection>
  );
}
