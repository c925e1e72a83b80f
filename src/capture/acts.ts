import type { EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, ItemId, ProjectId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { nameGiven } from '../derive/apply-acts.ts';
import { targetOf } from '../derive/target-of.ts';
import type { Items, Log } from '../store/contract.ts';

/** Kinds of events that judge or change a memory or project. */
const ACTS: readonly EventKind[] = ['revised', 'confirmed', 'withdrawn', 'hidden', 'shown', 'renamed'];

/** What people and agents did with memories, and which memories that is about. */
export class Acts {
  readonly #log: Log;
  readonly #items: Items;
  /** Public ids that acts are about; few, so they are all in memory. */
  #targets: Set<string> | undefined;

  constructor(parts: { log: Log; items: Items }) {
    this.#log = parts.log;
    this.#items = parts.items;
  }

  /** Notes what events are about; to be called before they are derived. */
  async note(events: readonly StoredEvent[]): Promise<void> {
    const targets = await this.targets();
    for (const event of events) if (ACTS.includes(event.body.kind)) targets.add(targetOf(event) ?? '');
  }

  /** Public ids of all that acts are about. */
  async targets(): Promise<Set<string>> {
    if (this.#targets !== undefined) return this.#targets;
    const targets = new Set<string>();
    const page = { after: 0, limit: LIMITS.batchEvents };
    for (;;) {
      const acts = await this.#log.select({ kinds: ACTS }, page);
      for (const act of acts) targets.add(targetOf(act) ?? '');
      page.after = acts.at(-1)?.seq ?? page.after;
      if (acts.length < page.limit) break;
    }
    this.#targets = targets;
    return targets;
  }

  /** The events that are about memories, by the memory's id. */
  async about(ids: readonly ItemId[]): Promise<Map<string, StoredEvent[]>> {
    const about = new Map<string, StoredEvent[]>();
    for (const event of ids.length === 0 ? [] : await this.#log.about([...new Set(ids)])) {
      const target = targetOf(event) ?? '';
      about.set(target, [...(about.get(target) ?? []), event]);
    }
    return about;
  }

  /** Names the projects that events are about, and marks the sources of the memories that were derived before them. */
  async follow(events: readonly StoredEvent[]): Promise<void> {
    const targets = new Set(events.flatMap((event) => (event.body.kind === 'noted' ? [] : (targetOf(event) ?? []))));
    const projects = [...targets].filter((target) => target.startsWith('r_'));
    for (const project of projects) {
      const name = nameGiven(await this.#log.about([project]));
      await this.#log.nameProject(project as ProjectId, name === '' ? undefined : name);
    }
    const memories = [...targets].filter((target) => !target.startsWith('r_'));
    await this.deriveAnew(memories, new Set(events.map(({ id }) => id)));
  }

  /** Marks the events that memories come from as not derived, those aside that were just derived. */
  async deriveAnew(ids: readonly string[], except: ReadonlySet<EventId> = new Set()): Promise<void> {
    if (ids.length === 0) return;
    const items = await this.#items.get(ids as ItemId[]);
    const sources = items.flatMap(({ event }) => (event === undefined || except.has(event) ? [] : [event]));
    if (sources.length > 0) await this.#log.derivedAnew([...new Set(sources)]);
  }
}
