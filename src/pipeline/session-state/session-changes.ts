import type { EventId } from '../../core/model/ids.ts';
import type { SessionFact } from '../../derive/event/session-fact.ts';
import { TimeList } from './time-list.ts';

const MAX_CHANGES = 50;

/** The files that a session changed, and the times of its commits. */
export class ChangedFilesOfSession {
  /** Facts with changed files or commits. */
  readonly #facts = new TimeList<SessionFact>();

  add(fact: SessionFact): void {
    if (fact.changed !== undefined || fact.commits === true) this.#facts.add(fact);
  }

  remove(fact: SessionFact): void {
    this.#facts.remove(fact);
  }

  /** The facts that answer `before` for an event later than all of them. */
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

  /** The files changed before an event since the preceding commit, or since the one before that for an amending commit. */
  before({ id, at }: { id: EventId; at: number }, amends: boolean): string[] {
    const files = new Set<string>();
    let boundaries = amends ? 2 : 1;
    for (const fact of this.#facts.before({ at, event: id })) {
      // A former version of the event itself.
      if (fact.event === id) continue;
      if (fact.commits === true) boundaries -= 1;
      if (boundaries === 0 || files.size >= MAX_CHANGES) break;
      for (const file of relativeFiles(fact)) files.add(file);
    }
    return [...files];
  }
}

/** Files inside the project; others cannot be in its commits. */
function relativeFiles({ changed = [] }: SessionFact): string[] {
  return changed.filter((file) => !file.startsWith('/'));
}
