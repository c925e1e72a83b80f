import type { Hit } from '../../../src/api/answers.ts';
import { useKeys } from '../../app/keys.ts';
import { go, idPath } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Id } from '../../parts/id.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Facts, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** Width of the bar of the strongest reason, in pixels. */
const BAR_PX = 76;
const SPEAKERS: Readonly<Record<string, string>> = {
  person: 'a person',
  tool: 'a tool',
  repo: 'the repository',
  web: 'the web',
};

/** A hit beside the list: all it says, why it is one, and where it comes from. */
export function HitPeek({ hit, onClose }: { hit: Hit; onClose: () => void }) {
  const result = useCall('get', { ids: [hit.id] });
  const kind = nameKind(hit);
  return (
    <Peek
      label="Selected hit"
      onClose={onClose}
      about={
        <>
          {hit.status !== undefined ? <StateBadge state={hit.status} /> : <Badge icon={kind.icon}>{kind.says}</Badge>}
          <Id id={hit.id} />
        </>
      }
      decide={<Actions hit={hit} />}
    >
      <Answered result={result} failed="The memory could not be read." rows={3}>
        {({ records: [record] }) => (
          <PeekSection>
            {record === undefined ? (
              <p>It is not remembered any more.</p>
            ) : (
              <StoredText text={record.text || record.title} />
            )}
          </PeekSection>
        )}
      </Answered>
      <Why hit={hit} />
      <PeekSection title="Where it comes from">
        <Facts
          facts={[
            ['Kind', kind.says],
            ['Said by', hit.author && (hit.author === 'agent' ? (hit.agent ?? 'an agent') : SPEAKERS[hit.author])],
            ['When', <Time key="at" at={hit.at} as="whole" />],
            [
              'Session',
              hit.sessionId && (
                <a class="link" href={inSession(hit)}>
                  show it there
                </a>
              ),
            ],
            ['Confidence', result.value?.records[0]?.confidence?.toFixed(2)],
            [
              'Now',
              hit.supersededBy && (
                <a class="link" href={idPath(hit.supersededBy)}>
                  a later one says otherwise
                </a>
              ),
            ],
          ]}
        />
      </PeekSection>
    </Peek>
  );
}

function inSession({ sessionId = '', id }: Hit): string {
  return scopedPath(`/sessions/${sessionId}?${new URLSearchParams({ sel: id })}`);
}

/** Why a hit is one: signed parts that come to its score. */
function Why({ hit: { reasons = [], score } }: { hit: Hit }) {
  if (reasons.length === 0) return null;
  const most = Math.max(...reasons.map((reason) => Math.abs(reason.score)), 0.01);
  return (
    <PeekSection title="Why this hit">
      <table class="why">
        <caption class="sr">Parts of the score</caption>
        <tbody>
          {reasons.map(({ score: part, says }) => (
            <tr key={says}>
              <td class="n">
                {part < 0 ? '−' : '+'}
                {Math.abs(part).toFixed(2)}
              </td>
              <td>{says}</td>
              <td class="b">
                <i
                  class={part < 0 ? 'neg' : ''}
                  style={{ width: `${Math.max(2, Math.round((Math.abs(part) / most) * BAR_PX))}px` }}
                />
              </td>
            </tr>
          ))}
          <tr class="sum">
            <td class="n">{score.toFixed(2)}</td>
            <td colSpan={2}>score, within this question only</td>
          </tr>
        </tbody>
      </table>
    </PeekSection>
  );
}

function Actions({ hit }: { hit: Hit }) {
  const { id, sessionId } = hit;
  const isMuted = hit.muted === true;
  const mute = (): void => {
    if (!mayChange()) return;
    change(
      'update',
      { id, changes: { muted: !isMuted } },
      {
        says: isMuted ? 'Told again' : 'Muted: no session is told it',
        undo: () => ask('update', { id, changes: { muted: isMuted } }),
      },
    );
  };
  const around = (): void => go(inSession(hit));
  useKeys('Search', [
    { keys: 'm', does: isMuted ? 'Tell again' : 'Mute', run: mute },
    ...(sessionId === undefined ? [] : [{ keys: 't', does: 'Show in its session', run: around }]),
  ]);
  return (
    <>
      {sessionId !== undefined && (
        <Button keys="t" onClick={around}>
          In its session
        </Button>
      )}
      <Button keys="m" onClick={mute}>
        {isMuted ? 'Tell again' : 'Mute'}
      </Button>
    </>
  );
}
