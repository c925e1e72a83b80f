import type { EventId } from '../core/ids.ts';

/** Rows of one block at most: twice as many are split. */
const BLOCK = 512;
/** Sort before and behind every id. */
const FIRST = '' as EventId;
const LAST = '\u{10ffff}' as EventId;

/** What has a place in time: milliseconds since 1970; of equal times the id decides. */
export interface Timed {
  at: number;
  event: EventId;
}

/**
 * Rows by time, in blocks: whatever comes in order is put at the end, whatever comes late moves one block only. What is
 * found costs as many steps as rows are taken, however many there are.
 */
export class TimeList<Row extends Timed> {
  readonly #blocks: Row[][] = [];

  /** Puts a row in. An event has one row at most. */
  add(row: Row): void {
    const { block, index } = this.#placeOf(row);
    const rows = this.#blocks[block];
    if (rows === undefined) this.#blocks.push([row]);
    else rows.splice(index, 0, row);
    if (rows !== undefined && rows.length >= 2 * BLOCK) this.#blocks.splice(block + 1, 0, rows.splice(BLOCK));
  }

  /** Takes out the row of a place, if there is one. */
  remove(place: Timed): void {
    for (const { block, index } of this.#upFrom(place)) {
      if (compareTimes(this.#at(block, index), place) !== 0) return;
      this.#blocks[block]?.splice(index, 1);
      if (this.#blocks[block]?.length === 0) this.#blocks.splice(block, 1);
      return;
    }
  }

  /** Rows from a place on, which is that of the first row of its time where no event is given; the oldest first. */
  *from(at: number, event: EventId = FIRST): Generator<Row> {
    for (const { block, index } of this.#upFrom({ at, event })) yield this.#at(block, index);
  }

  /** Rows up to a time, the newest first. */
  upTo(at: number): Generator<Row> {
    return this.before({ at, event: LAST });
  }

  /** Rows before a place, the newest first. */
  *before(place: Timed): Generator<Row> {
    const found = this.#placeOf(place);
    for (let { block, index } = found; block >= 0; block -= 1, index = this.#blocks[block]?.length ?? 0) {
      while (index > 0) {
        index -= 1;
        yield this.#at(block, index);
      }
    }
  }

  #at(block: number, index: number): Row {
    return this.#blocks[block]?.[index] as Row;
  }

  *#upFrom(place: Timed): Generator<{ block: number; index: number }> {
    for (let { block, index } = this.#placeOf(place); block < this.#blocks.length; block += 1, index = 0) {
      for (; index < (this.#blocks[block]?.length ?? 0); index += 1) yield { block, index };
    }
  }

  /** Where a place is, or would be: before the first row that is not before it. */
  #placeOf(place: Timed): { block: number; index: number } {
    const after = firstOf(this.#blocks.length, (i) => compareTimes(this.#at(i, 0), place) >= 0);
    const block = Math.max(0, after - 1);
    const rows = this.#blocks[block] ?? [];
    return { block, index: firstOf(rows.length, (i) => compareTimes(rows[i] as Row, place) >= 0) };
  }
}

function compareTimes(one: Timed, other: Timed): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.event === other.event) return 0;
  return one.event < other.event ? -1 : 1;
}

/** The first of so many places for which something holds that holds for all after it; `count` when for none. */
function firstOf(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
