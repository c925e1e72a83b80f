import type { EventId } from '../../core/model/ids.ts';

/** Sorts before every id; the next one after every id. */
const FIRST = '' as EventId;
const LAST = '\u{10ffff}' as EventId;

/** A position in time, milliseconds since 1970; the id decides between equal times. */
export interface Timed {
  at: number;
  event: EventId;
}

/** Rows ordered by time: a row in order is appended, a late one moves those after it. */
export class TimeList<Row extends Timed> {
  readonly #rows: Row[] = [];

  /** Inserts a row. An event has at most one row. */
  add(row: Row): void {
    const index = this.#placeOf(row);
    if (index === this.#rows.length) this.#rows.push(row);
    else this.#rows.splice(index, 0, row);
  }

  /** Removes the row at a position, if there is one. */
  remove(place: Timed): void {
    const index = this.#placeOf(place);
    const row = this.#rows[index];
    if (row !== undefined && compareTimes(row, place) === 0) this.#rows.splice(index, 1);
  }

  /** Rows from a position on, oldest first; without an event from the first row of that time. */
  *from(at: number, event: EventId = FIRST): Generator<Row> {
    for (let index = this.#placeOf({ at, event }); index < this.#rows.length; index += 1)
      yield this.#rows[index] as Row;
  }

  /** Rows up to a time, newest first. */
  upTo(at: number): Generator<Row> {
    return this.before({ at, event: LAST });
  }

  /** Rows before a position, newest first. */
  *before(place: Timed): Generator<Row> {
    for (let index = this.#placeOf(place) - 1; index >= 0; index -= 1) yield this.#rows[index] as Row;
  }

  /** Index of a position: that of the first row not before it. */
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
