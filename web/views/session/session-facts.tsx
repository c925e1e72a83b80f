import type { SessionResult } from '../../../src/api/session-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import type { CheckpointDetail } from '../../../src/core/model/item.ts';
import { idPath } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { useCall } from '../../client/use-call.ts';
import { Agent, LiveBadge, StateBadge } from '../../parts/badge.tsx';
import { Delta, Tokens } from '../../parts/figures.tsx';
import { countOf, formatMinute, nameDay } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { IssueLinks } from '../../parts/issues.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { SessionTags } from './session-tags.tsx';
import { Used } from './told-lines.tsx';
import type { Story } from './use-story.ts';

const SHOWN = 2;

/** What a session is called and how it stands, in one line of facts. */
export function SessionHead({
  session,
  story,
  isLive,
}: {
  session: SessionResult;
  story: Story | undefined;
  isLive: boolean;
}) {
  const { id, agent, startedAt, lastAt, summary } = session;
  const [from, to] = [new Date(startedAt), new Date(lastAt)];
  const figures = story?.figures;
  return (
    <div class="shead">
      <p class="stitle" dir="auto">
        <Line text={withoutOutcome(session.title)} />
      </p>
      <div class="strip">
        {isLive ? <LiveBadge /> : <StateBadge state={summary?.outcome ?? 'unknown'} />}
        <Agent name={agent} />
        <span>
          {nameDay(from)}, {formatMinute(from)} – {formatMinute(to)}
        </span>
        {figures !== undefined && (
          <>
            <span>{countOf(figures.prompts, 'prompt')}</span>
            <span>{countOf(figures.commands, 'command')}</span>
            <span>
              {countOf(figures.failures, 'failure')}
              {solvedOf(session, figures.failures)}
            </span>
            {figures.branch !== undefined && (
              <span class="clip">
                branch <Line text={figures.branch} />
              </span>
            )}
          </>
        )}
        {session.issues.length > 0 && <IssueLinks issues={session.issues} project={session.project} />}
        {session.exposed && (
          <span title="It had read words of the web, an issue or another server">read from outside</span>
        )}
        <Id id={id} />
        <SessionTags session={session} />
      </div>
    </div>
  );
}

function solvedOf({ summary }: SessionResult, failures: number): string {
  const solved = summary?.problemsSolved.length ?? 0;
  return failures === 0 || solved === 0 ? '' : `, ${Math.min(solved, failures)} solved`;
}

/** Four facts side by side: what shows the outcome, commits, files, what Cairn told and what of it was used. */
export function SessionFacts({ session, story }: { session: SessionResult; story: Story | undefined }) {
  return (
    <div class="sfacts">
      <Outcome session={session} />
      <Commits story={story} />
      <Files session={session} story={story} />
      <Told story={story} />
    </div>
  );
}

function Outcome({ session: { summary } }: { session: SessionResult }) {
  const [by] = summary?.outcomeBy ?? [];
  const [id] = by?.ids ?? [];
  return (
    <section>
      <h2>{summary === undefined ? 'Outcome' : 'Shown by'}</h2>
      {by === undefined ? (
        <p class="quiet">{summary === undefined ? 'not summed up yet' : 'nothing shows how it ended'}</p>
      ) : (
        <p>
          <a class="link" href={idPath(id ?? summary?.id ?? '')}>
            <Line text={by.text} />
          </a>
        </p>
      )}
    </section>
  );
}

function Commits({ story }: { story: Story | undefined }) {
  const commits = story?.steps.flatMap((step) => step.commits) ?? [];
  return (
    <section>
      <h2>{commits.length > 1 ? `Commits ${commits.length}` : 'Commit'}</h2>
      {commits.length === 0 && <p class="quiet">none</p>}
      {commits.slice(0, SHOWN).map(({ id, hash, subject }) => (
        <p class="filerow" key={id} title={subject}>
          <Icon name="commit" small />
          <a class="link clip" href={idPath(id)}>
            <code>
              <Line text={hash} />
            </code>{' '}
            <Line text={subject} />
          </a>
        </p>
      ))}
    </section>
  );
}

function Files({ session, story }: { session: SessionResult; story: Story | undefined }) {
  const { checkpoint } = session;
  const record = useCall('get', checkpoint === undefined ? undefined : { ids: [checkpoint] });
  const detail = record.value?.records[0]?.detail.checkpoint;
  const files = detail?.filesChanged ?? [];
  return (
    <section>
      <h2>
        <span>{countOf(story?.figures.files ?? files.length, 'file')}</span>
        <Delta added={story?.figures.added} removed={story?.figures.removed} />
      </h2>
      {files.length === 0 && <p class="quiet">none changed</p>}
      {files.slice(0, SHOWN).map((path) => (
        <FileRow key={path} path={path} detail={detail} />
      ))}
      {files.length > SHOWN && <p class="quiet">and {files.length - SHOWN} more</p>}
    </section>
  );
}

function FileRow({ path, detail }: { path: string; detail: CheckpointDetail | undefined }) {
  const changes = detail?.files?.[detail.filesChanged.indexOf(path)];
  return (
    <p class="filerow">
      <Icon name="file" small />
      <a class="link mono clip grow" href={scopedPath(`/files?${new URLSearchParams({ path })}`)} title={path}>
        <Line text={path} />
      </a>
      <Delta added={changes?.added} removed={changes?.removed} />
    </p>
  );
}

function Told({ story }: { story: Story | undefined }) {
  const items = story?.told.flatMap((block) => block.items) ?? [];
  const used = items.filter(({ uses }) => uses.some((how) => how !== 'again'));
  const shown = [...used, ...items.filter((item) => !used.includes(item))];
  return (
    <section>
      <h2>
        <span>Told automatically</span>
        {items.length > 0 && (
          <span>
            {countOf(items.length, 'line')}, <Tokens count={story?.figures.told ?? 0} />,{' '}
            <b class={used.length > 0 ? 'ok' : ''}>{used.length} used</b>
          </span>
        )}
      </h2>
      {items.length === 0 && <p class="quiet">nothing</p>}
      {shown.slice(0, SHOWN).map((item, at) => (
        <p class="filerow" key={`${item.id}${at}`}>
          <Used item={item} />
          <a class="link clip grow" href={idPath(item.id)}>
            <Line text={item.title} />
          </a>
        </p>
      ))}
    </section>
  );
}
