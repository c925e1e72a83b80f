/** Gives the time in milliseconds since 1970. Handed in where a test must set it. */
export type Clock = () => number;

/** The time of this machine, in milliseconds since 1970. */
export const now: Clock = () => Date.now();
