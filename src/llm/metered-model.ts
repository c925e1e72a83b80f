import { CairnError, toCairnError } from '../core/errors.ts';
import {
  differenceOfUse,
  type ModelBudget,
  type ModelPurpose,
  type ModelUse,
  type ModelUseKey,
  NO_MODEL_USE,
} from '../core/model/model-usage.ts';
import { localDay } from '../core/text/calendar.ts';
import { countTokens } from '../core/text/tokens.ts';
import type { Clock } from '../platform/clock.ts';
import type { CircuitBreaker } from '../platform/http/circuit-breaker.ts';
import { redact } from '../privacy/redact.ts';
import type { LanguageModel, ModelReply, ModelRequest } from './model/language-model.ts';

/** Counter of model use; exact under concurrent calls. */
export interface UsageMeter {
  /** Counts what a call may use; false, without counting, when that would exceed the day's budget. */
  reserve(of: ModelUseKey, use: ModelUse, most: ModelBudget): Promise<boolean>;
  /** Adds a difference, positive or negative. */
  count(of: ModelUseKey, difference: ModelUse): Promise<void>;
}

/** Prices of a million tokens. */
export interface ModelPrices {
  in: number;
  out: number;
}

/** A model whose calls are counted, bounded by a day's budget, and suspended for a while after failures. */
export interface MeteredModel {
  readonly name: string;
  /** As `LanguageModel.complete`; also throws `over_budget`, and the last failure while calls are suspended. */
  complete(purpose: ModelPurpose, request: ModelRequest, options: { signal: AbortSignal }): Promise<ModelReply>;
}

/** The dependencies of a metered model. */
export interface MeteredModelDeps {
  model: LanguageModel;
  meter: UsageMeter;
  circuit: CircuitBreaker;
  prices: ModelPrices;
  budget: ModelBudget;
  now: Clock;
}

/**
 * Builds a metered model. It reserves the use before a call, so that concurrent calls do not exceed the budget
 * together.
 */
export function meteredModel({ model, meter, circuit, prices, budget, now }: MeteredModelDeps): MeteredModel {
  const useOf = (inputTokens: number, outputTokens: number): ModelUse => ({
    ...NO_MODEL_USE,
    inputTokens,
    outputTokens,
    cost: costOf({ inputTokens, outputTokens }, prices),
  });
  return {
    name: model.name,
    async complete(purpose, request, { signal }) {
      const open = circuit.open();
      if (open !== undefined) throw open;
      const clean = { ...request, prompt: redact(request.prompt).text };
      const of = { day: localDay(now()), purpose, model: model.name };
      const most = tokensOf(clean);
      const reserved = { ...useOf(most.input, most.output), calls: 1 };
      if (!(await meter.reserve(of, reserved, budget))) throw overBudget();
      try {
        const reply = await model.complete(clean, { signal });
        const used = useOf(reply.inputTokens, reply.outputTokens);
        await meter.count(of, differenceOfUse({ ...used, calls: 1 }, reserved));
        circuit.succeeded();
        return reply;
      } catch (error) {
        const failure = toCairnError(error);
        if (failure.code !== 'cancelled') circuit.failed(failure);
        // A server that answers too late did the work all the same.
        const used = failure.code === 'timeout' ? reserved : NO_MODEL_USE;
        await meter.count(of, differenceOfUse({ ...used, calls: 1, failed: 1 }, reserved));
        throw failure;
      }
    },
  };
}

/** Upper bound on the tokens of a request and its answer. */
export function tokensOf({ system, prompt, maxTokens }: ModelRequest): { input: number; output: number } {
  return { input: countTokens(system) + countTokens(prompt), output: maxTokens };
}

/** The cost of tokens at given prices. */
export function costOf(use: Pick<ModelUse, 'inputTokens' | 'outputTokens'>, prices: ModelPrices): number {
  return (use.inputTokens * prices.in + use.outputTokens * prices.out) / 1_000_000;
}

function overBudget(): CairnError {
  return new CairnError('over_budget', 'What models may use today is used up; what the rules made stands.', {
    fix: 'It goes on tomorrow; or: cairn config set llm.dailyTokens NUMBER',
  });
}
