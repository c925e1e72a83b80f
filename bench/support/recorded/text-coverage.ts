import { isJsonObject, type JsonValue } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';

/** Characters of a window by which a text is looked for that is not told as it stands, and how many are taken. */
const WINDOW = 48;
const WINDOWS = 8;

/** What events tell, to look texts up in. White space counts for nothing. */
export interface TextCoverage {
  add(events: readonly Pick<RawEvent, 'body' | 'cwd'>[]): void;
  /**
   * The share of a text that events contain: 1 when one event's text contains all of it, else that of windows over it.
   */
  shareOf(text: string): number;
}

/** Without white space, which readers trim. */
export function plain(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Nothing told yet. */
export function createTextCoverage(): TextCoverage {
  const whole = new Set<string>();
  const long: string[] = [];
  let joined: string | undefined;
  const add = (value: JsonValue | undefined): void => {
    if (typeof value === 'string') {
      const text = plain(value);
      if (text === '' || whole.has(text)) return;
      whole.add(text);
      long.push(text);
      joined = undefined;
    } else if (Array.isArray(value)) for (const element of value) add(element);
    else if (isJsonObject(value)) for (const field of Object.values(value)) add(field);
  };
  const isTold = (text: string): boolean => {
    joined ??= long.join('\n');
    return joined.includes(text);
  };
  return {
    add: (events) => {
      for (const { body, cwd } of events) {
        add(cwd);
        for (const [name, value] of Object.entries(body)) if (name !== 'kind') add(value as JsonValue);
      }
    },
    shareOf: (text) => {
      const wanted = plain(text);
      if (wanted === '' || whole.has(wanted)) return 1;
      if (wanted.length <= WINDOW || isTold(wanted)) return isTold(wanted) ? 1 : 0;
      const step = (wanted.length - WINDOW) / (WINDOWS - 1);
      const windows = Array.from({ length: WINDOWS }, (_, i) => wanted.substr(Math.floor(i * step), WINDOW));
      return windows.filter(isTold).length / WINDOWS;
    },
  };
}
