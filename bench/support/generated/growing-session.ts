import type { CleanEvent } from '../../../src/core/model/event.ts';
import { DerivedSession } from './derived-session.ts';
import { workedEvents } from './session-of-work.ts';

/** Events that are appended before they are derived. */
export const APPENDED = 1_000;
/** One in this many events is kept back: prompts, and as many results of reading. */
export const KEPT_BACK = 200;

/** One generated session that grows by `APPENDED` events at a time, some of which are kept back. */
export class GrowingSession extends DerivedSession {
  /** Events of the session so far, those that were kept back among them. */
  length = 0;
  readonly keptBack: CleanEvent[] = [];

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
    await this.arrive(events);
    await this.settle();
  }
}
