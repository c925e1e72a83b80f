// memory/retire: retiring memories that are old, too many or repetitions: selection (`select-*`), the plan
// and its token, retiring, restoring and pruning. Forgetting on purpose is `memory/forget`.

import type { Note } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { RetiredBatch, RetirePlan, RetireReport } from '../../api/retire-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { hashBase32 } from '../../core/hash.ts';
import type { EventBody, Retired, StoredEvent } from '../../core/model/event.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { partsOf } from '../../core/parts-of.ts';
import { spread } from '../../core/spread.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS, isoTime } from '../../core/text/calendar.ts';
import { inTimeOrder } from '../../derive/event/apply-acts.ts';
import { DAILY, RETENTION } from '../../jobs/runner.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { toEntry } from '../../retrieval/entries/entry.ts';
import type { Log } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { textsOf } from '../forget/event-texts.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { actEvent, takeActs } from '../write/take-acts.ts';

/** The parts that retiring and pruning need. */
export type PruneParts = Pick<
  MemoryParts,
  'store' | 'intake' | 'deriver' | 'deadlines' | 'runner' | 'environment' | 'retention'
>;

/** Items to retire together. */
export interface RetireSelection {
  /** The call whose plan it is; part of the token. */
  call: 'prune' | 'consolidate';
  items: readonly Item[];
  reason: NonNullable<Retired['reason']>;
  standing: NonNullable<Retired['standing']>;
}

/** Upper bound on the memories of one event in the log. */
const TARGETS = 200;
const SAMPLE = 10;
const NOTHING_ERASED = { events: 0, bodies: 0, freed: 0 };
/** Number of events, spread over the selection, whose length is measured. */
const MEASURED = 200;

/** The token of a selection: a hash of what would be retired, so that it confirms exactly that. */
export function tokenOf({ call, items, standing }: RetireSelection): string {
  return hashBase32([call, ...items.map(({ id }) => id).sort(), '', ...standing.map(({ id }) => id).sort()]);
}

/** The effect of retiring a selection. */
export async function planOf(
  store: Store,
  chosen: RetireSelection,
  { graceDays, notes }: { graceDays: number; notes: Note[] },
): Promise<RetirePlan> {
  const { items, standing } = chosen;
  const byKind: Record<string, number> = {};
  for (const item of items) {
    const name = detailOfKind(item, 'observation').observation ?? item.kind;
    byKind[name] = (byKind[name] ?? 0) + 1;
  }
  const times = items.map(({ at }) => at);
  const sample = await store.items.get(spread(items, SAMPLE).map(({ id }) => id));
  return {
    state: 'planned',
    token: tokenOf(chosen),
    items: items.length,
    byKind,
    bytes: await bytesOf(store, items),
    standing: standing.length,
    ...(items.length === 0 ? {} : { firstAt: isoTime(least(times)), lastAt: isoTime(-least(times.map((at) => -at))) }),
    sample: sample.map((item) => toEntry(item, { agents: new Map() })),
    batches: (await readBatches(store.log)).map((batch) => toBatch(batch, graceDays)),
    notes,
  };
}

/** Retires a selection. Throws `outdated` unless the token is that of the selection; `not_allowed` for an agent. */
export async function retire(
  deps: PruneParts,
  chosen: RetireSelection,
  { token, caller, graceDays }: { token: string; caller: Caller; graceDays: number },
): Promise<RetireReport> {
  refuseAgent(caller, chosen.call);
  if (tokenOf(chosen) !== token) {
    throw new CairnError('outdated', 'Something else would go now than was planned.', {
      fix: `Plan it again: cairn ${chosen.call} --dry-run`,
    });
  }
  const ids = chosen.items.map(({ id }): string => id);
  const act = { kind: 'retired' as const, batch: token, reason: chosen.reason, person: caller.person };
  const bodies: Retired[] = [
    ...partsOf(ids, TARGETS).map((targets) => ({ ...act, targets })),
    ...partsOf(chosen.standing, TARGETS).map((standing) => ({ ...act, targets: [], standing })),
  ];
  await takeBodies(deps, bodies, caller);
  await deps.runner.add({ kind: RETENTION, key: DAILY, payload: {}, delayMs: DAY_MS });
  const message = `Hidden now, deleted for good after ${graceDays} days: cairn ${chosen.call} --undo ${token} restores it until then.`;
  return { state: 'retired', batch: token, items: ids.length, ...NOTHING_ERASED, notes: [{ code: 'undo', message }] };
}

/** Restores a batch. Throws `not_found` for an unknown, pruned or restored batch. */
export async function restore(
  deps: PruneParts,
  { batch, caller, call }: { batch: string; caller: Caller; call: RetireSelection['call'] },
): Promise<RetireReport> {
  refuseAgent(caller, call);
  const found = (await readBatches(deps.store.log)).find((one) => one.batch === batch);
  if (found === undefined) {
    throw new CairnError('not_found', `No batch ${batch.slice(0, 40)} can be restored.`, {
      fix: `cairn ${call} --dry-run lists them`,
    });
  }
  const bodies = found.events.map(
    ({ body: { reason: _, ...body } }): Retired => ({ ...body, kind: 'restored', person: caller.person }),
  );
  await takeBodies(deps, bodies, caller);
  return { state: 'restored', batch, items: sizeOf(found), ...NOTHING_ERASED, notes: [] };
}

/** A batch as answers show it. */
export function toBatch(batch: Batch, graceDays: number): RetiredBatch {
  const { at, reason } = batch;
  return {
    batch: batch.batch,
    reason,
    at: isoTime(at),
    items: sizeOf(batch),
    prunedFrom: isoTime(at + graceDays * DAY_MS),
  };
}

/** Throws `not_allowed` for an agent: it may not retire what others see. */
function refuseAgent({ agent }: Caller, call: RetireSelection['call']): void {
  if (agent !== true) return;
  throw new CairnError('not_allowed', `An agent may preview ${call} but not run it.`, {
    fix: `cairn ${call}, typed by a person`,
  });
}

async function takeBodies(deps: PruneParts, bodies: readonly EventBody[], caller: Caller): Promise<void> {
  const events = bodies.map((body) => actEvent(body, caller));
  if (events.length > 0) await takeActs(deps, events);
}

function sizeOf({ events }: Batch): number {
  return sum(events.map(({ body }) => body.targets.length));
}

/** Approximate size in bytes of the texts behind the items. */
async function bytesOf({ log }: Store, items: readonly Item[]): Promise<number> {
  const ids = spread(items, MEASURED).flatMap(({ event }) => event ?? []);
  let bytes = 0;
  for (const id of ids) {
    const [event] = await log.events([id]);
    if (event !== undefined) bytes += sum(textsOf(event).map((text) => Buffer.byteLength(text)));
    await yieldToEventLoop();
  }
  return ids.length === 0 ? 0 : Math.round((bytes / ids.length) * items.length);
}

function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
}

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
