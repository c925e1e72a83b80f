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
    looks: [],
    input: {},
  },
  jobs: {
    ...write('Lists the jobs that wait, are under way or were given up; cancels or retries one.'),
    looks: [],
    input: {
      cancel: integer('Takes the job of this number out, or stops it.', 1, Number.MAX_SAFE_INTEGER),
      retry: integer('Tries the job of this number again now.', 1, Number.MAX_SAFE_INTEGER),
    },
  },
  backup: {
    ...write('Makes a backup of the memory now.'),
    args: [],
    unbounded: true,
    input: {},
  },
  backups: {
    ...write('Lists the backups of the memory, and looks whether one is whole.'),
    methods: ['GET', 'POST'],
    unbounded: true,
    input: { verify: text('Name of a backup that is unpacked and looked at; `*` for each.') },
  },
  settings: {
    ...write('Lists the settings with their origin; changes one, which only a person may where that loosens a guard.'),
    looks: [],
    input: {
      set: text('Key of the setting that is to be changed.'),
      value: text('Its new value, as text; a list is separated by commas.'),
      unset: text('Key of the setting that is to have its default again.'),
      accept: text(
        'Key of a guard that was loosened, or `project` for what the file of the project at hand turns off: it is meant to be so, which only a person says.',
      ),
    },
  },
  pause: {
    ...write(
      'Records nothing of what agents do from now on, anywhere or in one folder; ends that, which only a person may.',
    ),
    input: {
      until: text('How long (`30m`, `2h`, `7d`), or until when (ISO 8601); default until it is resumed.'),
      folder: text('Absolute path of a repository or a folder in it; default everywhere.'),
      end: boolean('Ends the pause of that place; what happened in it stays unrecorded, also by a later import.'),
    },
  },
  privacy: {
    ...write('Tells what was redacted, excluded, forgotten and retired, in numbers.'),
    looks: [],
    input: {},
  },
  log: {
    ...write('Tells the last lines of the log, newest first: what Cairn did, never what a session said.'),
    looks: ['level', 'limit'],
    input: {
      level: text('Only lines of this level, or of a more severe one; default all.', ['error', 'info', 'debug']),
      limit: integer('How many lines; default 200.', 1, 1_000),
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
    looks: ['plan', 'session'],
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
    looks: ['deep'],
    input: {
      deep: boolean('Read everything and compare it with its hashes.'),
      fix: boolean('Repair what can be repaired.'),
    },
  },
  settled: {
    ...write('Answers once nothing is left to derive.'),
    unbounded: true,
    looks: ['timeoutMs'],
    args: 'options',
    input: { timeoutMs: integer('Milliseconds to wait at most; default 30,000.', 0, DAY_MS) },
  },
} as const satisfies CallTable;
