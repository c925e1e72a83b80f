import { setTimeout as sleep } from 'node:timers/promises';
import type { RunResult } from './model/protocol.ts';

const LOOK_EVERY_MS = 50;
const SHOW_TIMEOUT_MS = 120_000;
const ESCAPE = String.fromCharCode(27);
// CSI and OSC sequences, and what is left: two-character escapes.
const SEQUENCES = new RegExp(
  `${ESCAPE}(?:\\[[0-9;?<>=]*[A-Za-z]|\\][^${ESCAPE}\\u0007]*(?:\\u0007|${ESCAPE}\\\\)|.)`,
  'g',
);

/** A program on a pseudo-terminal with someone at the keyboard. */
export interface Terminal {
  readonly ended: Promise<RunResult>;
  /** Sends keys as they are; Enter is `\r`. Clears the text that `shows` searches. */
  type(keys: string): Promise<void>;
  /**
   * Waits until the texts were shown, one after the other, since the last keys. White space does not count: a screen
   * moves its cursor instead.
   */
  shows(...texts: readonly string[]): Promise<void>;
}

/** What a terminal is made of: the program's whole output so far, and the way to its input. */
export interface TerminalLine {
  readonly output: () => string;
  readonly ended: Promise<RunResult>;
  readonly write: (keys: string) => Promise<unknown>;
}

/** Puts someone at the keyboard of a program that runs on a pseudo-terminal. */
export function createTerminal({ output, ended, write }: TerminalLine): Terminal {
  let from = 0;
  let over = false;
  const end = (): void => {
    over = true;
  };
  ended.then(end, end);
  return {
    ended,
    type: async (keys) => {
      from = output().length;
      await write(keys);
    },
    shows: async (...texts) => {
      const deadline = Date.now() + SHOW_TIMEOUT_MS;
      for (;;) {
        const shown = squeeze(output().slice(from));
        if (holds(shown, texts.map(squeeze))) return;
        if (over || Date.now() > deadline) throw new Error(`The terminal did not show ${texts.join(', ')}: ${shown}`);
        await sleep(LOOK_EVERY_MS);
      }
    },
  };
}

function holds(shown: string, texts: readonly string[]): boolean {
  let from = 0;
  return texts.every((text) => {
    const at = shown.indexOf(text, from);
    from = at + text.length;
    return at >= 0;
  });
}

function squeeze(text: string): string {
  return text.replace(SEQUENCES, '').replace(/\s+/g, '');
}
