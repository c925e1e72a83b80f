import type { CleanEvent } from '../../src/core/model/event.ts';
import { Deriver } from '../../src/pipeline/deriver.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { workedEvents } from './worked-events.ts';

/** Events that are appended before they are derived. */
export const APPENDED = 1_000;
/** One in this many events is kept back: prompts, and as many results of reading. */
export const KEPT_BACK = 200;
const SETTLED_MS = 3_600_000;

/** One generated session in a store, and the deriver that follows it; nothing is distilled. */
export class GrowingSession {
  readonly #path: string;
  #store: Store;
  #deriver: Deriver;
  /** Events of the session so far, those that were kept back among them. */
  length = 0;
  /** Events that were derived so far, each as often as it was. */
  derived = 0;
  readonly keptBack: CleanEvent[] = [];

  constructor(path: string) {
    this.#path = path;
    this.#store = openSqliteStore({ path });
    this.#deriver = this.#follow();
  }

  /** Appends the next events, but for those that are kept back, and derives them. */
  async grow(): Promise<void> {
    const next: CleanEvent[] = [];
    for (const [i, event] of workedEvents(this.length, this.length + APPENDED).entries()) {
      const place = (this.length + i) % (2 * KEPT_BACK);
      const isKeptBack = place === 0 || place === KEPT_BACK + 3;
      (isKeptBack ? this.keptBack : next).push(event);
    }
    this.length += APPENDED;
    await this.add(next);
  }

  /** Appends events and derives them, and what they change. */
  async add(events: readonly CleanEvent[]): Promise<void> {
    await this.#store.log.append({ events });
    await this.#deriver.derived(SETTLED_MS);
  }

  /** Derives all of it again, as a rebuild of items does. */
  async rebuild(): Promise<void> {
    for (let after: number | undefined = 0; after !== undefined; ) {
      after = (await this.#store.log.markNextUnderived(after, APPENDED))?.last;
      await this.#deriver.caughtUp();
    }
    await this.#deriver.derived(SETTLED_MS);
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

  #follow(): Deriver {
    const { items } = this.#store;
    const apply: typeof items.apply = (batch) => {
      this.derived += batch.derived.length;
      return items.apply(batch);
    };
    const deriver = new Deriver({ ...this.#store, items: { ...items, apply } });
    deriver.hold();
    return deriver;
  }
}
