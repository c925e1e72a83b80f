import type { StoredEvent } from '../core/event.ts';
import type { EventId } from '../core/ids.ts';
import { SeenTable } from './seen-table.ts';

/** What the rules asked of a session to derive one of its events. */
export interface Use {
  event: EventId;
  /** Milliseconds since 1970. */
  at: number;
  /** Shingles that are looked for in what the session had read. */
  shingles: number[];
  /** True when they asked for the files that were changed before. */
  changes: boolean;
  /** The words of the prompt of its turn, when they asked for them, and how to ask again. */
  prompt?: { words: string | undefined; again: () => string | undefined };
}

/** What of a session became known: words that were read or said, files changed or committed, something asked. */
export interface News {
  /** The event that told it: what it asked itself is not answered by its own words. */
  event: EventId;
  at: number;
  words: readonly Int32Array[];
  files: boolean;
  asked: boolean;
}

/** Shared by all: an empty one of their own would cost as much as one with words in it. */
const NONE = new Int32Array();

/** Which events asked what, so that news of a session derives anew only those whose answer they change. */
export class Uses {
  readonly #uses = new Map<number, Use & { lookedFor: Int32Array }>();
  /** Of each shingle that was looked for, the time of the last event that did. */
  readonly #lookedFor = new SeenTable<number>();
  #size = 0;

  /** Shingles that it holds. */
  get size(): number {
    return this.#size;
  }

  /** A use to be filled while an event is derived; in the place of the event's former one. */
  begin({ seq, id, at }: StoredEvent): Use {
    const use = { event: id, at, shingles: [], changes: false, lookedFor: NONE };
    this.#size -= this.#uses.get(seq)?.lookedFor.length ?? 0;
    this.#uses.set(seq, use);
    return use;
  }

  /** The event is derived. */
  end(seq: number): void {
    const use = this.#uses.get(seq);
    if (use === undefined) return;
    use.lookedFor = use.shingles.length === 0 ? NONE : Int32Array.from(use.shingles);
    this.#lookedFor.setAll(use.lookedFor, use.at, (last) => last === undefined || last < use.at);
    use.shingles = [];
    this.#size += use.lookedFor.length;
    if (use.lookedFor.length === 0 && !use.changes && use.prompt === undefined) this.#uses.delete(seq);
  }

  /** Events of the time of the news or later for which the rules would be answered otherwise now. */
  changedBy({ event, at, words, files, asked }: News): EventId[] {
    const found = this.#foundIn(words, at);
    if (found.size === 0 && !files && !asked) return [];
    const changed: EventId[] = [];
    for (const use of this.#uses.values()) {
      if (use.at < at || use.event === event) continue;
      const isOther =
        (files && use.changes) ||
        (found.size > 0 && use.lookedFor.some((shingle) => found.has(shingle))) ||
        (asked && use.prompt !== undefined && use.prompt.again() !== use.prompt.words);
      if (isOther) changed.push(use.event);
    }
    return changed;
  }

  #foundIn(words: readonly Int32Array[], at: number): Set<number> {
    const found = new Set<number>();
    for (const shingles of words) {
      for (const shingle of shingles)
        if ((this.#lookedFor.get(shingle) ?? Number.NEGATIVE_INFINITY) >= at) found.add(shingle);
    }
    return found;
  }
}
