import type { ThreadEntry } from '../../../src/api/work-answers.ts';
import { scopedPath } from '../../app/scope.ts';
import { type ListState, rowProps, rowTab } from '../../app/use-list.ts';
import { Badge } from '../../parts/badge.tsx';
import { countOf } from '../../parts/format.ts';
import { Line } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';

/** A thread is named by its last session. */
export function keyOfThread({ sessions: [last], title }: ThreadEntry): string {
  return last?.id ?? title;
}

/** How a thread stands, by shape and word. */
export function ThreadState({ state }: { state: ThreadEntry['state'] }) {
  if (state === 'open') return <Badge icon="part">open</Badge>;
  return state === 'done' ? (
    <Badge icon="confirmed" tone="ok">
      done
    </Badge>
  ) : (
    <Badge icon="unknown">not known</Badge>
  );
}

/** A thread in a row: state, what it is about, branch, sessions, and the first thing that is left open. */
export function ThreadRow({ thread, list, isFirst }: { thread: ThreadEntry; list: ListState; isFirst: boolean }) {
  const { title, state, branch, sessions, open, lastAt } = thread;
  const key = keyOfThread(thread);
  return (
    <div class="row thread" {...rowProps(list, key)}>
      <ThreadState state={state} />
      <a class="title clip" href={scopedPath(`/sessions/${key}`)} tabIndex={rowTab(list, key, isFirst)}>
        <Line text={title} />
      </a>
      {branch !== undefined && (
        <code class="branch clip quiet">
          <Line text={branch} />
        </code>
      )}
      <span class="num quiet">{countOf(sessions.length, 'session')}</span>
      <span class="num quiet">
        <Time at={lastAt} />
      </span>
      {open[0] !== undefined && (
        <p class="left clip quiet">
          <Line text={open[0].text} />
          {open.length > 1 && ` and ${open.length - 1} more`}
        </p>
      )}
    </div>
  );
}
