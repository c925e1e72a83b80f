import * as LIMITS from '../../core/limits.ts';
import { PATTERN_KINDS } from '../../core/model/kinds.ts';
import { type CallTable, read, write } from './call.ts';
import {
  ANY_SESSION,
  boolean,
  FILTER,
  integer,
  needed,
  OF_HERE,
  OF_PROJECT,
  PAGE,
  SUMMARY,
  text,
  time,
  WORK,
} from './fields.ts';

/** Calls about the work of a project: its context, its sessions, what recurs in it, and its figures. */
export const WORK_CALLS = {
  context: {
    ...read('Gives the block of context for a session start, a prompt or a file.'),
    main: 'prompt',
    here: true,
    vector: 'prompt',
    input: {
      /** A path inside the project, its name or id; default the caller's folder. */
      cwd: text("A path inside the project, its name or id; default the caller's folder."),
      prompt: text('The task at hand.'),
      file: text('The file about to be read or changed.'),
      sessionId: text('The session that is told.'),
      /** Its instructions and its own memory are read too: what stands there is not told. */
      agent: text('The agent that is told, as claude-code; default any.'),
      /** Tokens, at most 2,000. */
      budget: integer('Tokens at most.', 0, LIMITS.contextTokens.max),
      explain: boolean('Say of each line why it is told, and which others were considered and what they lack.'),
    },
  },
  recall: {
    ...read('Answers a question in prose.'),
    main: 'query',
    here: true,
    vector: 'query',
    input: { query: needed(text('What to report on, in plain words.')), ...FILTER },
  },
  resume: {
    ...read('Shows where the work stands, to continue a session.'),
    main: 'sessionId',
    here: true,
    input: {
      ...OF_HERE,
      /** A session's id, the agent's own id of it, or any id of what belongs to it. */
      sessionId: ANY_SESSION,
      /** Words of the text at most; default 200. */
      words: integer('Words of the text at most; default 200.', 40, 2_000),
    },
  },
  project: {
    ...read(
      'Describes a project by what its sessions show and its repository does not say: commands, places, what is open, wishes.',
    ),
    main: 'project',
    here: true,
    input: OF_HERE,
  },
  session: {
    ...read('Tells a session by its summary, with its topics and snippets of code.'),
    main: 'id',
    input: { id: needed(text("A session's id, the agent's own id of it, or the id of anything in it.")) },
  },
  story: {
    ...read('Tells a session step by step: prompts, answers, calls with what they changed, and what it was told.'),
    main: 'id',
    input: { id: needed(ANY_SESSION), ...PAGE },
  },
  threads: {
    ...read('Tells which sessions of a project worked on one thing, and what each thread left open.'),
    main: 'project',
    here: true,
    input: OF_HERE,
  },
  file: {
    ...read('Tells why a file is as it is: commits with what led to them, decisions, failures, sessions.'),
    main: 'path',
    here: true,
    input: {
      path: text('A path or its end; without it the files that were worked on.'),
      ...OF_PROJECT,
    },
  },
  why: {
    ...read('Tells why lines of a file are there: commit, session, prompt, decisions, what was refused, what failed.'),
    main: 'path',
    here: true,
    git: true,
    input: {
      path: needed(text("A file of the project: a path from its root, or from the caller's folder.")),
      line: integer('A line, from 1; without one the whole file.', 1, 10_000_000),
      endLine: integer('The last line of a range.', 1, 10_000_000),
      format: text('Also as records of Agent Trace 0.1, one for each commit.', ['agent-trace']),
      ...OF_HERE,
    },
  },
  patterns: {
    ...read('Tells what recurs over sessions, those seen last first.'),
    here: true,
    input: {
      kind: text('Only this kind.', PATTERN_KINDS),
      ...OF_PROJECT,
      /** A path or its end. */
      file: text('Only what is about this file: a path or its end.'),
      /** Seen at or after this time: ISO 8601, or back from now as `7d`. */
      since: time<string>('Seen at or after this time: ISO 8601, or back from now as `7d`.'),
      until: time<string>('Seen at or before this time.'),
      ...PAGE,
    },
  },
  tripwires: {
    ...read('Names what would warn at a command or a change of a path.'),
    here: true,
    input: {
      test: text('A command, or a path that would be changed: what would warn at it.'),
      ...OF_HERE,
    },
  },
  impact: {
    ...read('Reports what was told automatically, what it cost, and what of it was used afterwards.'),
    here: true,
    long: true,
    input: {
      ...OF_PROJECT,
      /** ISO 8601, or back from now as `7d`. */
      since: time<string>('Told at or after this time: ISO 8601, or back from now as `7d`.'),
      until: time<string>('Told at or before this time.'),
    },
  },
  stats: {
    ...read('Tells what was done in a time, in figures, with what stands out; and as a report.'),
    here: true,
    long: true,
    input: {
      ...OF_PROJECT,
      /** ISO 8601, or back from now as `7d`. */
      since: time<string>('From this time on: ISO 8601, or back from now as `7d`; default 30d.'),
      until: time<string>('Up to this time.'),
      agent: FILTER.agent,
      /** Months of the calendar up to `until`. */
      calendar: integer('Also the days of so many months on which somebody worked.', 1, 24),
      compare: boolean('Also the figures of as long a time right before.'),
      /** `day`: of the day of `until`; `standup`: since the beginning of the working day before this one. */
      report: text(
        'Also a report for a person to read, of a day, the last week, month, or since the working day before.',
        ['day', 'week', 'month', 'standup'],
      ),
      /** The format of the report; default text. */
      format: text('Of the report; default text.', ['text', 'md', 'html']),
    },
  },
  contradictions: {
    ...read('Lists statements on one subject that cannot both hold.'),
    here: true,
    input: { ...OF_PROJECT, limit: PAGE.limit },
  },
  repeats: {
    ...read(
      'Tells what the person said in several of the last sessions, and whether Cairn or a file would have told it.',
    ),
    long: true,
    input: { sessions: integer('So many of the last sessions; default 100.', 2, 500) },
  },
  checkpoint: {
    ...write('Takes stock of a session now, with a note on it, and with what the caller says of its work.'),
    main: 'note',
    input: {
      sessionId: ANY_SESSION,
      ...OF_HERE,
      note: text('What to note on the session.'),
      ...WORK,
    },
  },
  summarize: {
    ...write('Keeps a written summary of a session beside the one that its events give; a later one takes its place.'),
    main: 'text',
    input: { sessionId: ANY_SESSION, ...OF_HERE, ...SUMMARY },
  },
} as const satisfies CallTable;
