import type { ModelStatus } from '../../api/model-answers.ts';
import type { ModelUse } from '../../core/model/model-usage.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { plain } from './show.ts';

/** The state of the language model, in words. */
export function modelLine(status: ModelStatus): string {
  const { state, model, waiting, today, error } = status;
  const fix = error?.fix === undefined ? '' : `; fix: ${plain(error.fix)}`;
  if (state === 'off') return 'none: rules write the summaries (cairn config: llm.model)';
  if (model === undefined) return `failed: ${plain(error?.message ?? '')}${fix}`;
  const waits = waiting === 0 ? '' : `, ${formatCounted(waiting, 'summary')} to word`;
  const used = today.calls === 0 ? '' : `, today ${useWords(today)}`;
  const line = `${plain(model)}${waits}${used}`;
  switch (state) {
    case 'failed':
      return `${line}; failed ${error === undefined ? '' : formatMinute(error.at)}: ${plain(error?.message ?? '')}${fix}`;
    case 'resting':
      return `${line}; the rest waits until the battery is charged`;
    case 'over-budget':
      return `${line}; what a day may use is used up`;
    default:
      return line;
  }
}

/** Sums over calls: `12 calls, 34,567 tokens in, 1,234 out, 0.05`. */
export function useWords({ calls, failed, inputTokens, outputTokens, cost }: ModelUse): string {
  const wrong = failed === 0 ? '' : ` (${formatCount(failed)} failed)`;
  const spent = cost === 0 ? '' : `, cost ${costWords(cost)}`;
  return `${formatCounted(calls, 'call')}${wrong}, ${formatCounted(inputTokens, 'token')} in, ${formatCount(outputTokens)} out${spent}`;
}

/** An amount of money, rounded to its significant digits. */
export function costWords(cost: number): string {
  return cost >= 1 || cost === 0 ? cost.toFixed(2) : cost.toPrecision(2);
}
