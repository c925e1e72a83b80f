import type { ConsideredLine, ContextExplanation, ContextResult } from '../../api/context-answers.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { Output } from '../terminal/output.ts';
import { joined, plain } from './show.ts';

/** Prints what speaks for each line of a block and what it costs, then what else was considered and what it lacks. */
export function showExplained({ tokens }: ContextResult, explained: ContextExplanation, out: Output): void {
  const { budget, usualBudget, told, left, enabled } = explained;
  const usual = budget === usualBudget ? '' : ` (usually ${usualBudget})`;
  const count = formatCounted(told.length, 'line');
  out.say(`${count} told, ${tokens} of ${budget} tokens${usual}.`);
  if (!enabled) out.say('Hooks tell nothing now: context.enabled is off.');
  for (const line of told) out.print(lineText(line, out, `${line.tokens} tokens. ${line.why}`));
  if (left.length > 0) out.print(`\n${out.colors.bold('Considered and not told')}`);
  for (const line of left) out.print(lineText(line, out, lackText(line)));
}

function lineText({ text, timesTold, timesUsed }: ConsideredLine, { colors }: Output, about: string): string {
  const record = timesTold > 0 && `told in ${timesTold}, used in ${formatCounted(timesUsed, 'session')}`;
  return `${plain(text)}\n  ${colors.dim(plain(joined([about, record], '; ')))}`;
}

function lackText({ lacks, tokens }: ConsideredLine): string {
  const missing = lacks?.tokens === undefined ? '' : `: ${lacks.tokens} of its ${tokens} tokens are missing`;
  const by = lacks?.by === undefined ? '' : ` (${lacks.by})`;
  return `${lacks?.says ?? ''}${missing}${by}`;
}
