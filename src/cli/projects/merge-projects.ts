import { formatCounted } from '../../core/text/format-count.ts';
import { plain } from '../render/show.ts';
import type { CliContext, CommandInput } from '../terminal/command.ts';
import { asks, confirm } from '../terminal/confirm.ts';
import { flagOption, usage } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';
import { type MergePlan, type PlannedMerge, type PlannedSharing, planMerge, planMove } from './plan-merge.ts';
import { planSharing, shareAlong } from './plan-sharing.ts';

/** `cairn projects merge FROM INTO` and `move OLD-PATH NEW-PATH`: shows what would change, asks, and does it. */
export async function mergeProjects(input: CommandInput, context: CliContext): Promise<void> {
  const { io, out } = context;
  const [action = 'merge', from, to] = input.args;
  const undo = flagOption(input, 'undo');
  if (from === undefined || (to === undefined && !undo)) {
    const places = action === 'move' ? 'OLD-PATH NEW-PATH' : 'FROM INTO';
    throw usage(`${action} takes ${places}.`, `cairn projects ${action} ${places}`);
  }
  const place = { memory: context.openMemory({ person: isPerson(io) }), io };
  const found =
    action === 'move'
      ? await planMove({ from, to: to ?? from, undo }, place)
      : await planMerge({ from, into: to ?? '', undo }, place);
  const shares = !undo && isPerson(io);
  const plan = shares ? { ...found, merges: await planSharing(found.merges, place) } : found;
  const isPlanOnly = flagOption(input, 'dryRun') || plan.merges.length === 0;
  if (!context.json) sayPlan(plan, context);
  if (!isPlanOnly) {
    const words = [action, from, to].filter((word) => word !== undefined).map((word) => `"${plain(word)}"`);
    const command = `cairn projects ${words.join(' ')}${undo ? ' --undo' : ''}`;
    await confirm(undo ? 'Take this back?' : 'Merge this?', { input, context, command });
    for (const merge of plan.merges) {
      const { id, into, sharing } = merge;
      const isShared = sharing !== undefined && (await sharesToo(merge, sharing, { input, context }));
      await place.memory.update(id, { into }, { signal: io.signal });
      if (isShared) await shareAlong(merge, sharing, place);
    }
  }
  out.result({ ...plan, done: !isPlanOnly }, () => {
    if (isPlanOnly) return out.say('Nothing was changed.');
    const back = `cairn projects ${action} --undo "${plain(from)}"`;
    out.say(undo ? 'They stand for themselves again.' : `Done. To take it back: ${back}`);
  });
}

/** Asks whether what is merged is to be shared as well: without a yes to this very question, or `--share`, it stays private. */
async function sharesToo(
  { name }: PlannedMerge,
  sharing: PlannedSharing,
  { input, context }: { input: CommandInput; context: CliContext },
): Promise<boolean> {
  if (flagOption(input, 'share')) return true;
  if (flagOption(input, 'yes')) return false;
  const question = `Share ${whatOf(name, sharing)} with ${withWhom(sharing)}, and what is added?`;
  return asks(question, { input, context, command: 'cairn projects merge --share' });
}

function withWhom({ members }: PlannedSharing): string {
  return members.length === 0 ? 'the team' : members.map(plain).join(', ');
}

/** How much would be shared, of which projects: what was merged into the one that is merged now goes with it. */
function whatOf(name: string, { memories, of }: PlannedSharing): string {
  const many = formatCounted(memories, 'memory');
  const isOne = of.length === 1 && of[0]?.name === name;
  if (isOne) return `${many} of ${plain(name)}`;
  const each = of.map((one) => `${one.memories} of ${plain(one.name)}`).join(', ');
  return `${many} of ${plain(name)} and what was merged into it (${each})`;
}

function sayPlan({ merges, skipped }: MergePlan, { out }: CliContext): void {
  for (const merge of merges) {
    out.say(lineOf(merge));
    const { name, intoName, sharing } = merge;
    if (sharing === undefined) continue;
    out.say(
      `  ${plain(intoName)} is shared with ${withWhom(sharing)}. ${whatOf(name, sharing)} would be shared with them, and what is added; without a yes to that (--share) nothing of it is shared.`,
    );
  }
  for (const { where, why } of skipped) out.say(`${plain(where)} stays as it is: ${plain(why)}.`);
}

function lineOf({ id, name, where, sessions, memories, into, intoName }: PlannedMerge): string {
  const holds = `${formatCounted(sessions, 'session')}, ${formatCounted(memories, 'memory')}`;
  const to = into === '' ? 'stands for itself again' : `goes into ${plain(intoName)}`;
  return `${plain(name)} (${id}, ${plain(where)}) ${to}: ${holds}`;
}
