import type { Retired, StoredEvent } from '../../core/model/event.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import type { Log } from '../../store/contract/log.ts';

/** Memories retired together and not restored. Times in milliseconds since 1970. */
export interface Batch {
  batch: string;
  reason: NonNullable<Retired['reason']>;
  at: number;
  events: (StoredEvent & { body: Retired })[];
}

const PAGE = 200;

/** The batches retired now, oldest first. */
export async function readBatches(log: Log): Promise<Batch[]> {
  const batches = new Map<string, Batch>();
  for (const event of inTimeOrder(await retiringEvents(log))) {
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

async function retiringEvents(log: Log): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (let after = 0; ; ) {
    const page = await log.select({ kinds: ['retired', 'restored'] }, { after, limit: PAGE });
    events.push(...page);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return events;
    after = last.seq;
  }
}
