import type { StoredEvent } from '../core/model/event.ts';
import type { EventId, ItemId, ProjectId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { applyActs, givenName } from '../derive/event/apply-acts.ts';
import { targetsOf } from '../derive/event/targets-of.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarkedAnew } from '../store/contract/distilled.ts';
import type { Store } from '../store/contract/store.ts';

/** Memories that are retired or restored at once: other work gets its turn between. */
const STEP = 10;

/** What acts need: the store, and who is told which sessions and patterns are to be made anew. */
export type ActsDeps = Pick<Store, 'log' | 'items' | 'distilled'> & { onMarked?: (marked: MarkedAnew) => void };

/** What people and agents did with memories, and which memories that is about. */
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

  /** The events that are about memories, by the memory's id; memories without any are absent. */
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

  /** Names the projects that events are about, and sees to it that memories which were derived before them follow. */
  async follow(events: readonly StoredEvent[]): Promise<void> {
    const one = events.filter((event) => event.body.kind !== 'noted' && !isOfMany(event));
    const targets = new Set(one.flatMap((event) => targetsOf(event)));
    const projects = [...targets].filter((target) => target.startsWith('r_'));
    for (const project of projects) {
      const name = givenName(await this.#log.about([project]));
      await this.#log.nameProject(project as ProjectId, name === '' ? undefined : name);
    }
    const memories = [...targets].filter((target) => !/^[rcs]_/.test(target));
    await this.deriveAnew(memories, new Set(events.map(({ id }) => id)));
    for (const event of events.filter(isOfMany)) await this.#retire(targetsOf(event) as ItemId[]);
  }

  /** Marks what memories come from: events, those aside that were just derived, whole sessions, findings. */
  async deriveAnew(ids: readonly string[], except: ReadonlySet<EventId> = new Set()): Promise<void> {
    if (ids.length === 0) return;
    const items = await this.#items.get(ids as ItemId[]);
    const sources = items.flatMap(({ event }) => (event === undefined || except.has(event) ? [] : [event]));
    if (sources.length > 0) await this.#log.derivedAnew([...new Set(sources)]);
    const made = items.flatMap(({ event, id }) => (event === undefined ? [id] : []));
    if (made.length > 0) this.#onMarked?.(await this.#distilled.makeAnew(made));
  }

  /** Retiring changes no word: memories follow it as they are, without what they were derived from. */
  async #retire(ids: readonly ItemId[]): Promise<void> {
    for (let start = 0; start < ids.length; start += STEP) {
      const items = await this.#items.get(ids.slice(start, start + STEP));
      const about = await this.about(items.map(({ id }) => id));
      const put = items.map((item): Item => applyActs(item, (about.get(item.id) ?? []).filter(isOfMany)));
      await this.#items.apply({ derived: [], put });
      await yieldToEventLoop();
    }
  }
}

function isOfMany({ body }: StoredEvent): boolean {
  return body.kind === 'retired' || body.kind === 'restored';
}
