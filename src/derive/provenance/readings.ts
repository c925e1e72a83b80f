import type { Author } from '../../core/model/kinds.ts';

/** Looks up the hash of a shingle or of a single word: the author of what was read with it, or `undefined`. */
export type ReadingLookup = (hash: number) => Author | undefined;

/** What a session had read before an event, without the words that a person had said in it. */
export interface Readings {
  /** The author of a shingle or a single word: `web` where any text from outside held it. */
  authorOf: ReadingLookup;
  /** True for a shingle or a single word that nothing held but text from outside. */
  isOnlyOutside: (hash: number) => boolean;
  /** True: it had read text from outside. */
  hasOutside: boolean;
}
