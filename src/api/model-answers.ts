import type { ErrorShape } from '../core/errors.ts';
import type { ModelUse, ModelUseKey } from '../core/model/model-usage.ts';

/**
 * What the language model does that words summaries. `off`: none is set; `resting`: the battery is low; `over-budget`: until
 * tomorrow; `failed`: the rules alone until it works again. Cost in the money of the prices.
 */
export interface ModelStatus {
  state: 'off' | 'idle' | 'working' | 'resting' | 'over-budget' | 'failed';
  model?: string;
  /** Summaries that it has not looked at. */
  waiting: number;
  today: ModelUse;
  /** What is left of the day's budget, where one is set. */
  tokensLeft?: number;
  costLeft?: number;
  /** What went wrong last, until it is made good. */
  error?: ErrorShape & { at: string };
}

/** One call of a model as it would be made: exactly what would be sent, and what it would use at most. */
export interface PlannedCall {
  /** Ids of the sessions whose summaries it is about. */
  sessions: string[];
  system: string;
  prompt: string;
  inputTokens: number;
  outputTokensMost: number;
  costMost: number;
}

/** What `llm` answers. */
export interface LlmResult extends ModelStatus {
  purposes: string[];
  /** Answers that were bought and are kept. */
  answers: number;
  /** The usage of the last thirty days. */
  uses: (ModelUseKey & ModelUse)[];
  /** With `again`: summaries that another model worded, or this one by another prompt. */
  older?: number;
  plan?: PlannedCall[];
  /** What came of the next call: ids of summaries with new words, of those that stay, and how many are left. */
  run?: { refined: string[]; kept: string[]; left: number };
}

/**
 * How far the memories are that are to be found by meaning. `off`: by configuration; `resting`: the battery is low;
 * `failed`: by words alone until the embedder works again.
 */
export interface VectorStatus {
  state: 'off' | 'idle' | 'working' | 'resting' | 'failed';
  /** Name of the model whose vectors count. */
  model?: string;
  stored: number;
  waiting: number;
  /** Memories a second, and seconds that this leaves; while it works. */
  perSecond?: number;
  secondsLeft?: number;
  /** What went wrong last, until it is made good. */
  error?: ErrorShape & { at: string };
}
