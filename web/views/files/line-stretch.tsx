import type { ComponentChildren } from 'preact';
import type { Entry } from '../../../src/api/answers.ts';
import type { WhyLines } from '../../../src/api/work-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { idPath, place, withQuery } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { Agent, Badge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import type { IconName } from '../../parts/icons.ts';
import { IssueLinks } from '../../parts/issues.tsx';
import { CodeText, Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { writeLines } from './asked-lines.ts';
import { Asked, EntryItem } from './file-items.tsx';

const HASH_CHARS = 10;
const SURE: Readonly<
  Record<WhyLines['confidence'], { icon: IconName; tone: 'ok' | 'acc' | 'warn' | ''; says: string }>
> = {
  certain: { icon: 'confirmed', tone: 'ok', says: 'certain' },
  likely: { icon: 'stated', tone: 'acc', says: 'likely' },
  possible: { icon: 'part', tone: 'warn', says: 'possible' },
  unknown: { icon: 'unknown', tone: '', says: 'not known' },
};

/** Lines that come from one place: their session, and how sure that is; opened, all that led to them. */
export function LineStretch(props: { stretch: WhyLines; project: string; isOpen: boolean }) {
  const { stretch, project, isOpen } = props;
  const { from, to, text, confidence, session } = stretch;
  const { icon, tone, says } = SURE[confidence];
  return (
    <li class="fwhy">
      <details open={isOpen}>
        <summary>
          <Icon name="right" small />
          <span class="mono quiet nowrap">{writeLines(from, to)}</span>
          <span class="clip grow mono">
            <CodeText text={text} />
          </span>
          {session !== undefined && <Agent name={session.agent} short />}
          <Badge icon={icon} tone={tone}>
            {says}
          </Badge>
        </summary>
        <StretchParts stretch={stretch} project={project} />
      </details>
    </li>
  );
}

function StretchParts({ stretch, project }: { stretch: WhyLines; project: string }) {
  const { session, because, issues = [], change, asked, lastPrompt, decisions, rejected, failures } = stretch;
  return (
    <div class="fwhyparts">
      <p class={session === undefined ? '' : 'quiet'}>
        {session === undefined ? 'Not known who wrote it, or why: ' : 'Rests on: '}
        <Line text={because} />
      </p>
      <Asked asked={asked} sessionId={session?.id} />
      <Asked asked={lastPrompt} sessionId={session?.id} who="and last" />
      {session !== undefined && (
        <p class="filerow">
          <Icon name="sessions" small label="Session" />
          <a class="link clip grow" href={scopedPath(`/sessions/${session.id}`)}>
            <Line text={withoutOutcome(session.title)} />
          </a>
          <Agent name={session.agent} />
          <span class="quiet nowrap">
            <Time at={session.at} />
          </span>
        </p>
      )}
      <Committed stretch={stretch} />
      {issues.length > 0 && (
        <p class="filerow">
          <span class="quiet">Names</span> <IssueLinks issues={issues} project={project} />
        </p>
      )}
      <Entries title="Decided" entries={decisions} />
      <Entries title="Refused, or tried and rejected" entries={rejected} />
      <Entries title="Failed on the way" entries={failures} />
      {change !== undefined && <Before change={change} />}
      {session !== undefined && decisions === undefined && <AskAlone stretch={stretch} />}
    </div>
  );
}

function Committed({ stretch: { commit, original } }: { stretch: WhyLines }) {
  if (commit === undefined) return <p class="quiet">Not committed yet.</p>;
  return (
    <>
      <CommitRow hash={commit.hash} subject={commit.subject} at={commit.at}>
        <Line text={commit.author} />
      </CommitRow>
      {original !== undefined && (
        <CommitRow hash={original.hash} subject={original.subject} at={original.at}>
          as it was made first
        </CommitRow>
      )}
      {commit.marks.map((mark) => (
        <p key={mark} class="fmark quiet">
          <Line text={mark} />
        </p>
      ))}
    </>
  );
}

function CommitRow(props: { hash: string; subject: string; at: string; children: ComponentChildren }) {
  const { hash, subject, at, children } = props;
  return (
    <p class="filerow">
      <Icon name="commit" small label="Commit" />
      <code>{hash.slice(0, HASH_CHARS)}</code>
      <span class="clip grow">
        <Line text={subject} />
      </span>
      <span class="quiet clip fauthor">{children}</span>
      <span class="quiet nowrap">
        <Time at={at} />
      </span>
    </p>
  );
}

function Entries({ title, entries = [] }: { title: string; entries: readonly Entry[] | undefined }) {
  if (entries.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {entries.map((entry) => (
          <EntryItem key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  );
}

function Before({ change: { id, before } }: { change: NonNullable<WhyLines['change']> }) {
  return (
    <>
      <h3 class="dim">
        {before === '' ? 'Written by' : 'Written in place of'}{' '}
        <a class="link" href={idPath(id)}>
          {before === '' ? 'this edit' : 'what stood there'}
        </a>
      </h3>
      {before !== '' && <StoredText text={before} code />}
    </>
  );
}

/** Cairn tells only the first of many stretches in full: leads to this one alone. */
function AskAlone({ stretch: { from, to } }: { stretch: WhyLines }) {
  const { path, query } = place.value;
  return (
    <a class="link" href={withQuery(path, query, { line: writeLines(from, to) })}>
      What led to it
    </a>
  );
}
