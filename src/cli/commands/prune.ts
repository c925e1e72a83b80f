import { retireCommand } from '../render/ask-and-retire.ts';

/** `cairn prune` */
export const pruneCommand = retireCommand('prune', {
  summary: 'let go of what is old or too much: first out of sight, after a grace for good',
  details:
    'It shows what would go, asks, and takes it out of sight: not found, not told, not counted, still given by its id. --undo brings it back until it is erased, 30 days later (setting retention.graceDays) or at once with --now, which only a person does. Knowledge, notes, commits and summaries stay, and whatever they, patterns or collections stand on. Without --older-than and --keep it goes by the setting retention.days. To erase at will there is "cairn forget".\n\nExamples:\n  cairn prune --older-than 180d --dry-run\n  cairn prune --kind observation --older-than 90d --keep 5000\n  cairn prune --undo abcdefghijklmnop',
  shown: {
    olderThan: 'what happened before: a duration as 180d, or ISO 8601',
    kind: 'only this kind; default all that age',
    keep: 'the newest of each kind that stay',
    now: 'erase for good at once, with all that is out of sight already',
  },
  question: ({ now }) => (now === true ? 'Erase this for good?' : 'Take this out of sight?'),
});
