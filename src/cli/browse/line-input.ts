import { plain } from '../render/show.ts';
import type { Key } from './layer.ts';

/** Upper bound on the characters of a question. */
const MOST = 500;

/** A line that a person types. */
export interface LineInput {
  readonly text: string;
  /** The line with its cursor marked by `mark`. */
  shown(mark: (char: string) => string): string;
  /** Takes a key; false for one that writes nothing. */
  press(key: Key): boolean;
}

/** Builds an empty line with the keys of a shell. */
export function createLineInput(): LineInput {
  let before: readonly string[] = [];
  let after: readonly string[] = [];
  const keys: Readonly<Record<string, () => void>> = {
    backspace: () => {
      before = before.slice(0, -1);
    },
    delete: () => {
      after = after.slice(1);
    },
    left: () => moveTo(before.length - 1),
    right: () => moveTo(before.length + 1),
    home: () => moveTo(0),
    'ctrl+a': () => moveTo(0),
    end: () => moveTo(MOST),
    'ctrl+e': () => moveTo(MOST),
    'ctrl+u': () => {
      before = [];
    },
    'ctrl+w': () => {
      before = [...before.join('').replace(/\S*\s*$/, '')];
    },
  };
  const moveTo = (at: number): void => {
    const all = [...before, ...after];
    before = all.slice(0, Math.max(at, 0));
    after = all.slice(before.length);
  };
  return {
    get text() {
      return [...before, ...after].join('');
    },
    shown: (mark) => `${before.join('')}${mark(after[0] ?? ' ')}${after.slice(1).join('')}`,
    press({ name, text }) {
      const does = keys[name];
      if (does !== undefined) does();
      else if (text === '') return false;
      else before = [...before, ...plainKeys(text)].slice(0, MOST - after.length);
      return true;
    },
  };
}

/** What was typed or pasted, as characters that a terminal only shows. */
function plainKeys(text: string): string[] {
  return [...(text === ' ' ? text : plain(text))];
}
