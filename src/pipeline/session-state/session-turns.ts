import type { Meaning } from '../../core/model/kinds.ts';
import type { SessionFact } from '../../derive/event/session-fact.ts';
import { type Timed, TimeList } from './time-list.ts';

/** Number of earlier prompts that are searched for the request when a prompt does not state it itself. */
const LOOK_BACK = 4;

/** An event of a turn. */
export interface TurnEvent {
  at: number;
  subagent?: string | undefined;
  prompt?: string | undefined;
}

/** The prompts of a session. */
export class SessionTurns {
  /** Prompts of each thread: a subagent's, or `undefined` for the session's own. */
  readonly #asked = new Map<string | undefined, TimeList<SessionFact>>();
  /** Prompts by thread and label. */
  readonly #labelled = new Map<string, TimeList<SessionFact>>();

  add(fact: SessionFact): void {
    if (fact.asked === undefined) return;
    listOf(this.#asked, fact.subagent).add(fact);
    if (fact.asked.label !== undefined) listOf(this.#labelled, keyOf(fact.subagent, fact.asked.label)).add(fact);
  }

  remove(fact: SessionFact): void {
    if (fact.asked === undefined) return;
    this.#asked.get(fact.subagent)?.remove(fact);
    if (fact.asked.label !== undefined) this.#labelled.get(keyOf(fact.subagent, fact.asked.label))?.remove(fact);
  }

  /** All prompts, unordered. */
  facts(): SessionFact[] {
    return [...this.#asked.values()].flatMap((facts) => [...facts.from(Number.NEGATIVE_INFINITY)]);
  }

  /**
   * The intent behind the turn of an event: that of the latest prompt of its thread, or of its label when it has one. A
   * prompt without an intent of its own ("the second one, please") continues the one before it.
   */
  wantedOf({ at, subagent, prompt }: TurnEvent): Meaning | undefined {
    const own = first(this.#asked.get(subagent)?.upTo(at)) === undefined ? undefined : subagent;
    const thread = this.#asked.get(own);
    const labelled = prompt === undefined ? undefined : first(this.#labelled.get(keyOf(own, prompt))?.upTo(at));
    const last = labelled ?? first(thread?.upTo(at));
    if (thread === undefined || last === undefined) return undefined;
    const telling = [last, ...thread.before(last).take(LOOK_BACK)].find(({ asked }) => asked?.wants !== undefined);
    return telling?.asked?.wants;
  }
}

function keyOf(subagent: string | undefined, label: string): string {
  return `${subagent ?? ''}\n${label}`;
}

function listOf<Key, Row extends Timed>(lists: Map<Key, TimeList<Row>>, key: Key): TimeList<Row> {
  const known = lists.get(key);
  if (known !== undefined) return known;
  const list = new TimeList<Row>();
  lists.set(key, list);
  return list;
}

function first<Row>(rows: Iterable<Row> = []): Row | undefined {
  for (const row of rows) return row;
  return undefined;
}
