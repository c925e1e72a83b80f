import type { SessionFact } from '../../derive/event/session-fact.ts';
import type { Move, Place } from '../../derive/provenance/text-flow.ts';
import { type Timed, TimeList } from './time-list.ts';

/** The places of a session that hold text from outside: what it downloaded or copied from there, and shells that print it. */
export class OutsidePlaces {
  /** Facts with moves of text. */
  readonly #facts = new TimeList<SessionFact>();
  #brought = 0;
  /** The places after all moves; `undefined` when it has to be made again. */
  #all: ReadonlySet<Place> | undefined;

  add(fact: SessionFact): void {
    if (fact.flow?.moves === undefined) return;
    this.#facts.add(fact);
    this.#brought += bringsIn(fact);
    this.#all = undefined;
  }

  remove(fact: SessionFact): void {
    if (fact.flow?.moves === undefined) return;
    this.#facts.remove(fact);
    this.#brought -= bringsIn(fact);
    this.#all = undefined;
  }

  /** True when nothing came from outside. */
  get isEmpty(): boolean {
    return this.#brought === 0;
  }

  /** The facts that answer `hold` for a later event; none where nothing came from outside. */
  facts(): SessionFact[] {
    return this.isEmpty ? [] : [...this.#facts.upTo(Number.POSITIVE_INFINITY)];
  }

  /** True when one of these places held text from outside before an event. */
  hold(places: readonly Place[], before: Timed): boolean {
    if (this.isEmpty) return false;
    const holding = this.#holding(before);
    return places.some((place) => isHeld(place, holding));
  }

  #holding(before: Timed): ReadonlySet<Place> {
    const [last] = this.#facts.upTo(Number.POSITIVE_INFINITY);
    const isAfterAll =
      last !== undefined && (last.at < before.at || (last.at === before.at && last.event < before.event));
    if (isAfterAll && this.#all !== undefined) return this.#all;
    const holding = new Set<Place>();
    for (const { flow } of [...this.#facts.before(before)].reverse()) {
      for (const move of flow?.moves ?? []) if (isFromOutside(move, holding)) for (const to of move.to) holding.add(to);
    }
    if (isAfterAll) this.#all = holding;
    return holding;
  }
}

function bringsIn({ flow }: SessionFact): number {
  return flow?.moves?.some(({ from }) => from === 'outside') === true ? 1 : 0;
}

function isFromOutside({ from }: Move, holding: ReadonlySet<Place>): boolean {
  return from === 'outside' || from.some((place) => isHeld(place, holding));
}

/** True for a place that holds such text, lies below one, or is a folder's contents (`PATH/*`) with one among them. */
function isHeld(place: Place, holding: ReadonlySet<Place>): boolean {
  for (let at = place; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (holding.has(at)) return true;
  }
  if (!place.endsWith('/*')) return false;
  const folder = place.slice(0, -1);
  for (const held of holding) if (held.startsWith(folder)) return true;
  return false;
}
