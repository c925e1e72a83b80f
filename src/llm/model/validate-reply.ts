import { asNumber } from '../../core/json.ts';
import { countTokens } from '../../core/text/tokens.ts';
import type { ModelReply, ModelRequest } from './language-model.ts';

const TOKENS_MAX = 10_000_000;

/** A reply with the tokens that were counted, unchecked. */
export interface UncheckedReply {
  text: string;
  isCut: boolean;
  inputTokens?: unknown;
  outputTokens?: unknown;
}

/** A reply whose tokens are counts; where what was counted is none, they are measured. */
export function validateReply(request: ModelRequest, reply: UncheckedReply): ModelReply {
  const { text, isCut, inputTokens, outputTokens } = reply;
  return {
    text,
    isCut,
    inputTokens: asCount(inputTokens) ?? countTokens(request.system) + countTokens(request.prompt),
    outputTokens: asCount(outputTokens) ?? countTokens(text),
  };
}

function asCount(value: unknown): number | undefined {
  const number = asNumber(value);
  return number !== undefined && Number.isInteger(number) && number >= 0 && number <= TOKENS_MAX ? number : undefined;
}
