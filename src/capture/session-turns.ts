import type { EventId } from '../core/ids.ts';
import type { Meaning } from '../core/item.ts';
import type { SessionFact } from '../derive/session-fact.ts';
import type { Use } from './looked-for.ts';
import { type Timed, TimeList } from './time-list.ts';

/** Prompts before one that does not tell what is wanted in which it is looked for. */
const LOOK_BACK = 4;
/** Prompts from one on after the last of which no event goes by it, but by its label. */
const REACH = LOOK_BACK + 3;

/** An event that asked what its turn is about, and what it was told. */
export type TurnUse = Use & { subagent: string | undefined; prompt: string | undefined; wanted: Meaning | undefined };

/** What was asked in a session, and which events went by it. */
export class SessionTurns {
  /** Prompts of each thread: a subagent's, or `undefined` for the session's own. */
  readonly #asked = new Map<string | undefined, TimeList<SessionFact>>();
  /** The same by thread and label. */
  readonly #labelled = new Map<string, TimeList<SessionFact>>();
  #uses = new TimeList<TurnUse>();
  #usesOf = new Map<string, TimeList<TurnUse>>();

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

  /** All prompts, in no order. */
  facts(): SessionFact[] {
    return [...this.#asked.values()].flatMap((facts) => [...facts.from(Number.NEGATIVE_INFINITY)]);
  }

  /** Takes in an event that asked. */
  ask(use: TurnUse): void {
    this.#uses.add(use);
    if (use.prompt !== undefined) listOf(this.#usesOf, use.prompt).add(use);
  }

  /** Takes out an event that asked. */
  forget(use: TurnUse): void {
    this.#uses.remove(use);
    if (use.prompt !== undefined) this.#usesOf.get(use.prompt)?.remove(use);
  }

  /** Takes out all events that asked. */
  forgetAsked(): void {
    this.#uses = new TimeList();
    this.#usesOf = new Map();
  }

  /**
   * What is wanted in the turn of an event: by the latest prompt of its thread, by label where it has one. A prompt that does
   * not tell what is wanted ("the second one, please") goes on with what was wanted before it.
   */
  wantedOf({ at, subagent, prompt }: Pick<TurnUse, 'at' | 'subagent' | 'prompt'>): Meaning | undefined {
    const own = first(this.#asked.get(subagent)?.upTo(at)) === undefined ? undefined : subagent;
    const thread = this.#asked.get(own);
    const labelled = prompt === undefined ? undefined : first(this.#labelled.get(keyOf(own, prompt))?.upTo(at));
    const last = labelled ?? first(thread?.upTo(at));
    if (thread === undefined || last === undefined) return undefined;
    const telling = [last, ...thread.before(last).take(LOOK_BACK)].find(({ asked }) => asked?.wants !== undefined);
    return telling?.asked?.wants;
  }

  /** Tells of every event that is told something else now that a fact came or went. */
  changedBy(fact: SessionFact, changes: (event: EventId) => void): void {
    if (fact.asked === undefined) return;
    const { at, event, subagent } = fact;
    const reached = this.#asked.get(subagent)?.from(at, event).take(REACH).toArray() ?? [];
    const until = reached.length < REACH ? Number.POSITIVE_INFINITY : (reached.at(-1)?.at ?? at);
    const tell = (use: TurnUse): void => {
      // Events of a thread without prompts go by those of the session.
      const isOfThread = subagent === undefined || use.subagent === subagent;
      if (isOfThread && this.wantedOf(use) !== use.wanted) changes(use.event);
    };
    for (const use of this.#uses.from(at)) {
      if (use.at > until) break;
      tell(use);
    }
    for (const label of new Set([fact, ...reached].map(({ asked }) => asked?.label))) {
      if (label !== undefined) for (const use of this.#usesOf.get(label)?.from(at) ?? []) tell(use);
    }
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
