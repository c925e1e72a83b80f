import { createHash } from 'node:crypto';
import { createDice, plainKey } from '../privacy/secret-samples.ts';
import { SECRET_SAMPLES } from './secret-samples.ts';

/** Characters of one thing that is searched for; shorter pieces occur by chance. */
export const WINDOW = 10;

/** Texts that were drawn for one test, each with a label that says what and where it is. */
export interface Planted {
  /** Texts with a fresh secret each: one for every sample of every kind. */
  secrets(place: string): string[];
  /** The same for one kind. */
  secretsOf(kind: string, place: string): string[];
  /** A fresh random value without a form of its own, for a field under a telling name. */
  value(place: string): string;
  /** Words that must not be kept: private ones, those of an excluded file or project. */
  hidden(place: string): string;
  /** Words that must be found: they show that the place is kept, and that what is kept there is found. */
  kept(place: string): string;
  /** What must not be found, by windows of ten letters and digits in lower case. */
  forbidden: ReadonlyMap<string, string>;
  /** What must be found, by such windows. */
  expected: ReadonlyMap<string, string>;
}

/** An empty set of planted texts; equal names give equal texts. */
export function createPlanted(name: string): Planted {
  const forbidden = new Map<string, string>();
  const expected = new Map<string, string>();

  const secretsOf = (kind: string, place: string, turn = 0): string[] => {
    const texts = drawKind(kind, `${name} ${place} ${turn}`);
    const windows = texts.map((text) => windowsOf(text).filter((window) => !fixedWindows().has(window)));
    // A secret of short pieces cannot be told from chance.
    if (windows.some((some) => some.length === 0)) return secretsOf(kind, place, turn + 1);
    windows.forEach((some, sample) => {
      for (const window of some) forbidden.set(window, `${kind} ${sample} in ${place}`);
    });
    return texts;
  };
  const words = (to: Map<string, string>, place: string): string => {
    const word = createDice(seedOf(`${name} ${place} ${to.size}`)).of('bcdfghjklmnpqrtvwxz', WINDOW + 4);
    to.set(word.slice(0, WINDOW), place);
    return word;
  };
  return {
    forbidden,
    expected,
    secretsOf: (kind, place) => secretsOf(kind, place),
    secrets: (place) => Object.keys(SECRET_SAMPLES).flatMap((kind) => secretsOf(kind, place)),
    value(place) {
      const value = plainKey(createDice(seedOf(`${name} ${place} ${forbidden.size}`)));
      for (const window of windowsOf(value)) forbidden.set(window, `a value in ${place}`);
      return value;
    },
    hidden: (place) => words(forbidden, place),
    kept: (place) => words(expected, place),
  };
}

function drawKind(kind: string, seed: string): string[] {
  return SECRET_SAMPLES[kind]?.(createDice(seedOf(`${kind} ${seed}`))) ?? [];
}

let fixed: Set<string> | undefined;

/** What every drawing holds is no secret: the beginning of a token, the name before a value. */
function fixedWindows(): ReadonlySet<string> {
  fixed ??= new Set(Object.keys(SECRET_SAMPLES).flatMap((kind) => drawKind(kind, 'fixed').flatMap(windowsOf)));
  return fixed;
}

/** The pieces of a text by which it is found: the first, the last and the middle ten of each run of letters and digits. */
function windowsOf(text: string): string[] {
  const runs = text.toLowerCase().match(new RegExp(`[a-z0-9]{${WINDOW},}`, 'g')) ?? [];
  return runs.flatMap((run) => {
    const starts = [0, Math.floor((run.length - WINDOW) / 2), run.length - WINDOW];
    return [...new Set(starts)].map((start) => run.slice(start, start + WINDOW));
  });
}

function seedOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE();
}
