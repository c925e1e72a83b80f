// llm/model: the contract of a language model, and how its reply is read and counted. Nothing here is stored, and nothing
// decides what is remembered: without a model, or when it fails, the words of the rules are kept.

import type { JsonObject } from '../../core/json.ts';

/** What a model is asked: instructions, the material, and the form of the answer. It has passed redaction. */
export interface ModelRequest {
  system: string;
  prompt: string;
  /** The JSON Schema of the answer, where the model can be held to one; its name is a word. */
  schema: { name: string; schema: JsonObject };
  /** Tokens of the answer at most. */
  maxTokens: number;
}

/** What a model answered. Tokens as it counts them, else by Cairn's own measure. */
export interface ModelReply {
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** True when it stopped at `maxTokens`. */
  isCut: boolean;
}

/**
 * A language model.
 * @example
 * const { text } = await model.complete({ system, prompt, schema, maxTokens: 400 }, { signal });
 */
export interface LanguageModel {
  /** As `llm.model` names it, without arguments of a command. */
  readonly name: string;
  /** Asks it once. Throws `model_failed` with a fix, `timeout` or `cancelled`; never with what was sent. */
  complete(request: ModelRequest, options: { signal: AbortSignal }): Promise<ModelReply>;
}
