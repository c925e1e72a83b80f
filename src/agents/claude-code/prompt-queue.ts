import type { JsonObject } from '../../core/json.ts';
import { isTaskNotification } from '../shared/dialects/claude-prompt.ts';

const MAX_WAITING = 200;

/** A prompt that was typed while the agent worked. */
export interface QueuedPrompt {
  text: string;
  /** Names the occurrence: when it was typed. */
  origin: string;
  /** Byte at which its line starts, and the state of the parser there. */
  offset: number;
  state: JsonObject;
}

/**
 * The prompts that wait while the agent works. Versions before about 2.1.100 write one that is handed over during the turn
 * nowhere else than in the two lines of the queue, where the second does not say which one it means.
 */
export interface PromptQueue {
  add(prompt: QueuedPrompt): void;
  /** Takes out the prompt that a line of its own, or an attachment, tells of. */
  drop(text: string): void;
  /** Takes out the one that is handed over next: a person's before a notification, then the oldest. */
  next(): QueuedPrompt | undefined;
  clear(): void;
  oldest(): QueuedPrompt | undefined;
  /** Forgets those that were typed before a byte. */
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
