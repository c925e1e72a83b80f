// test/torture/simulation: a memory in a few lines, and random operations that are done to it and to the product alike.

/** `absent`: it never was, or a backup from before was put back. `unknown`: it may be either. */
export type State = 'live' | 'forgotten' | 'absent' | 'unknown';

/** What is known of one event, which a mark in its text names. */
export interface Known {
  session: string;
  /** The number by which the same event is recognised when it arrives again. */
  number: string;
  state: State;
  /** It may have been taken out of sight by age: it is in the log, and may not be found. */
  isRetired?: boolean;
}

/** What a backup holds: states by mark, and sessions that were forgotten as a whole. */
export interface Snapshot {
  states: Map<string, State>;
  closed: string[];
}

/** What the memory must hold, by mark, what can be brought back, and what its backups hold. */
export class Model {
  readonly known = new Map<string, Known>();
  /** Marks by the name of the batch that brings them back. */
  readonly trash = new Map<string, string[]>();
  /** Sessions that were forgotten as a whole, with the batch that lifts that; none where nothing does. */
  readonly closed = new Map<string, string | undefined>();
  /** Marks that a backup which was put back knew as forgotten: by an earlier forgetting, no later one's undo brings them back. */
  readonly #buried = new Set<string>();
  /** What backups hold, by their names. */
  readonly backups = new Map<string, Snapshot>();

  /** Marks in one of some states. */
  marks(...states: State[]): string[] {
    return [...this.known].filter(([, { state }]) => states.includes(state)).map(([mark]) => mark);
  }

  of(mark: string): Known {
    const known = this.known.get(mark);
    if (known === undefined) throw new Error(`${mark} was never told`);
    return known;
  }

  /** It arrives, for the first time or again: what was forgotten stays so. */
  tell(mark: string, told: Pick<Known, 'session' | 'number'>): void {
    const known = this.known.get(mark);
    if (known === undefined) this.known.set(mark, { ...told, state: 'live' });
    else if (known.state === 'absent') known.state = 'live';
  }

  /** Forgets some marks; `batch` brings back those of them that were live. Backups that held them are made again. */
  forget(marks: readonly string[], batch: string | undefined): void {
    const live = marks.filter((mark) => this.of(mark).state === 'live');
    if (batch !== undefined) this.trash.set(batch, live);
    for (const mark of marks) this.of(mark).state = 'forgotten';
  }

  /** Forgets all of a session that is there, or that an import of it would bring. */
  forgetSession(session: string, batch: string | undefined): void {
    this.closed.set(session, batch);
    const marks: string[] = [];
    for (const [mark, known] of this.known) {
      if (known.session !== session || known.state === 'unknown') continue;
      // What a backup had lost was not there to be forgotten: a program that records it now may tell something new.
      if (known.state === 'absent' && known.number === mark) known.state = 'unknown';
      else marks.push(mark);
    }
    this.forget(marks, batch);
  }

  /**
   * Brings a batch back, but for what belongs to a session that was forgotten as a whole since; gives what is left of it, `undefined`
   * where it may be either.
   */
  undo(batch: string): number | undefined {
    const lifted = new Set([...this.closed].filter(([, by]) => by === batch).map(([session]) => session));
    for (const session of lifted) this.closed.delete(session);
    const marks = this.trash.get(batch) ?? [];
    const kept = marks.filter((mark) => this.closed.has(this.of(mark).session));
    const buried = marks.filter((mark) => this.#buried.has(mark));
    for (const mark of marks) {
      if (!kept.includes(mark)) this.of(mark).state = buried.includes(mark) ? 'unknown' : 'live';
    }
    // Whether what a backup had lost of the session may be told again is left open.
    for (const known of this.known.values()) {
      if (known.state === 'forgotten' && lifted.has(known.session)) known.state = 'unknown';
    }
    if (kept.length === 0) this.trash.delete(batch);
    return buried.length > 0 ? undefined : kept.length;
  }

  /** Puts a backup back: what was forgotten by then, or since, stays forgotten. */
  restore(name: string): void {
    const { states, closed } = this.backups.get(name) ?? { states: new Map<string, State>(), closed: [] };
    for (const session of closed) if (!this.closed.has(session)) this.closed.set(session, undefined);
    for (const [mark, known] of this.known) {
      const then = states.get(mark) ?? 'absent';
      if (then === 'forgotten') this.#buried.add(mark);
      const both = [known.state, then];
      if (both.includes('unknown')) known.state = 'unknown';
      else known.state = both.includes('forgotten') || this.closed.has(known.session) ? 'forgotten' : then;
    }
  }

  /** What a backup of now holds. */
  snapshot(): Snapshot {
    const states = new Map([...this.known].map(([mark, { state }]): [string, State] => [mark, state]));
    return { states, closed: [...this.closed.keys()] };
  }
}
