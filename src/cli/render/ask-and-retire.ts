import type { Fields } from '../../api/calls/fields.ts';
import { CALLS } from '../../api/calls.ts';
import type { PruneInput } from '../../api/requests.ts';
import type { RetiredBatch, RetirePlan, RetireReport, RetireResult } from '../../api/retire-answers.ts';
import { formatBytes, formatCount, formatCounted } from '../../core/text/format-count.ts';
import { callOptions, type ShownOptions } from '../terminal/call-options.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { flagOption, textOption } from '../terminal/options.ts';
import type { Output } from '../terminal/output.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { plain, sortedCounts, spanOf } from './show.ts';
import { showEntries } from './show-entry.ts';
import { showNotes } from './show-notes.ts';

/** What differs between `prune` and `consolidate`: the texts, the options of the call, and the question to the person. */
export interface RetireCommand extends Pick<CommandSpec, 'summary' | 'details'> {
  shown: ShownOptions;
  question(asked: PruneInput): string;
}

/** Builds a command that shows what would be retired, asks, retires it and reports the result. */
export function retireCommand(name: 'prune' | 'consolidate', { shown, question, ...spec }: RetireCommand): CommandSpec {
  const project = 'only this project: a path in it, its name or id; default all';
  const { options, read } = callOptions<Fields>(CALLS[name].input, { ...shown, project });
  return {
    ...spec,
    name,
    options: [
      ...options,
      { flags: '--dry-run', help: 'only show what would go, and what is hidden already' },
      { flags: '--yes', help: 'do not ask' },
      { flags: '--confirm <token>', help: 'do exactly what a plan showed, by its token' },
      { flags: '--undo <batch>', help: 'restore one hidden batch' },
    ],
    async run(input, context) {
      const { io, out } = context;
      const asked: PruneInput = read(input, io);
      const memory = context.openMemory({ person: isPerson(io) });
      const ask = async (how: Pick<PruneInput, 'confirm' | 'undo'>): Promise<RetireResult> =>
        memory[name]({ ...asked, ...how }, { signal: io.signal });
      const undo = textOption(input, 'undo');
      if (undo !== undefined) return report(await ask({ undo }), out);
      const token = textOption(input, 'confirm');
      if (token !== undefined) return report(await ask({ confirm: token }), out);
      out.progress('Looking …');
      const plan = await ask({});
      out.progress('');
      if (plan.state !== 'planned') return report(plan, out);
      const command = commandToRepeat(name, input);
      const isNothing = plan.items === 0;
      if (isNothing || flagOption(input, 'dryRun')) {
        report(plan, out);
        if (!isNothing) out.say(`To do exactly this: ${command} --confirm ${plan.token}`);
        return;
      }
      if (!context.json) showPlan(plan, out);
      await confirm(question(asked), { input, context, command });
      report(await ask({ confirm: plan.token }), out);
    },
  };
}

function report(result: RetireResult, out: Output): void {
  out.result(result, () => (result.state === 'planned' ? showPlan(result, out) : showReport(result, out)));
}

function showReport({ state, items, events, freed, batch, notes }: RetireReport, out: Output): void {
  out.print(`${state} ${formatCounted(items, 'memory')} (${plain(batch)})`);
  if (events > 0) out.say(`Erased for good: ${formatCounted(events, 'event')}.`);
  if (freed > 0) out.say(`The disk got ${formatBytes(freed)} back.`);
  showNotes(notes, out);
}

function showPlan(plan: RetirePlan, out: Output): void {
  const { items, byKind, bytes: size, standing, sample, batches, notes } = plan;
  if (items === 0) out.say('Nothing would go.');
  if (items > 0) {
    const memories = formatCounted(items, 'memory');
    out.say(`${memories} would be hidden, about ${formatBytes(size)} of text${spanOf(plan)}.`);
    out.say(sortedCounts(byKind).join(', '));
    if (standing > 0) out.say(`${formatCount(standing)} of the same stay and stand for them.`);
    out.say(sample.length < items ? 'Some of them:' : 'They are:');
    showEntries(sample, out);
  }
  if (batches.length > 0) out.say('Hidden already:');
  for (const batch of batches) out.say(`  ${batchLine(batch, out)}`);
  showNotes(notes, out);
}

function batchLine({ batch, reason, at, items, prunedFrom }: RetiredBatch, { when }: Output): string {
  return `${batch}  ${when(at)}  ${formatCounted(items, 'memory')} (${reason}), erased from ${prunedFrom.slice(0, 10)}`;
}
