import type { Entry, MemoryRecord } from '../../../src/api/answers.ts';
import { isIssueName } from '../../../src/core/text/issue-names.ts';
import { useKeys } from '../../app/keys.ts';
import { idPath } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { useCall } from '../../client/use-call.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Delta, Tokens } from '../../parts/figures.tsx';
import { formatCount } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { IssueLinks } from '../../parts/issues.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { Facts, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { confirm, mute, withdraw } from '../knowledge/judge.ts';

const SPEAKERS: Readonly<Record<string, string>> = {
  person: 'a person',
  tool: 'a tool, as its output',
  repo: 'the repository',
  web: 'a page of the web',
};
const MOST_CONTRADICTIONS = 50;
const LINKS = {
  repeats: 'repeats',
  near: 'is nearly the same as',
  supersedes: 'takes the place of',
  'part-of': 'is part of',
};

/** A memory beside its list: what it says, facts, what it stands on, and what can be done with it. */
export function MemoryPeek({ id, entry, onClose }: { id: string; entry: Entry | undefined; onClose: () => void }) {
  const result = useCall('get', { ids: [id] });
  const record = result.value?.records[0];
  const shown = record ?? entry;
  const state = record?.detail.status ?? entry?.status;
  return (
    <Peek
      label="Selected memory"
      onClose={onClose}
      about={
        <>
          {state !== undefined ? <StateBadge state={state} /> : shown && <KindBadge of={shown} />}
          <Id id={id} />
        </>
      }
      decide={record && <Decisions record={record} />}
    >
      <Answered result={result} failed="The memory could not be read." rows={3}>
        {({ records: [found] }) =>
          found === undefined ? (
            <PeekSection>
              <p>It is not remembered any more.</p>
            </PeekSection>
          ) : (
            <MemoryParts record={found} entry={entry} />
          )
        }
      </Answered>
    </Peek>
  );
}

function KindBadge({ of }: { of: Entry | MemoryRecord }) {
  const kind = kindOf(of);
  return <Badge icon={kind.icon}>{kind.says}</Badge>;
}

/** A record says with its details what an entry says in short. */
function kindOf(of: Entry | MemoryRecord): ReturnType<typeof nameKind> {
  if (!('detail' in of)) return nameKind(of);
  const { observation, knowledge, pattern, success } = of.detail;
  const sort = observation ?? knowledge ?? pattern?.pattern;
  return nameKind({ kind: of.kind, ...(sort && { sort }), ...(success === false && { failed: true as const }) });
}

function MemoryParts({ record, entry }: { record: MemoryRecord; entry: Entry | undefined }) {
  const { detail } = record;
  const isCode =
    record.kind === 'snippet' || detail.observation === 'command' || detail.observation?.startsWith('file-') === true;
  return (
    <>
      <PeekSection>
        <p class="big">
          <Line text={record.title} />
        </p>
      </PeekSection>
      <PeekSection>
        <MemoryFacts record={record} entry={entry} />
      </PeekSection>
      {record.supersededBy !== undefined && (
        <PeekSection title="No longer holds">
          <p>
            A later one says otherwise:{' '}
            <a class="link" href={idPath(record.supersededBy)}>
              show it
            </a>
          </p>
        </PeekSection>
      )}
      {record.text.trim() !== '' && record.text !== record.title && (
        <PeekSection title="What it says">
          <StoredText text={record.text} code={isCode} />
        </PeekSection>
      )}
      {record.kind === 'knowledge' && <Contradicts id={record.id} project={record.project} />}
      <StandsOn record={record} />
    </>
  );
}

/** The other side of what a statement may contradict. */
function Contradicts({ id, project }: { id: string; project: string | undefined }) {
  const { value } = useCall('contradictions', { project: project ?? '*', limit: MOST_CONTRADICTIONS });
  const sides = (value?.contradictions ?? []).flatMap(({ older, newer, sure }) =>
    older.id === id ? [{ other: newer, sure }] : newer.id === id ? [{ other: older, sure }] : [],
  );
  if (sides.length === 0) return null;
  return (
    <PeekSection title={sides.some(({ sure }) => sure) ? 'Contradicts' : 'May contradict'}>
      {sides.map(({ other }) => (
        <blockquote key={other.id} class="other-side">
          <p>
            <Line text={other.title} />
          </p>
          <p class="quiet small-text">
            {nameKind(other).says}, <Time at={other.at} as="day" /> ·{' '}
            <a class="link mono" href={idPath(other.id)}>
              {other.id}
            </a>
          </p>
        </blockquote>
      ))}
    </PeekSection>
  );
}

function MemoryFacts({ record, entry }: { record: MemoryRecord; entry: Entry | undefined }) {
  const { detail, author, agent, sessionId } = record;
  const files = [...new Set([...(detail.filesChanged ?? []), ...(detail.filesRead ?? [])])];
  const issues = (detail.concepts ?? []).filter(isIssueName);
  const speaker = author === 'agent' ? (agent ?? 'an agent') : author && SPEAKERS[author];
  return (
    <Facts
      facts={[
        ['Kind', kindOf(record).says],
        ['Said by', speaker],
        ['When', <Time key="at" at={record.at} as="whole" />],
        ['Why', record.narrative && <Line text={record.narrative} />],
        ['Repeated', detail.repeated && `${formatCount(detail.repeated.count)} times`],
        ['Ended', detail.exitCode !== undefined && `exit ${detail.exitCode}`],
        ['Failed with', detail.failure && <Line text={detail.failure.line} />],
        ['Lines', entry?.lines && <Delta {...entry.lines} />],
        ['Files', files.length > 0 && <Files paths={files} />],
        ['Issues', issues.length > 0 && <IssueLinks issues={issues} project={record.project} />],
        ['Confidence', record.confidence?.toFixed(2)],
        ['Costs', entry && <Tokens count={entry.tokens} />],
        [
          'Session',
          sessionId && (
            <a class="link" href={scopedPath(`/sessions/${sessionId}?${new URLSearchParams({ sel: record.id })}`)}>
              show it there
            </a>
          ),
        ],
      ]}
    />
  );
}

function Files({ paths }: { paths: readonly string[] }) {
  return (
    <>
      {paths.map((path) => (
        <a key={path} class="link mono fileline" href={scopedPath(`/files?${new URLSearchParams({ path })}`)}>
          <Line text={path} />
        </a>
      ))}
    </>
  );
}

/** What a memory comes from and is tied to. */
function StandsOn({ record }: { record: MemoryRecord }) {
  const links = record.links ?? [];
  if (links.length === 0 && record.eventId === undefined) return null;
  return (
    <PeekSection title="Stands on">
      <ul>
        {links.map(({ relation, id }) => (
          <li key={id} class="filerow">
            <Icon name="link" small />
            <span class="dim">{LINKS[relation]}</span>
            <a class="clip link mono" href={idPath(id)}>
              {id}
            </a>
          </li>
        ))}
        {record.eventId !== undefined && (
          <li class="filerow">
            <Icon name="today" small />
            <span class="dim">seen as</span> <Id id={record.eventId} />
            {record.rule !== undefined && <span class="quiet">by {record.rule}</span>}
          </li>
        )}
      </ul>
    </PeekSection>
  );
}

function Decisions({ record }: { record: MemoryRecord }) {
  const { id, title, detail, stamp } = record;
  const isMuted = record.muted === true || detail.muted === true;
  const { status } = detail;
  const supersededBy = detail.supersededBy ?? record.supersededBy;
  const item = {
    id,
    title,
    muted: isMuted,
    ...(status && { status }),
    ...(stamp && { stamp }),
    ...(supersededBy && { supersededBy }),
  };
  const isProposed = detail.status === 'proposed';
  const isStanding = record.kind === 'knowledge' && detail.status !== 'withdrawn' && detail.status !== 'superseded';
  useKeys('Memory', [
    ...(isProposed ? [{ keys: 'c', does: 'Confirm', run: () => confirm([item]) }] : []),
    ...(isStanding ? [{ keys: 'w', does: 'Withdraw', run: () => withdraw([item]) }] : []),
    { keys: 'm', does: isMuted ? 'Tell again' : 'Mute', run: () => mute([item], !isMuted) },
  ]);
  return (
    <>
      {isProposed && (
        <Button kind="primary" keys="c" onClick={() => confirm([item])}>
          Confirm
        </Button>
      )}
      {isStanding && (
        <Button keys="w" onClick={() => withdraw([item])}>
          Withdraw
        </Button>
      )}
      <Button keys="m" onClick={() => mute([item], !isMuted)}>
        {isMuted ? 'Tell again' : 'Mute'}
      </Button>
    </>
  );
}
