import { retireCommand } from '../render/ask-and-retire.ts';

/** `cairn consolidate` */
export const consolidateCommand = retireCommand('consolidate', {
  summary: 'let one memory stand for many that say the same: the newest, with how often and when',
  details:
    'The same command with the same outcome again and again, reads of the same file, the same question to the web, three times or more. The others go out of sight and can be brought back (--undo) until they are pruned. Never knowledge, nor what summaries, patterns or collections stand on.\n\nExamples:\n  cairn consolidate --dry-run\n  cairn consolidate --project . --older-than 30d',
  shown: { olderThan: 'what happened before: 7d, "last month", 2026-10-05; default 7d' },
  question: () => 'Let these stand for the others?',
});
