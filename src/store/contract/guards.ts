/** The value of a setting that protects a person, as it was seen. */
export interface SeenGuard {
  key: string;
  /** As JSON; of a secret a hash, of what can hold one its short form and a hash: `"http://host/v1 #0123456789abcdef"`. */
  value: string;
  /** Where it came from. */
  from: 'default' | 'file' | 'env';
  /** `loosened`: it protects less than the one before, and no person said so; `accepted`: a person did; `seen`: any other. */
  how: 'seen' | 'loosened' | 'accepted';
  /** Milliseconds since 1970. */
  at: number;
}

/** A guard that was loosened, and the value before. */
export interface LoosenedGuard extends Omit<SeenGuard, 'how'> {
  before: string;
}

/**
 * The values that guards had, so that a change made outside of Cairn is noticed.
 * @example
 * const last = await guards.last('tripwires.mode');
 * if (last?.value !== value) await guards.add({ key: 'tripwires.mode', value, from: 'file', how: 'seen', at });
 */
export interface Guards {
  /** The value that was seen last; `undefined` when none ever was. */
  last(key: string): Promise<SeenGuard | undefined>;
  /** Whether a person once accepted this value from there. */
  isAccepted(guard: Pick<SeenGuard, 'key' | 'value' | 'from'>): Promise<boolean>;
  /** Adds a value that was seen; of each key the last fifty are kept. */
  add(guard: SeenGuard): Promise<void>;
  /** What was loosened since a time (milliseconds since 1970) and not accepted after, latest first. */
  loosened(since: number, limit: number): Promise<LoosenedGuard[]>;
}
