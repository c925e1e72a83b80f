import { CairnError } from '../../core/errors.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { DEEP_SALVAGE, SALVAGE } from '../../core/salvage-advice.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { SalvageOutcome } from '../../worker/salvage-home.ts';
import type { CliContext, CommandInput } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { confirm } from '../terminal/confirm.ts';
import { whyNoPerson } from '../terminal/person-evidence.ts';

/** Losses that are named in the terminal; the file beside the damaged database names up to a thousand. */
const NAMED = 20;
const QUESTION = 'Save what can be read into a new database? The worker stops meanwhile, and the damaged file is kept.';

/** What salvaging needs beside the terminal. `onDone` hears what it came to. */
export interface SalvageDeps {
  input: CommandInput;
  stopWorker: (context: CliContext) => Promise<unknown>;
  onDone: (outcome: SalvageOutcome) => void;
}

/** A finding that names a damaged database, with salvaging as what mends it; any other as it is. */
export function mendedBySalvage(finding: HealthFinding, salvage: () => Promise<string>): HealthFinding {
  return finding.fix === SALVAGE || finding.fix === DEEP_SALVAGE ? { ...finding, mend: salvage } : finding;
}

/** Asks a person, stops the worker and salvages the database; returns what that came to as a sentence. */
export async function salvageMemory(context: CliContext, { input, stopWorker, onDone }: SalvageDeps): Promise<string> {
  const { io, out } = context;
  const why = whyNoPerson(io);
  if (why !== undefined) {
    throw new CairnError('not_allowed', `Only a person has a damaged memory salvaged, and ${why}.`, {
      fix: 'Type it in a terminal: cairn doctor --fix',
    });
  }
  await confirm(QUESTION, { input, context, command: commandToRepeat('doctor', input) });
  await stopWorker(context);
  const { paths } = context.readConfig();
  const { salvageHome } = await import('../../worker/salvage-home.ts');
  const outcome = await salvageHome(paths, io.now(), (done, all) => {
    out.progress(`Salvaging: page ${done} of ${all} …`);
  });
  out.progress('');
  onDone(outcome);
  return describe(outcome);
}

/** What is lost, one a line. */
export function describeLost({ lost, lostRows, named }: SalvageOutcome): string[] {
  const lines = lost.slice(0, NAMED).map(({ table, row }) => `  ${table}: ${row}`);
  const more = lostRows - lines.length;
  return more > 0 ? [...lines, `  and ${formatCounted(more, 'more row')}, which ${named} names`] : lines;
}

function describe(outcome: SalvageOutcome): string {
  const { events, sessions, fromPages, fromBackup, backup, lostRows, kept } = outcome;
  const saved = `${formatCounted(events, 'event')} of ${formatCounted(sessions, 'session')}`;
  const how = fromPages === 0 ? '' : `, ${formatCounted(fromPages, 'row')} of it from pages that SQLite does not reach`;
  const others = fromBackup === 0 ? '' : `; ${formatCounted(fromBackup, 'event')} were in the backup ${backup} alone`;
  const lost = lostRows === 0 ? 'nothing is lost' : lossesOf(outcome);
  return `salvaged ${saved}${how}${others}; ${lost}. Memories are derived again from it. The damaged file is ${kept}.`;
}

function lossesOf({ lost, lostRows }: SalvageOutcome): string {
  const named = `${lostRows} ${lostRows === 1 ? 'loss is' : 'losses are'} named`;
  return lost.some(({ table }) => table.endsWith('tombstones'))
    ? `${named}, among them marks of what was forgotten, so no transcript is read again: import none that tells it`
    : `${named}; what transcripts still hold of them is read again`;
}
