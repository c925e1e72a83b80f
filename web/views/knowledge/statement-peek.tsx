import type { Entry, MemoryRecord } from '../../../src/api/answers.ts';
import type { PatternEntry } from '../../../src/api/pattern-answers.ts';
import type { Contradiction } from '../../../src/api/review-answers.ts';
import { idPath } from '../../app/router.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { countOf } from '../../parts/format.ts';
import { Id } from '../../parts/id.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import type { Acts } from './acts.ts';
import { Evidence, Life } from './life.tsx';
import { PatternRecord } from './pattern-parts.tsx';
import { RecordFacts } from './record-facts.tsx';
import { type StatementRow, stateOf } from './rows.ts';

/** What is selected beside the list: what it says and would cause, its life, what it stands on, and the decisions. */
export function StatementPeek(props: { row: StatementRow; act: Acts; place: string; onClose: () => void }) {
  const { row, act, place, onClose } = props;
  if (row.is === 'pair') return <PairPeek pair={row.pair} act={act} place={place} onClose={onClose} />;
  if (row.is === 'pattern') return <PatternPeek pattern={row.pattern} act={act} place={place} onClose={onClose} />;
  if (row.is === 'statement') return <OnePeek entry={row.entry} act={act} place={place} onClose={onClose} />;
  return null;
}

interface PeekProps {
  act: Acts;
  place: string;
  onClose: () => void;
}

function OnePeek({ entry, act, place, onClose }: PeekProps & { entry: Entry }) {
  const result = useCall('get', { ids: [entry.id] });
  const state = stateOf(entry);
  return (
    <Peek
      label="Selected statement"
      onClose={onClose}
      about={
        <>
          <StateBadge state={state} />
          <span class="quiet">{nameKind(entry).says}</span>
          <Id id={entry.id} short />
          <span class="quiet nowrap">{place}</span>
        </>
      }
      decide={<Decisions state={state} act={act} muted={entry.muted === true} canEdit />}
    >
      <Answered result={result} failed="The statement could not be read." rows={3}>
        {({ records: [record] }) => (record === undefined ? <Gone /> : <Whole record={record} state={state} />)}
      </Answered>
      <Life id={entry.id} />
      <Evidence id={entry.id} />
    </Peek>
  );
}

function Gone() {
  return (
    <PeekSection>
      <p>It is not remembered any more.</p>
    </PeekSection>
  );
}

function Whole({ record, state }: { record: MemoryRecord; state: string }) {
  return (
    <>
      <PeekSection>
        <div class="big">
          <StoredText text={record.text} />
        </div>
        <p class="quiet">{effectOf(record, state)}</p>
        {record.exposed === true && record.author !== 'person' && (
          <p class="warn">
            An agent wrote it after it had read text from outside: no agent is told it before you confirm.
          </p>
        )}
      </PeekSection>
      <PeekSection>
        <RecordFacts record={record} />
      </PeekSection>
    </>
  );
}

/** What a judgement would cause. */
function effectOf({ detail, muted }: MemoryRecord, state: string): string {
  if (muted === true) return 'It is muted: found by search, and told in no block.';
  if (state === 'superseded') return 'Another took its place: it is told only when the past is asked for.';
  if (state === 'withdrawn') return 'It was withdrawn: it is told only when the past is asked for.';
  const isRule = detail.standing === true;
  if (state === 'proposed')
    return isRule
      ? "Told at starts as an agent's word. If you confirm it, every session here is told it as a rule."
      : 'If you confirm it, every session here is told it as a rule.';
  if (state === 'confirmed' || isRule) return 'Every session here is told it at its start.';
  return 'It is told where it bears on a prompt or a file.';
}

function PairPeek({ pair, act, place, onClose }: PeekProps & { pair: Contradiction }) {
  const { older, newer, sure } = pair;
  return (
    <Peek
      label="Selected contradiction"
      onClose={onClose}
      about={
        <>
          <Badge icon="contradiction" tone="warn">
            {sure ? 'contradict' : 'may contradict'}
          </Badge>
          <span class="quiet nowrap">{place}</span>
        </>
      }
      decide={
        <>
          {sure ? (
            <Button keys="c" onClick={act.confirm}>
              The older holds
            </Button>
          ) : (
            <Button keys="b" onClick={act.bothHold}>
              Both hold
            </Button>
          )}
          <Button kind="primary" keys="r" onClick={act.newerReplaces}>
            The newer replaces it
          </Button>
        </>
      }
    >
      <Side title="The newer" entry={newer} />
      <Side title="The older" entry={older} />
      <PeekSection>
        <p class="quiet">
          {sure
            ? 'They cannot both hold: the newer is told and the older is not, until you decide.'
            : 'They may both hold: both are told until you decide.'}
        </p>
      </PeekSection>
      <Life id={newer.id} />
    </Peek>
  );
}

function Side({ title, entry }: { title: string; entry: Entry }) {
  const result = useCall('get', { ids: [entry.id] });
  return (
    <PeekSection title={title}>
      <div class="big">
        <StoredText text={result.value?.records[0]?.text ?? entry.title} />
      </div>
      <p class="side-facts">
        <StateBadge state={entry.status ?? 'stated'} />
        <span class="quiet">
          {entry.author === 'person' ? 'by a person' : `by ${entry.agent ?? 'an agent'}`},{' '}
          <Time at={entry.at} as="day" />
        </span>
        <a class="link" href={idPath(entry.id)}>
          open
        </a>
      </p>
    </PeekSection>
  );
}

function PatternPeek({ pattern, act, place, onClose }: PeekProps & { pattern: PatternEntry }) {
  const { status = 'proposed', record } = pattern;
  const isTripwire = pattern.kind === 'tripwire';
  return (
    <Peek
      label="Selected pattern"
      onClose={onClose}
      about={
        <>
          <StateBadge state={status} />
          <span class="quiet">{isTripwire ? 'tripwire' : 'wish'}</span>
          <Id id={pattern.id} short />
          <span class="quiet nowrap">{place}</span>
        </>
      }
      decide={<Decisions state={status} act={act} muted={false} canEdit={false} />}
    >
      <PeekSection>
        <div class="big">
          <StoredText text={pattern.text} />
        </div>
        <p class="quiet">
          {isTripwire
            ? 'If you confirm it, an agent is told of it at that action; it stays silent until then.'
            : `Asked for in ${countOf(pattern.sessions, 'session')}. If you confirm it, every session here is told it as a rule.`}
        </p>
      </PeekSection>
      <PatternRecord record={record} title={(sessions) => `What it would have done in the last ${sessions}`} />
      <Life id={pattern.id} />
      <Evidence id={pattern.id} />
    </Peek>
  );
}

function Decisions(props: { state: string; act: Acts; muted: boolean; canEdit: boolean }) {
  const { state, act, muted, canEdit } = props;
  return (
    <>
      {state !== 'confirmed' && (
        <Button kind="primary" keys="c" onClick={act.confirm}>
          Confirm
        </Button>
      )}
      {state !== 'withdrawn' && (
        <Button keys="w" onClick={act.withdraw}>
          Withdraw
        </Button>
      )}
      {canEdit && (
        <>
          <Button keys="e" onClick={act.edit}>
            Edit
          </Button>
          <Button keys="s" onClick={act.supersede}>
            Superseded by…
          </Button>
        </>
      )}
      <Button keys="m" onClick={act.mute}>
        {muted ? 'Tell again' : 'Mute'}
      </Button>
      <Button onClick={act.hide}>Delete</Button>
    </>
  );
}
