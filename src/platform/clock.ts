/** Returns the time in milliseconds since 1970. Passed as a parameter where a test sets it. */
export type Clock = () => number;

/** The time of this machine, in milliseconds since 1970. */
export const now: Clock = () => Date.now();
