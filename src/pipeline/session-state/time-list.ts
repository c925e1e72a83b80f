import type { EventId } from '../../core/model/ids.ts';

/** Sort before and behind every id. */
const FIRST = '' as EventId;
const LAST = '\u{10ffff}' as EventId;

/** What has a place in time: milliseconds since 1970; of equal times the id decides. */
export interface Timed {
  at: number;
  event: EventId;
}

/** Rows by time: whatever comes in order is put at the end, whatever comes late moves those after it. */
export class TimeList<Row extends Timed> {
  readonly #rows: Row[] = [];

  /** Puts a row in. An event has one row at most. */
  add(row: Row): void {
    const index = this.#placeOf(row);
    if (index === this.#rows.length) this.#rows.push(row);
    else this.#rows.splice(index, 0, row);
  }

  /** Takes out the row of a place, if there is one. */
  remove(place: Timed): void {
    const index = this.#placeOf(place);
    const row = this.#rows[index];
    if (row !== undefined && compareTimes(row, place) === 0) this.#rows.splice(index, 1);
  }

  /** Rows from a place on, which is that of the first row of its time where no event is given; the oldest first. */
  *from(at: number, event: EventId = FIRST): Generator<Row> {
    for (let index = this.#placeOf({ at, event }); index < this.#rows.length; index += 1)
      yield this.#rows[index] as Row;
  }

  /** Rows up to a time, the newest first. */
  upTo(at: number): Generator<Row> {
    return this.before({ at, event: LAST });
  }

  /** Rows before a place, the newest first. */
  *before(place: Timed): Generator<Row> {
    for (let index = this.#placeOf(place) - 1; index >= 0; index -= 1) yield this.#rows[index] as Row;
  }

  /** Where a place is, or would be: before the first row that is not before it. */
  #placeOf(place: Timed): number {
    let low = 0;
    let high = this.#rows.length;
    const last = this.#rows[high - 1];
    if (last === undefined || compareTimes(last, place) < 0) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareTimes(this.#rows[middle] as Row, place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function compareTimes(one: Timed, other: Timed): number {
  if (one.at !== other.at) return one.at - other.at;
  if (one.event === other.event) return 0;
  return one.event < other.event ? -1 : 1;
}
