import type { FileCommit, FileResult, FileSession } from '../../../src/api/work-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { scopedPath, scopedProject } from '../../app/scope.ts';
import { Agent } from '../../parts/badge.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { IdLink } from '../../parts/id.tsx';
import { Scroll } from '../../parts/list-peek.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { Asked, EntryItem, Part, stepPath } from './file-items.tsx';
import { FileLines } from './file-lines.tsx';

/** Why a file is as it is: what Cairn tells an agent of it, commits with what led to each, decisions, failures, sessions. */
export function FileAccount({ file, asked: typed }: { file: FileResult; asked: string }) {
  const { path, project, why, commits, decisions, failures, snippets, sessions } = file;
  const at = project?.id ?? scopedProject();
  return (
    <Scroll name="file" label="Why the file is as it is">
      <div class="fpage">
        {path !== typed && (
          <p class="fpath mono">
            <Line text={path} />
          </p>
        )}
        <Part title="Why it is as it is" note="what an agent is told before it changes it" isEmpty={why.length === 0}>
          {why.map(({ text, ids: [from] }, at) => (
            <li key={`${at}${from}`} class="fitem">
              <StoredText text={text} />
              {from !== undefined && <IdLink id={from} />}
            </li>
          ))}
        </Part>
        {at !== undefined && <FileLines path={path} project={at} />}
        <Part title="Commits" note="with the prompt that led to each" isEmpty={commits.length === 0}>
          {commits.map((commit) => (
            <CommitItem key={commit.id} commit={commit} />
          ))}
        </Part>
        <Part title="Decisions and refusals" isEmpty={decisions.length === 0}>
          {decisions.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </Part>
        <Part title="Failures" isEmpty={failures.length === 0}>
          {failures.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </Part>
        <Part title="Code worth keeping" isEmpty={snippets.length === 0}>
          {snippets.map((entry) => (
            <EntryItem key={entry.id} entry={entry} />
          ))}
        </Part>
        <Part title="Sessions" isEmpty={sessions.length === 0}>
          {sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </Part>
      </div>
    </Scroll>
  );
}

function CommitItem({ commit }: { commit: FileCommit }) {
  const { id, hash, subject, at, asked, sessionId } = commit;
  return (
    <li class="fitem">
      <p class="filerow">
        <Icon name="commit" small />
        <code>
          <Line text={hash} />
        </code>
        <a class="link clip grow" href={stepPath(sessionId, id)}>
          <Line text={subject} />
        </a>
        <span class="quiet">
          <Time at={at} />
        </span>
      </p>
      <Asked asked={asked} sessionId={sessionId} />
    </li>
  );
}

function SessionItem({ session }: { session: FileSession }) {
  const { id, agent, title, lastAt, edits, reads, asked } = session;
  return (
    <li class="fitem">
      <p class="filerow">
        <Agent name={agent} short />
        <a class="link clip grow" href={scopedPath(`/sessions/${id}`)}>
          <Line text={withoutOutcome(title)} />
        </a>
        <span class="quiet nowrap">
          {workOf(edits, reads)} · <Time at={lastAt} />
        </span>
      </p>
      <Asked asked={asked} sessionId={id} />
    </li>
  );
}

function workOf(edits: number, reads: number): string {
  const parts = [edits > 0 && countOf(edits, 'edit'), reads > 0 && countOf(reads, 'read')];
  return parts.filter((part) => part !== false).join(', ');
}
