import type { ReportedSession, ReportedWork } from '../../../src/api/stats-answers.ts';
import { describeOutcome } from '../../../src/core/model/describe-outcome.ts';
import { localDay } from '../../../src/core/text/calendar.ts';
import { scopedPath } from '../../app/scope.ts';
import { countOf } from '../../parts/format.ts';
import { Line } from '../../parts/stored-text.tsx';
import { nameOfDay } from '../analytics/figure-words.ts';

/** Sessions by day, the latest first, with their commits and what they fixed; then what is open. */
export function ReportedWorkList({ work }: { work: ReportedWork }) {
  const days = [...Map.groupBy(work.sessions, ({ at }) => localDay(Date.parse(at)))];
  return (
    <div class="work">
      {days.map(([day, sessions]) => (
        <section key={day}>
          <h2>{nameOfDay(day)}</h2>
          <ul>
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        </section>
      ))}
      {work.left > 0 && (
        <p class="dim">{countOf(work.left, 'session')} more, without a commit or a summary, or too many to list.</p>
      )}
      {work.open.length > 0 && (
        <section>
          <h2>Still open</h2>
          <ul>
            {work.open.map(({ text, ids }) => (
              <li key={ids[0] ?? text}>
                <Line text={text} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function SessionLine({ session }: { session: ReportedSession }) {
  const { id, title, agent, outcome, project, commits, solved } = session;
  const about = [outcome === undefined || outcome === 'unknown' ? '' : describeOutcome(outcome), project ?? '', agent];
  return (
    <li>
      <a class="link" href={scopedPath(`/sessions/${id}`)}>
        <Line text={title} />
      </a>{' '}
      <small class="dim">{about.filter(Boolean).join(', ')}</small>
      {commits.length + solved.length > 0 && (
        <ul>
          {commits.map((commit) => (
            <li key={commit.id}>
              <code>{commit.hash}</code> <Line text={commit.subject} />
            </li>
          ))}
          {solved.map((problem) => (
            <li key={problem}>
              Fixed: <Line text={problem} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
