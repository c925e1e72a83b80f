import { retireCommand } from '../render/ask-and-retire.ts';

/** `cairn prune` */
export const pruneCommand = retireCommand('prune', {
  summary: 'remove old memories: hidden first, deleted for good after 30 days',
  details:
    'Shows what would go, asks, and hides it: it is not found, told or counted any more, but its id still works. --undo restores it until it is erased 30 days later (setting retention.graceDays), or at once with --now, which only a person can use. Knowledge, notes, commits and summaries stay, and so does everything that summaries, patterns or collections are based on. Without --older-than, --keep or --sessions it applies the setting retention.days. To erase particular memories, use "cairn forget".\n\nExamples:\n  cairn prune --older-than 180d --dry-run\n  cairn prune --kind observation --older-than 90d --keep 5000\n  cairn prune --sessions 200\n  cairn prune --undo abcdefghijklmnop',
  shown: {
    olderThan: 'memories older than this: a duration such as 180d, or ISO 8601',
    kind: 'only this kind; default every kind that ages',
    keep: 'keep this many of each kind, the newest',
    sessions: 'keep the memories of this many sessions, those active last',
    now: 'delete for good at once, including what is hidden already',
  },
  question: ({ now }) => (now === true ? 'Erase this for good?' : 'Hide this?'),
});
