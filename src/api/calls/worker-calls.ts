import { REBUILDABLE } from '../../core/model/kinds.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { type CallTable, write } from './call.ts';
import { boolean, integer, text } from './fields.ts';

/** Calls about the state of the memory and the work of its worker. */
export const WORKER_CALLS = {
  status: {
    ...write('Tells the state of the memory.'),
    methods: ['GET', 'POST'],
    args: [],
    input: {},
  },
  jobs: {
    ...write('Lists the jobs that wait, are under way or were given up; cancels or retries one.'),
    input: {
      cancel: integer('Takes the job of this number out, or stops it.', 1, Number.MAX_SAFE_INTEGER),
      retry: integer('Tries the job of this number again now.', 1, Number.MAX_SAFE_INTEGER),
    },
  },
  rebuild: {
    ...write('Has everything, or a part, derived again in the background.'),
    input: {
      what: text(
        'What is derived again: all from events (items, the default), the same after all was dropped (index), sessions, patterns, or the vectors of memories.',
        REBUILDABLE,
      ),
    },
  },
  llm: {
    ...write('Tells what the language model does, did and would be sent, or has it make the next call.'),
    unbounded: true,
    input: {
      plan: boolean('Tell what would be sent, exactly, and send nothing.'),
      run: boolean('Make the next call of the model now.'),
      again: boolean('Of what another model worded before, or this one by another prompt, instead of what waits.'),
      /** A session's id, or the id of anything that belongs to it. */
      session: text("A session's id, or the id of anything that belongs to it; default all that waits."),
    },
  },
  doctor: {
    ...write('Looks at the health of the memory.'),
    unbounded: true,
    input: {
      deep: boolean('Read everything and compare it with its hashes.'),
      fix: boolean('Mend what can be mended.'),
    },
  },
  settled: {
    ...write('Answers once nothing is left to derive.'),
    unbounded: true,
    args: 'options',
    input: { timeoutMs: integer('Milliseconds to wait at most; default 30,000.', 0, DAY_MS) },
  },
} as const satisfies CallTable;
