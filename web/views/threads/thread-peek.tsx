import type { ThreadEntry } from '../../../src/api/work-answers.ts';
import { withoutOutcome } from '../../../src/core/model/describe-outcome.ts';
import { scopedPath } from '../../app/scope.ts';
import { Agent, StateBadge } from '../../parts/badge.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IdLink } from '../../parts/id.tsx';
import { Facts, Peek, PeekSection } from '../../parts/list-peek.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { keyOfThread, ThreadState } from './thread-row.tsx';

/** A thread beside its list: what is left open, its sessions and its files. */
export function ThreadPeek({ thread, onClose }: { thread: ThreadEntry; onClose: () => void }) {
  const { title, state, branch, sessions, open, files, lastAt } = thread;
  return (
    <Peek
      label="Selected thread"
      onClose={onClose}
      about={<ThreadState state={state} />}
      decide={
        <a class="btn primary" href={scopedPath(`/sessions/${keyOfThread(thread)}`)}>
          Open its last session
        </a>
      }
    >
      <PeekSection>
        <p class="big">
          <Line text={title} />
        </p>
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            ['Branch', branch && <code key="branch">{<Line text={branch} />}</code>],
            ['Last', <Time key="last" at={lastAt} as="whole" />],
          ]}
        />
      </PeekSection>
      {open.length > 0 && (
        <PeekSection title="Left open">
          <ul class="said">
            {open.map(({ text, ids: [from] }, at) => (
              <li key={`${at}${from}`}>
                <StoredText text={text} />
                {from !== undefined && <IdLink id={from} />}
              </li>
            ))}
          </ul>
        </PeekSection>
      )}
      <PeekSection title={sessions.length === 1 ? 'Its session' : `Its ${sessions.length} sessions`}>
        <ul>
          {sessions.map((session) => (
            <li key={session.id} class="tsession">
              <a class="link" href={scopedPath(`/sessions/${session.id}`)}>
                <Line text={withoutOutcome(session.title)} />
              </a>
              <span class="quiet">
                <Agent name={session.agent} /> <Time at={session.lastAt} />{' '}
                {session.outcome !== undefined && <StateBadge state={session.outcome} />}
              </span>
            </li>
          ))}
        </ul>
      </PeekSection>
      {files.length > 0 && (
        <PeekSection title="Worked on most">
          <ul>
            {files.map((path) => (
              <li key={path} class="filerow">
                <Icon name="file" small />
                <a class="link mono clip" href={scopedPath(`/files?${new URLSearchParams({ path })}`)} title={path}>
                  <Line text={path} />
                </a>
              </li>
            ))}
          </ul>
        </PeekSection>
      )}
    </Peek>
  );
}
