import type { PruneInput } from '../../api/requests.ts';
import { PRUNED_KINDS, type PrunedKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { RETIRE_OPTIONS, runRetiring } from '../render/ask-and-retire.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { flagOption, listOption, numberOption, projectOption, timeOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

const KEEP_MAX = 10_000_000;

/** `cairn prune` */
export const pruneCommand: CommandSpec = {
  name: 'prune',
  summary: 'let go of what is old or too much: first out of sight, after a grace for good',
  details:
    'It shows what would go, asks, and takes it out of sight: not found, not told, not counted, still given by its id. --undo brings it back until it is erased, 30 days later (setting retention.graceDays) or at once with --now. Knowledge, notes, commits and summaries stay, and whatever they, patterns or collections stand on. Without --older-than and --keep it goes by the setting retention.days. To erase at will there is "cairn forget".\n\nExamples:\n  cairn prune --older-than 180d --dry-run\n  cairn prune --kind observation --older-than 90d --keep 5000\n  cairn prune --undo abcdefghijklmnop',
  options: [
    { flags: '--older-than <time>', help: 'what happened before: a duration as 180d, or ISO 8601' },
    { flags: '--kind <kind>', help: 'only this kind; default all that age', choices: PRUNED_KINDS, many: true },
    { flags: '--keep <n>', help: 'the newest of each kind that stay' },
    { flags: '--now', help: 'erase for good at once, with all that is out of sight already' },
    ...RETIRE_OPTIONS,
  ],
  async run(input, context) {
    const { io } = context;
    const what: PruneInput = omitUndefined({
      olderThan: timeOption(input, 'olderThan'),
      kinds: listOption<PrunedKind>(input, 'kind'),
      keep: numberOption(input, 'keep', { min: 0, max: KEEP_MAX }),
      project: projectOption(input, io),
      now: flagOption(input, 'now') ? true : undefined,
    });
    const memory = context.openMemory({ person: isPerson(io) });
    return runRetiring(input, context, {
      question: what.now === true ? 'Erase this for good?' : 'Take this out of sight?',
      command: commandToRepeat('prune', input),
      ask: (how) => memory.prune({ ...what, ...how }, { signal: io.signal }),
    });
  },
};
