import { retireCommand } from '../render/ask-and-retire.ts';

/** `cairn consolidate` */
export const consolidateCommand = retireCommand('consolidate', {
  summary: 'merge memories that say the same thing: the newest stays, with a count and dates',
  details:
    'Merges a command that ran three or more times with the same result, repeated reads of a file, and repeated web searches. The merged ones are hidden, and --undo brings them back until they are pruned. It never merges knowledge, or anything that a summary, pattern or collection is based on.\n\nExamples:\n  cairn consolidate --dry-run\n  cairn consolidate --project . --older-than 30d',
  shown: { olderThan: 'what happened before: 7d, "last month", 2026-10-05; default 7d' },
  question: () => 'Let these stand for the others?',
});
