import type { StoredEvent } from '../core/model/event.ts';
import type { EventId, ItemId, ProjectId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { partsOf } from '../core/parts-of.ts';
import { applyActs, givenName, mergedInto } from '../derive/event/apply-acts.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarkedAggregates } from '../store/contract/distilled.ts';
import type { Store } from '../store/contract/store.ts';

/** Items that are retired or restored in one step; other work runs between two steps. */
const STEP = 10;

/** Store tables that acts need, and the callback for sessions and patterns that must be derived again. */
export type ActsDeps = Pick<Store, 'log' | 'items' | 'distilled'> & { onMarked?: (marked: MarkedAggregates) => void };

/** Gives a project the name and the merge that the acts about it leave it. */
export async function settleProject(log: Store['log'], project: ProjectId): Promise<void> {
  const acts = await log.about([project]);
  const name = givenName(acts);
  await log.nameProject(project, name === '' ? undefined : name);
  await log.mergeProject(project, mergedInto(acts) as ProjectId | undefined);
}

/** The projects that acts are about. */
export async function projectsWithActs(log: Store['log']): Promise<ProjectId[]> {
  const ids = new Set<string>((await log.projects()).map(({ id }) => id));
  const about = (await log.about([...ids])).flatMap(targetsOf);
  return [...new Set(about)].filter((id): id is ProjectId => ids.has(id));
}

/** Applies what people and agents did with memories (confirm, withdraw, retire …). */
export class Acts {
  readonly #log: Store['log'];
  readonly #items: Store['items'];
  readonly #distilled: Store['distilled'];
  readonly #onMarked: ActsDeps['onMarked'];

  constructor(deps: ActsDeps) {
    this.#log = deps.log;
    this.#items = deps.items;
    this.#distilled = deps.distilled;
    this.#onMarked = deps.onMarked;
  }

  /** The acts about memories, by the memory's id; a memory without acts is absent. */
  async about(ids: readonly ItemId[]): Promise<Map<string, StoredEvent[]>> {
    const about = new Map<string, StoredEvent[]>();
    const asked = new Set<string>(ids);
    for (const event of asked.size === 0 ? [] : await this.#log.about([...asked])) {
      for (const target of targetsOf(event)) {
        if (!asked.has(target)) continue;
        const known = about.get(target);
        if (known === undefined) about.set(target, [event]);
        else known.push(event);
      }
    }
    return about;
  }

  /** Names and merges the projects that acts are about, and invalidates memories that were derived before their acts arrived. */
  async follow(events: readonly StoredEvent[]): Promise<void> {
    const one = events.filter(({ body }) => body.kind !== 'noted' && body.kind !== 'shared' && !isOfMany({ body }));
    const targets = new Set(one.flatMap((event) => targetsOf(event)));
    const projects = [...targets].filter((target) => target.startsWith('r_'));
    for (const project of projects) await settleProject(this.#log, project as ProjectId);
    const memories = [...targets].filter((target) => !/^[rcs]_/.test(target));
    await this.deriveAnew(memories, new Set(events.map(({ id }) => id)));
    for (const event of events.filter(isOfMany)) await this.#retire(targetsOf(event) as ItemId[]);
  }

  /** Marks the sources of memories for deriving again: events (except those just derived), whole sessions, findings. */
  async deriveAnew(ids: readonly string[], except: ReadonlySet<EventId> = new Set()): Promise<void> {
    if (ids.length === 0) return;
    const items = await this.#items.get(ids as ItemId[]);
    const sources = items.flatMap(({ event }) => (event === undefined || except.has(event) ? [] : [event]));
    if (sources.length > 0) await this.#log.markUnderived([...new Set(sources)]);
    const made = items.flatMap(({ event, id }) => (event === undefined ? [id] : []));
    if (made.length > 0) this.#onMarked?.(await this.#distilled.markItems(made));
  }

  /** Retiring changes no text, so items are updated in place without deriving them again. */
  async #retire(ids: readonly ItemId[]): Promise<void> {
    for (const part of partsOf(ids, STEP)) {
      const items = await this.#items.get(part);
      const about = await this.about(items.map(({ id }) => id));
      const put = items.map((item): Item => applyActs(item, (about.get(item.id) ?? []).filter(isOfMany)));
      await this.#items.apply({ derived: [], put });
      await yieldToEventLoop();
    }
  }
}

function isOfMany({ body }: Pick<StoredEvent, 'body'>): boolean {
  return body.kind === 'retired' || body.kind === 'restored';
}
