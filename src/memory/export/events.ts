import type { LoggedEvent } from '../../api/answers.ts';
import type { CallOptions } from '../../api/contract.ts';
import type { EventsInput } from '../../api/requests.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { EventFilter } from '../../store/contract/log.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** The parts that reading the log needs; a memory without a worker has them, too. */
export type EventsParts = Pick<MemoryParts, 'store' | 'appended' | 'logPages' | 'closing'> & {
  environment: { home: string };
};

/**
 * Streams the events of the log after a position, each once and in order, then new ones unless `follow` is false. Ends
 * when the signal aborts or the memory closes. An event that is completed later is not sent again.
 */
export async function* streamEvents(
  { store, appended, logPages, closing, environment }: EventsParts,
  input: EventsInput,
  options: CallOptions,
): AsyncGenerator<LoggedEvent> {
  const signal = options.signal === undefined ? closing : AbortSignal.any([options.signal, closing]);
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const session = input.session === undefined ? undefined : await resolveSession(store, input.session);
  const filter: EventFilter = omitUndefined({ project, session });
  for (let after = await placeOf(store, input); ; ) {
    const heard = appended.count;
    const { events, isFull } = await logPages.after(filter, after);
    for (const event of events) {
      if (signal.aborted) return;
      after = event.seq;
      yield event;
    }
    if (isFull) continue;
    if (input.follow === false) return;
    await appended.after(heard, signal);
    if (signal.aborted) return;
  }
}

/** The place after which a reader wants the log: the one it names, whatever else it asks for. */
async function placeOf({ log }: EventsParts['store'], { after, last }: EventsInput): Promise<number> {
  if (after !== undefined || last === undefined) return after ?? 0;
  return log.placeBefore(last);
}
