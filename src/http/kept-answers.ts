/** The body of an answer, with the tag by which a reader asks whether it has it. */
export interface TaggedAnswer {
  body: string;
  etag: string;
}

/** Answers that were given last, each for as long as it still holds. */
export interface KeptAnswers {
  /** The answer to what is named so; `undefined` when it was not kept, or something was written since. */
  find(name: string): TaggedAnswer | undefined;
  /** Carries a question out and keeps its answer, unless something is written meanwhile. */
  answer(name: string, ask: () => Promise<TaggedAnswer>): Promise<TaggedAnswer>;
}

/**
 * Milliseconds for which an answer is given again although nothing was written: what it says of files on the disk, and of
 * times that count from now, may have changed.
 */
export const HOLDS_MS = 5_000;
/** Upper bounds on characters that are kept, of all answers and of one. */
const CHARS = { all: 4_000_000, one: 200_000 } as const;

interface Kept extends TaggedAnswer {
  changes: number;
  at: number;
}

/** Keeps answers by a count that grows with whatever is written; `changes` gives it, `now` the time in milliseconds. */
export function createKeptAnswers(changes: () => number, now: () => number = () => performance.now()): KeptAnswers {
  const kept = new Map<string, Kept>();
  let chars = 0;
  const drop = (name: string): void => {
    chars -= kept.get(name)?.body.length ?? 0;
    kept.delete(name);
  };
  return {
    find(name) {
      const found = kept.get(name);
      if (found === undefined) return undefined;
      if (found.changes === changes() && now() - found.at < HOLDS_MS) return found;
      drop(name);
      return undefined;
    },
    async answer(name, ask) {
      const [count, at] = [changes(), now()];
      const answer = await ask();
      drop(name);
      if (answer.body.length > CHARS.one || changes() !== count) return answer;
      kept.set(name, { ...answer, changes: count, at });
      chars += answer.body.length;
      for (const oldest of kept.keys()) {
        if (chars <= CHARS.all) break;
        drop(oldest);
      }
      return answer;
    },
  };
}
