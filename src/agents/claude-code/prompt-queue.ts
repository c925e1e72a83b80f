import type { JsonObject } from '../../core/json.ts';
import { isTaskNotification } from '../shared/dialects/claude-prompt.ts';

const MAX_WAITING = 200;

/** A prompt that was typed while the agent worked. */
export interface QueuedPrompt {
  text: string;
  /** Identifies the occurrence: the time at which it was typed. */
  origin: string;
  /** Byte at which its line starts, and the state of the parser there. */
  offset: number;
  state: JsonObject;
}

/**
 * The prompts that were typed while the agent works and wait to be handed to it. Versions before about 2.1.100 record a
 * prompt that is handed over during a turn only as two queue lines, the second of which does not say which prompt it
 * means.
 */
export interface PromptQueue {
  add(prompt: QueuedPrompt): void;
  /** Removes the prompt that a line of its own, or an attachment, reports. */
  drop(text: string): void;
  /** Removes and returns the prompt that is handed over next: a person's before a notification, then the oldest. */
  next(): QueuedPrompt | undefined;
  clear(): void;
  oldest(): QueuedPrompt | undefined;
  /** Removes the prompts whose lines start before a byte offset. */
  forgetBefore(offset: number): void;
}

/** An empty queue. */
export function createPromptQueue(): PromptQueue {
  let waiting: QueuedPrompt[] = [];
  const without = (prompt: QueuedPrompt | undefined): void => {
    waiting = waiting.filter((other) => other !== prompt);
  };
  return {
    add: (prompt) => {
      waiting = [...waiting, prompt].slice(-MAX_WAITING);
    },
    drop: (text) => without(waiting.find((prompt) => prompt.text === text)),
    next: () => {
      const prompt = waiting.find(({ text }) => !isTaskNotification(text)) ?? waiting[0];
      without(prompt);
      return prompt;
    },
    clear: () => {
      waiting = [];
    },
    oldest: () => waiting[0],
    forgetBefore: (offset) => {
      waiting = waiting.filter((prompt) => prompt.offset >= offset);
    },
  };
}
