import { DEADLINE_SCALE } from '../../src/config/resolve-config.ts';
import { scaleDeadlines } from '../../src/core/deadlines.ts';

/** The shortest of the product's deadlines becomes five seconds, a read's more than three minutes. */
const FACTOR = 100;

/** Deadlines that no busy machine reaches: for tests of what is answered, not of when. */
export const PATIENT = scaleDeadlines(FACTOR);

/** The same for the programs: variables of their environment. */
export const PATIENT_ENV: Readonly<Record<string, string>> = { [DEADLINE_SCALE.env]: String(FACTOR) };

/** The product's own deadlines for a program that asks what never answers, so that no load decides what comes of it. */
export const IMPATIENT_ENV: Readonly<Record<string, string>> = { [DEADLINE_SCALE.env]: '1' };

/** What a program that a test starts takes over of this process: under `npm test`, where Node keeps what it compiled. */
export const COMPILED_ENV: Readonly<Record<string, string>> =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };
