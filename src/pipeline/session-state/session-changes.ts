import type { EventId } from '../../core/model/ids.ts';
import type { SessionFact } from '../../derive/event/session-fact.ts';
import { TimeList } from './time-list.ts';

const MAX_CHANGES = 50;

/** The files that a session changed, and when it committed. */
export class ChangedFilesOfSession {
  /** Facts that changed files or committed. */
  readonly #facts = new TimeList<SessionFact>();

  add(fact: SessionFact): void {
    if (fact.changed !== undefined || fact.commits === true) this.#facts.add(fact);
  }

  remove(fact: SessionFact): void {
    this.#facts.remove(fact);
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
}

/** Files of the project: what lies elsewhere is in no commit of it. */
function relativeFiles({ changed = [] }: SessionFact): string[] {
  return changed.filter((file) => !file.startsWith('/'));
}
