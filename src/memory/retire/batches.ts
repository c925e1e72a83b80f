import type { Retired, StoredEvent } from '../../core/model/event.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import type { Log } from '../../store/contract/log.ts';
import { selectedEvents } from '../runtime/logged-events.ts';

/** Memories retired together and not restored. Times in milliseconds since 1970. */
export interface Batch {
  batch: string;
  reason: NonNullable<Retired['reason']>;
  at: number;
  events: (StoredEvent & { body: Retired })[];
}

/** The batches retired now, oldest first. */
export async function readBatches(log: Log): Promise<Batch[]> {
  const retiring: StoredEvent[] = [];
  for await (const event of selectedEvents(log, { kinds: ['retired', 'restored'] })) retiring.push(event);
  const batches = new Map<string, Batch>();
  for (const event of inTimeOrder(retiring)) {
    const { body, at } = event;
    if (body.kind !== 'retired' && body.kind !== 'restored') continue;
    if (body.kind === 'restored') {
      batches.delete(body.batch);
      continue;
    }
    // An earlier version wrote acts without memories for the ageing of outputs; they mean nothing now.
    if (body.targets.length === 0 && body.standing === undefined) continue;
    const known = batches.get(body.batch) ?? { batch: body.batch, reason: body.reason ?? 'age', at, events: [] };
    known.events.push({ ...event, body });
    batches.set(body.batch, known);
  }
  return [...batches.values()];
}
