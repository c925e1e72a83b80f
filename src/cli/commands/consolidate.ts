import { omitUndefined } from '../../core/omit-undefined.ts';
import { RETIRE_OPTIONS, runRetiring } from '../render/ask-and-retire.ts';
import type { CommandSpec } from '../terminal/command.ts';
import { commandToRepeat } from '../terminal/command-line.ts';
import { projectOption, timeOption } from '../terminal/options.ts';
import { isPerson } from '../terminal/person-evidence.ts';

/** `cairn consolidate` */
export const consolidateCommand: CommandSpec = {
  name: 'consolidate',
  summary: 'let one memory stand for many that say the same: the newest, with how often and when',
  details:
    'The same command with the same outcome again and again, reads of the same file, the same question to the web, three times or more. The others go out of sight and can be brought back (--undo) until they are pruned. Never knowledge, nor what summaries, patterns or collections stand on.\n\nExamples:\n  cairn consolidate --dry-run\n  cairn consolidate --project . --older-than 30d',
  options: [
    { flags: '--older-than <time>', help: 'what happened before: a duration, or ISO 8601; default 7d' },
    ...RETIRE_OPTIONS,
  ],
  async run(input, context) {
    const { io } = context;
    const what = omitUndefined({ olderThan: timeOption(input, 'olderThan'), project: projectOption(input, io) });
    const memory = context.openMemory({ person: isPerson(io) });
    return runRetiring(input, context, {
      question: 'Let these stand for the others?',
      command: commandToRepeat('consolidate', input),
      ask: (how) => memory.consolidate({ ...what, ...how }, { signal: io.signal }),
    });
  },
};
