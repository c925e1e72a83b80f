import type { Entry } from '../../../src/api/answers.ts';
import type { SessionResult } from '../../../src/api/session-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { scopedPath } from '../../app/scope.ts';
import { useCall } from '../../client/use-call.ts';
import { StateBadge } from '../../parts/badge.tsx';
import { Delta, Tokens } from '../../parts/figures.tsx';
import { countOf } from '../../parts/format.ts';
import { Id, IdLink } from '../../parts/id.tsx';
import { IssueLinks } from '../../parts/issues.tsx';
import { Facts, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Answered } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** A session beside the list: what it came to, in figures and in sentences. */
export function SessionPeek({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { id, session: figures } = entry;
  const result = useCall('session', { id });
  return (
    <Peek
      label="Selected session"
      onClose={onClose}
      about={
        <>
          <StateBadge state={figures?.outcome ?? 'unknown'} />
          <Id id={id} />
        </>
      }
      decide={
        <a class="btn primary" href={scopedPath(`/sessions/${id}`)}>
          Open step by step
        </a>
      }
    >
      <PeekSection>
        <p class="big">
          <Line text={withoutOutcome(entry.title)} />
        </p>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            ['Agent', entry.agent && <Line text={entry.agent} />],
            ['Began', figures && <Time key="began" at={figures.startedAt} as="whole" />],
            ['Last', <Time key="last" at={entry.at} as="whole" />],
            ['Branch', figures?.branch && <Line text={figures.branch} />],
            ['Prompts', figures && countOf(figures.prompts, 'prompt')],
            ['Commands', figures && `${countOf(figures.commands, 'command')}, ${countOf(figures.failures, 'failure')}`],
            ['Files', figures && <Changed files={figures.files} added={figures.added} removed={figures.removed} />],
            ['Told', figures && <Tokens count={figures.told} what="unasked" />],
          ]}
        />
      </PeekSection>
      <Answered result={result} failed="The session could not be read." rows={3}>
        {(session) => (
          <>
            {session.tags.length > 0 && (
              <PeekSection title="Tags">
                <Line text={session.tags.map(({ name }) => name).join(', ')} />
              </PeekSection>
            )}
            {session.issues.length > 0 && (
              <PeekSection title="Names">
                <IssueLinks issues={session.issues} project={session.project} />
              </PeekSection>
            )}
            <Summed session={session} />
          </>
        )}
      </Answered>
    </Peek>
  );
}

function Changed({ files, added, removed }: { files: number; added: number; removed: number }) {
  return (
    <>
      {countOf(files, 'file')} <Delta added={added} removed={removed} />
    </>
  );
}

function Summed({ session: { summary } }: { session: SessionResult }) {
  if (summary === undefined) {
    return (
      <PeekSection>
        <p class="quiet">It has no summary yet.</p>
      </PeekSection>
    );
  }
  const sections = [
    ['Asked', summary.request],
    ['Done', summary.completed],
    ['Decided', summary.decisions],
    ['Next', summary.nextSteps],
  ] as const;
  return (
    <>
      {sections
        .filter(([, said]) => said.length > 0)
        .map(([name, said]) => (
          <PeekSection key={name} title={name}>
            <ul class="said">
              {said.map(({ text, ids: [from] }, at) => (
                <li key={`${at}${from}`}>
                  <StoredText text={text} />
                  {from !== undefined && <IdLink id={from} />}
                </li>
              ))}
            </ul>
          </PeekSection>
        ))}
    </>
  );
}
