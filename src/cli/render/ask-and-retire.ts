import type { RetiredBatch, RetirePlan, RetireReport, RetireResult } from '../../api/retire-answers.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { CliContext, CommandInput, OptionSpec } from '../terminal/command.ts';
import { confirm } from '../terminal/confirm.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { flagOption, textOption } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';
import { plain, timeSpan } from './show.ts';
import { showEntries } from './show-entry.ts';
import { showNotes } from './show-notes.ts';

/** The options that `prune` and `consolidate` have in common. */
export const RETIRE_OPTIONS: readonly OptionSpec[] = [
  { flags: '--project <project>', help: 'only this project: a path in it, its name or id; default all' },
  { flags: '--dry-run', help: 'only show what would go, and what is out of sight already' },
  { flags: '--yes', help: 'do not ask' },
  { flags: '--confirm <token>', help: 'do exactly what a plan showed, by its token' },
  { flags: '--undo <batch>', help: 'bring back what went out of sight at once' },
  { flags: '--json', help: 'print JSON' },
];

/** What differs between `prune` and `consolidate`: the call to the memory, and the question to the person. */
export interface Retiring {
  question: string;
  /** The command line that repeats this command. */
  command: string;
  ask: (how: { confirm?: string; undo?: string }) => Promise<RetireResult>;
}

/** Shows what would be retired, asks, retires it and reports the result; returns the exit code. */
export async function runRetiring(
  input: CommandInput,
  context: CliContext,
  { question, command, ask }: Retiring,
): Promise<number> {
  const { out, json } = context;
  const undo = textOption(input, 'undo');
  if (undo !== undefined) return report(await ask({ undo }), context);
  const token = textOption(input, 'confirm');
  if (token !== undefined) return report(await ask({ confirm: token }), context);
  out.progress('Looking …');
  const plan = await ask({});
  out.progress('');
  if (plan.state !== 'planned') return report(plan, context);
  const isNothing = plan.items === 0;
  if (isNothing || flagOption(input, 'dryRun')) {
    if (json) out.json(plan);
    else showPlan(plan, out);
    if (!isNothing) out.say(`To do exactly this: ${command} --confirm ${plan.token}`);
    return EXIT.ok;
  }
  if (!json) showPlan(plan, out);
  await confirm(question, { input, context, command });
  return report(await ask({ confirm: plan.token }), context);
}

function report(result: RetireResult, { out, json }: CliContext): number {
  if (json) out.json(result);
  else if (result.state === 'planned') showPlan(result, out);
  else showReport(result, out);
  return EXIT.ok;
}

function showReport({ state, items, events, freed, batch, notes }: RetireReport, out: Output): void {
  out.print(`${state} ${formatCounted(items, 'memory')} (${plain(batch)})`);
  if (events > 0) out.say(`Erased for good: ${formatCounted(events, 'event')}.`);
  if (freed > 0) out.say(`The disk got ${formatBytes(freed)} back.`);
  showNotes(notes, out);
}

function showPlan(plan: RetirePlan, out: Output): void {
  const { items, byKind, bytes: size, standing, firstAt, lastAt, sample, batches, notes } = plan;
  if (items === 0) out.say('Nothing would go.');
  if (items > 0) {
    const span = firstAt === undefined || lastAt === undefined ? '' : `, ${timeSpan(firstAt, lastAt)}`;
    out.say(`${formatCounted(items, 'memory')} would go out of sight, about ${formatBytes(size)} of text${span}.`);
    const kinds = Object.entries(byKind).sort(([, one], [, other]) => other - one);
    out.say(kinds.map(([kind, n]) => `${plain(kind)} ${formatCount(n)}`).join(', '));
    if (standing > 0) out.say(`${formatCount(standing)} of the same stay and stand for them.`);
    out.say(sample.length < items ? 'Some of them:' : 'They are:');
    showEntries(sample, out);
  }
  if (batches.length > 0) out.say('Out of sight already:');
  for (const batch of batches) out.say(`  ${batchLine(batch)}`);
  showNotes(notes, out);
}

function batchLine({ batch, reason, at, items, prunedFrom }: RetiredBatch): string {
  return `${batch}  ${formatMinute(at)}  ${formatCounted(items, 'memory')} (${reason}), erased from ${prunedFrom.slice(0, 10)}`;
}
