import type { LoggedEvent } from '../../api/answers.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { EventsInput } from '../../api/requests.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { EventFilter } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** Events per page: each may have 100,000 characters. */
const PAGE = 50;

/** The parts that reading the log needs; a memory without a worker has them, too. */
export type EventsParts = Pick<MemoryParts, 'store' | 'appended' | 'closing'> & { environment: { home: string } };

/**
 * Streams the events of the log after a position, each once and in order, then new ones unless `follow` is false. Ends
 * when the signal aborts or the memory closes. An event that is completed later is not sent again.
 */
export async function* streamEvents(
  { store, appended, closing, environment }: EventsParts,
  input: EventsInput,
  options: CallOptions,
): AsyncGenerator<LoggedEvent> {
  const signal = options.signal === undefined ? closing : AbortSignal.any([options.signal, closing]);
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const session = input.session === undefined ? undefined : await resolveSession(store, input.session);
  const filter: EventFilter = omitUndefined({ project, session });
  for (let after = input.after ?? 0; ; ) {
    const heard = appended.count;
    const page = await store.log.select(filter, { after, limit: PAGE });
    for (const event of page) {
      if (signal.aborted) return;
      after = event.seq;
      yield toLogged(event);
    }
    if (page.length === PAGE) continue;
    if (input.follow === false) return;
    await appended.after(heard, signal);
    if (signal.aborted) return;
  }
}

function toLogged({ body, ...event }: StoredEvent): LoggedEvent {
  return {
    ...body,
    seq: event.seq,
    id: event.id,
    kind: body.kind,
    agent: event.agent,
    sessionId: event.session,
    at: new Date(event.at).toISOString(),
    ...omitUndefined({ project: event.project, cwd: event.cwd }),
  };
}
