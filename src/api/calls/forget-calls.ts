import * as LIMITS from '../../core/limits.ts';
import { PRUNED_KINDS } from '../../core/model/kinds.ts';
import { type CallTable, write } from './call.ts';
import { boolean, FILTER, integer, text, texts, time } from './fields.ts';

const TOKEN = text('The token of the plan that is to be carried out, with the same input.');
const UNDO = text('Name of the batch to be brought back.');

/** Calls that forget memories, or take them out of sight. */
export const FORGET_CALLS = {
  forget: {
    ...write(
      'Forgets by ids at once; else plans, and forgets with the token of the plan. What a person forgets can be brought back by a person for 30 days, unless now. A program erases what it recorded itself, and hides by id what others did.',
    ),
    unbounded: true,
    input: {
      ids: texts('Ids of any kind: forgotten at once.', { least: 1, most: LIMITS.getIds }),
      session: text("A session's id, or the id of anything that belongs to it: all of that session."),
      /** A path inside the project, its name or id. */
      project: text('A path inside the project, its name or id: all of that project.'),
      /** Words that must all occur in a memory. */
      query: text('Words that must all stand in a memory.'),
      agent: text('Only what this agent did.'),
      since: time('Only what happened at this time or after.'),
      /** What happened before this time. */
      before: time('Only what happened before this time.'),
      /** Plan also what `ids` name, and change nothing. */
      dryRun: boolean('Only plan, also what `ids` name.'),
      confirm: text('The token of the plan that is to be carried out.'),
      /** Erase at once, also what a person could bring back: `ids` may name batches that were forgotten before. */
      now: boolean('Erase at once and for good, so that nobody can bring it back: for secrets.'),
      /** Answer with a receipt, by which another program checks the result. */
      receipt: boolean('Answer with a receipt, by which another program checks the result.'),
      undo: text('Name of the batch to be brought back: only a person.'),
    },
  },
  prune: {
    ...write('Plans what is too old or too much, and hides it with the token of the plan.'),
    unbounded: true,
    input: {
      /** What happened before this time: a duration back from now, ISO 8601 or milliseconds since 1970. */
      olderThan: time(
        'Only what happened before this time: a duration back from now (180d), ISO 8601 or milliseconds.',
      ),
      kinds: texts('Only these kinds.', { choices: PRUNED_KINDS }),
      /** How many of the newest of each kind stay. */
      keep: integer('How many of the newest of each kind stay.', 0, 10_000_000),
      /** How many of the sessions active last keep all that they have; what older ones have goes. */
      sessions: integer(
        'The memories of this many sessions stay, those active last; those of older ones go.',
        0,
        100_000,
      ),
      /** As in `Filter`; default all. */
      project: FILTER.project,
      confirm: TOKEN,
      /** Erase it for good at once, with all that was retired before, instead of after the grace. */
      now: boolean('Erase for good at once, with all that was retired before: only a person.'),
      /** Bring back the batch of this name. */
      undo: UNDO,
    },
  },
  consolidate: {
    ...write('Plans what only repeats, and lets one stand for all with the token of the plan.'),
    unbounded: true,
    input: {
      project: FILTER.project,
      /** What happened before this time; default 7d. */
      olderThan: time('Only what happened before this time, as of `prune`; default 7d.'),
      confirm: TOKEN,
      undo: UNDO,
    },
  },
} as const satisfies CallTable;
