import type { EventId } from '../core/ids.ts';
import type { SessionFact } from '../derive/session-fact.ts';
import type { Use } from './looked-for.ts';
import { TimeList } from './time-list.ts';

const MAX_CHANGES = 50;
/** Commits after a change of which one can have asked for it: one that amends goes back beyond the one before it. */
const REACH = 3;

/** The files that a session changed and when it committed, and which events asked for that. */
export class SessionChanges {
  /** Facts that changed files or committed, and those of them that committed. */
  readonly #facts = new TimeList<SessionFact>();
  readonly #commits = new TimeList<SessionFact>();
  #uses = new TimeList<Use>();

  add(fact: SessionFact): void {
    if (fact.changed !== undefined || fact.commits === true) this.#facts.add(fact);
    if (fact.commits === true) this.#commits.add(fact);
  }

  remove(fact: SessionFact): void {
    this.#facts.remove(fact);
    if (fact.commits === true) this.#commits.remove(fact);
  }

  /** Of the facts those that say what was changed before an event that is later than all of them. */
  facts(): SessionFact[] {
    const found: SessionFact[] = [];
    const files = new Set<string>();
    let boundaries = 2;
    for (const fact of this.#facts.upTo(Number.POSITIVE_INFINITY)) {
      if (boundaries === 0 || files.size >= MAX_CHANGES) break;
      const known = files.size;
      for (const file of relativeFiles(fact)) files.add(file);
      if (fact.commits === true) boundaries -= 1;
      if (fact.commits === true || files.size > known) found.push(fact);
    }
    return found;
  }

  /** Takes in an event that asked. */
  ask(use: Use): void {
    this.#uses.add(use);
  }

  /** Takes out an event that asked. */
  forget(use: Use): void {
    this.#uses.remove(use);
  }

  /** Takes out all events that asked. */
  forgetAsked(): void {
    this.#uses = new TimeList();
  }

  /** The files changed before an event since the commit before it, or since the one before that where it amends. */
  before({ id, at }: { id: EventId; at: number }, amends: boolean): string[] {
    const files = new Set<string>();
    let boundaries = amends ? 2 : 1;
    for (const fact of this.#facts.before({ at, event: id })) {
      // What the event itself was before it was told otherwise.
      if (fact.event === id) continue;
      if (fact.commits === true) boundaries -= 1;
      if (boundaries === 0 || files.size >= MAX_CHANGES) break;
      for (const file of relativeFiles(fact)) files.add(file);
    }
    return [...files];
  }

  /** Tells of every event that may be told other files now that a fact came or went. */
  changedBy(fact: SessionFact, changes: (event: EventId) => void): void {
    if (fact.changed === undefined && fact.commits !== true) return;
    const reached = this.#commits.from(fact.at, fact.event).take(REACH).toArray();
    const until = reached.length < REACH ? Number.POSITIVE_INFINITY : (reached.at(-1)?.at ?? fact.at);
    for (const use of this.#uses.from(fact.at)) {
      if (use.at > until) return;
      if (use.event !== fact.event) changes(use.event);
    }
  }
}

/** Files of the project: what lies elsewhere is in no commit of it. */
function relativeFiles({ changed = [] }: SessionFact): string[] {
  return changed.filter((file) => !file.startsWith('/'));
}
