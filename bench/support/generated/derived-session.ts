import type { CleanEvent } from '../../../src/core/model/event.ts';
import { Deriver } from '../../../src/pipeline/deriver.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { worked, worstPause } from '../process-figures.ts';

/** Events that a rebuild marks at a time. */
const REBUILT = 1_000;
const SETTLED_MS = 3_600_000;

/** What deriving cost so far: milliseconds of work, events that were derived, and of those the ones derived again for others. */
export interface DeriveCost {
  ms: number;
  derived: number;
  again: number;
  /** Milliseconds of the longest work without a pause. */
  pauseMs: number;
}

/** A store, the deriver that follows it, and what that costs. What is appended costs nothing here; nothing is distilled. */
export class DerivedSession {
  readonly #path: string;
  #store: Store;
  #deriver: Deriver;
  #cost: DeriveCost = nothing();

  constructor(path: string) {
    this.#path = path;
    this.#store = openSqliteStore({ path });
    this.#deriver = this.#follow();
  }

  /** Appends events and derives them; what they change of others waits, as it does while more comes. */
  async arrive(events: readonly CleanEvent[]): Promise<void> {
    await this.#store.log.append({ events });
    await this.#derive(() => this.#deriver.caughtUp());
  }

  /** Derives what became known late, as it is done when all is quiet. */
  settle(): Promise<void> {
    return this.#derive(() => this.#deriver.derived(SETTLED_MS));
  }

  /** Derives all of it again, as a rebuild of items does. */
  async rebuild(): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = (await this.#store.log.markNextUnderived(after, REBUILT))?.last;
      await this.#derive(() => this.#deriver.caughtUp());
    }
    await this.settle();
  }

  /** What it cost since this was asked last. */
  takeCost(): DeriveCost {
    const cost = this.#cost;
    this.#cost = nothing();
    return cost;
  }

  /** Opens the store and the deriver again. */
  async restart(): Promise<void> {
    await this.close();
    this.#store = openSqliteStore({ path: this.#path });
    this.#deriver = this.#follow();
  }

  async close(): Promise<void> {
    await this.#deriver.stop();
    await this.#store.close();
  }

  async #derive(work: () => Promise<unknown>): Promise<void> {
    let pauseMs = 0;
    this.#cost.ms += await worked(async () => {
      pauseMs = await worstPause(work);
    });
    this.#cost.pauseMs = Math.max(this.#cost.pauseMs, pauseMs);
  }

  #follow(): Deriver {
    const { items, log } = this.#store;
    const apply: typeof items.apply = (batch) => {
      this.#cost.derived += batch.derived.length;
      return items.apply(batch);
    };
    const markUnderived: typeof log.markUnderived = async (ids) => this.#again(await log.markUnderived(ids));
    const markUnderivedOf: typeof log.markUnderivedOf = async (filter, page) => {
      const found = await log.markUnderivedOf(filter, page);
      this.#again(found.marked);
      return found;
    };
    const parts = { ...this.#store, items: { ...items, apply }, log: { ...log, markUnderived, markUnderivedOf } };
    const deriver = new Deriver(parts);
    deriver.hold();
    return deriver;
  }

  #again(marked: number[]): number[] {
    this.#cost.again += marked.length;
    return marked;
  }
}

function nothing(): DeriveCost {
  return { ms: 0, derived: 0, again: 0, pauseMs: 0 };
}
