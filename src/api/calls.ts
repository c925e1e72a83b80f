// api: the contract of the memory, once for all surfaces. `CALLS` is the one table of its calls: what each takes, which
// way it is asked, what it answers. HTTP, OpenAPI, the client, the reader thread, MCP and the command line are made from
// it. It imports `core` alone, and does nothing.

import type { JsonObject } from '../core/json.ts';
import { LIMITS } from '../core/limits.ts';
import { PATTERN_KINDS, PRUNED_KINDS, REBUILDABLE, SEARCH_MODES } from '../core/model/kinds.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import type * as Answer from './answers.ts';
import { type CallTable, read, stream, write } from './call.ts';
import type { AskResult, CollectionsResult, CollectResult } from './collection-answers.ts';
import type { ContradictionsResult } from './contradiction-answers.ts';
import {
  ANY_SESSION,
  boolean,
  CHANGES,
  EVENT,
  FILTER,
  integer,
  LISTED,
  MESSAGE,
  needed,
  OF_HERE,
  OF_PROJECT,
  object,
  objects,
  PAGE,
  STATEMENT,
  text,
  texts,
  time,
} from './fields.ts';
import type { ImpactResult } from './impact-answers.ts';
import type { JobEntry, JobsResult } from './job-answers.ts';
import type { LlmResult } from './model-answers.ts';
import type { PatternsResult } from './pattern-answers.ts';
import type { RetireResult } from './retire-answers.ts';
import type { SessionResult } from './session-answers.ts';
import type { StatsResult } from './stats-answers.ts';
import type { TripwiresResult } from './tripwire-answers.ts';

const TOKEN = text('The token of the plan that is to be carried out, with the same input.');
const UNDO = text('Name of the batch to be brought back.');

/** Every call of the memory. The order is that of the OpenAPI document; what each answers as JSON is in `api/schema`. */
export const CALLS = {
  record: {
    ...write<Answer.RecordResult>('Records what an agent did, or a conversation.'),
    main: 'events',
    input: {
      events: objects('What an agent did, or else `messages`. A wrong one is skipped, and told in the answer.', EVENT),
      sessionId: text('Of `messages`: your own id of the conversation.'),
      agent: text('Of `messages`: name of the agent.'),
      cwd: text('Of `messages`: folder of the conversation.'),
      messages: objects('A conversation, in order.', MESSAGE),
    },
  },
  remember: {
    ...write<Answer.RememberResult>('States something to be remembered.'),
    main: 'text',
    input: {
      text: needed(text('The statement, in full sentences.')),
      ...STATEMENT,
      /** Path inside the project; default the caller's folder. */
      project: text("A path inside the project; default the caller's folder."),
      sessionId: text('The session it belongs to.'),
      at: time('When it was stated; default now.'),
      /** The caller's own name for it; the same name again updates it. */
      ref: text('Your own name for it; the same name again updates it.'),
    },
  },
  search: {
    ...read<Answer.SearchResult>('Finds memories by words, the best first.'),
    main: 'query',
    here: true,
    vector: 'query',
    input: {
      query: needed(text('Words, a question, identifiers, paths, "an exact phrase". Empty: the newest.')),
      ...FILTER,
      ...PAGE,
      explain: boolean('Say of each hit why it is one, in numbers and in words.'),
      /** `words`: without vectors. `vectors`: nearest in meaning first; by words where there are no vectors. */
      mode: text('By words and by meaning (default), or by one of them alone.', SEARCH_MODES),
      /** Name the sessions that answer too, the best first. */
      sessions: boolean('Name the sessions that answer too.'),
      /** Answer as it would have been then: words like "last week" count back from it, and nothing later is found. */
      asOf: time('As if asked at this time, as `since`: nothing later is found.'),
    },
  },
  timeline: {
    ...read<Answer.TimelineResult>('Tells what happened around a memory or a time.'),
    main: 'anchor',
    here: true,
    input: {
      anchor: needed(text('Any id, or a time (ISO 8601), around which to look.')),
      before: integer('How many entries before the anchor; default 5.', 0, LIMITS.timelineEntries),
      after: integer('How many entries after the anchor; default 5.', 0, LIMITS.timelineEntries),
      kinds: FILTER.kinds,
      /** As in `Filter`: across all sessions of it. */
      project: text("Across all sessions of this project; default only the anchor's session."),
    },
  },
  get: {
    ...read<Answer.GetResult>('Gives memories whole, by their ids.'),
    main: 'ids',
    input: { ids: needed(texts(`Ids of any kind, at most ${LIMITS.getIds}.`, { most: LIMITS.getIds })) },
  },
  list: {
    ...read<Answer.ListResult>('Lists memories, newest first.'),
    input: {
      ...FILTER,
      ...LISTED,
      hidden: boolean('Only what is hidden.'),
      ...PAGE,
    },
  },
  update: {
    ...write<Answer.UpdateResult>('Changes or judges a stated memory, or names a project.'),
    args: ['id', 'changes'],
    input: {
      id: needed(text('Id of what changes.')),
      changes: needed(object('What changes; a field that is absent stays.', CHANGES)),
    },
  },
  context: {
    ...read<Answer.ContextResult>('Gives the block of context for a session start, a prompt or a file.'),
    main: 'prompt',
    here: true,
    vector: 'prompt',
    input: {
      /** A path inside the project; default the caller's folder. */
      cwd: text("A path inside the project; default the caller's folder."),
      prompt: text('The task at hand.'),
      file: text('The file about to be read or changed.'),
      sessionId: text('The session that is told.'),
      /** Tokens, at most 2,000. */
      budget: integer('Tokens at most.', 0, LIMITS.contextTokens.max),
    },
  },
  recall: {
    ...read<Answer.RecallResult>('Answers a question in prose.'),
    main: 'query',
    here: true,
    vector: 'query',
    input: { query: needed(text('What to tell of, in plain words.')), ...FILTER },
  },
  resume: {
    ...read<Answer.ResumeResult>('Tells where the work stands, for who goes on with a session.'),
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
  session: {
    ...read<SessionResult>('Tells a session by its summary, with its topics and snippets of code.'),
    main: 'id',
    input: { id: needed(text("A session's id, the agent's own id of it, or the id of anything in it.")) },
  },
  patterns: {
    ...read<PatternsResult>('Tells what recurs over sessions, those seen last first.'),
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
    ...read<TripwiresResult>('Tells what would speak up at a command or a change of a path.'),
    here: true,
    input: {
      test: text('A command, or a path that would be changed: what would speak up at it.'),
      ...OF_HERE,
    },
  },
  impact: {
    ...read<ImpactResult>('Tells what was told unasked, what it cost, and what of it was used afterwards.'),
    here: true,
    input: {
      ...OF_PROJECT,
      /** ISO 8601, or back from now as `7d`. */
      since: time<string>('Told at or after this time: ISO 8601, or back from now as `7d`.'),
      until: time<string>('Told at or before this time.'),
    },
  },
  stats: {
    ...read<StatsResult>('Tells what was done in a time, in figures, with what stands out; and as a report.'),
    here: true,
    input: {
      ...OF_PROJECT,
      /** ISO 8601, or back from now as `7d`. */
      since: time<string>('From this time on: ISO 8601, or back from now as `7d`; default 30d.'),
      until: time<string>('Up to this time.'),
      report: text('Tell of the last week or month for a person to read.', ['week', 'month']),
      /** The format of the report; default text. */
      format: text('Of the report; default text.', ['text', 'md']),
    },
  },
  contradictions: {
    ...read<ContradictionsResult>('Lists statements on one subject that cannot both hold.'),
    here: true,
    input: { ...OF_PROJECT, limit: PAGE.limit },
  },
  checkpoint: {
    ...write<Answer.CheckpointResult>('Takes stock of a session now, with a note on it.'),
    main: 'note',
    input: {
      sessionId: ANY_SESSION,
      ...OF_HERE,
      note: text('What to note on the session.'),
    },
  },
  forget: {
    ...write<Answer.ForgetResult>('Forgets by ids at once; else plans, and forgets with the token of the plan.'),
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
    },
  },
  prune: {
    ...write<RetireResult>('Plans what is too old or too much, and takes it out of sight with the token of the plan.'),
    unbounded: true,
    input: {
      /** What happened before this time: a duration back from now, ISO 8601 or milliseconds since 1970. */
      olderThan: time(
        'Only what happened before this time: a duration back from now (180d), ISO 8601 or milliseconds.',
      ),
      kinds: texts('Only these kinds.', { choices: PRUNED_KINDS }),
      /** How many of the newest of each kind stay. */
      keep: integer('How many of the newest of each kind stay.', 0, 10_000_000),
      /** As in `Filter`; default all. */
      project: FILTER.project,
      confirm: TOKEN,
      /** Erase it for good at once, with all that was retired before, instead of after the grace. */
      now: boolean('Erase for good at once, with all that was retired before.'),
      /** Bring back the batch of this name. */
      undo: UNDO,
    },
  },
  consolidate: {
    ...write<RetireResult>('Plans what only repeats, and lets one stand for all with the token of the plan.'),
    unbounded: true,
    input: {
      project: FILTER.project,
      /** What happened before this time; default 7d. */
      olderThan: time('Only what happened before this time, as of `prune`; default 7d.'),
      confirm: TOKEN,
      undo: UNDO,
    },
  },
  collect: {
    ...write<CollectResult>('Makes, changes or deletes a collection of memories.'),
    input: {
      /** Name or id of the collection that changes. */
      collection: text('Name or id of the collection that changes; without it a new one is made.'),
      /** What it is called from now on. */
      name: text('What it is called from now on.'),
      description: text('What it is for.'),
      query: text('What it is made of: words or a question.'),
      ...FILTER,
      /** How many answers of the query it holds; default 50. */
      limit: integer('How many answers of the query it holds; default 50.', 1, LIMITS.hitsMax),
      live: boolean('Hold what answers the query each time it is read.'),
      /** Ids of memories, or of events for all that was derived from them. */
      add: texts('Ids of memories, or of events, that come to it.', { most: 1_000 }),
      remove: texts('Ids of memories that leave it.', { most: 1_000 }),
      /** True: delete it; false: bring it back. Its memories stay either way. */
      delete: boolean('Delete it, or (false) bring it back. Its memories stay.'),
    },
  },
  collections: {
    ...read<CollectionsResult>('Lists collections, or shows or writes out one of them.'),
    main: 'collection',
    input: {
      /** Name or id. */
      collection: text('Name or id of the one to be shown.'),
      /** List those that were deleted instead. */
      deleted: boolean('Those that were deleted instead.'),
      format: text('Write it out whole.', ['md', 'json', 'plain']),
      ...PAGE,
    },
  },
  ask: {
    ...read<AskResult>('Answers a question from the memories of a collection.'),
    vector: 'question',
    input: {
      /** Name or id. */
      collection: needed(text('Name or id of the collection.')),
      question: needed(text('What is to be answered.')),
      /** How many passages; default 5. */
      limit: integer('How many passages; default 5.', 1, 50),
    },
  },
  events: {
    ...stream<Answer.LoggedEvent>(
      'Tells the log from a place on and goes on as events come: server-sent events by GET, NDJSON by POST.',
    ),
    methods: ['GET', 'POST'],
    unbounded: true,
    input: {
      after: integer('Only events after this place in the log (`seq`); default all.', 0, Number.MAX_SAFE_INTEGER),
      follow: boolean('Go on as events come; default true.'),
      project: text('A path inside the project, its name or id.'),
      session: text("A session's id, or the id of anything that belongs to it."),
    },
  },
  import: {
    ...stream<Answer.ImportProgress>('Imports transcripts; answers its progress as NDJSON.'),
    input: {
      agent: text('Only transcripts of this agent.'),
      /** A path inside the project, its name or id. */
      project: text('Only sessions of this project: a path inside it, its name or id.'),
      /** Only sessions that were active since: a duration back from now (`7d`), ISO 8601, or milliseconds since 1970. */
      since: time('Only sessions that were active at this time or after.'),
      paths: texts('Files or folders; default all transcripts of this machine.', { most: 1_000 }),
      dryRun: boolean('Only count the files.'),
      /** Another memory product by its name, or `any`: its databases, those named in `paths` or those found here. */
      from: text('Another memory product by its name (claude-mem, kiro-memory, kimi-mneme, context-memory), or any.'),
      /** Statements of the instruction files in `paths`, files or folders; default of the caller's folder. */
      facts: boolean('Statements of CLAUDE.md, AGENTS.md and the like, as proposed knowledge.'),
    },
  },
  export: {
    ...stream<JsonObject>('Tells all that the home or a project holds, for another home, as NDJSON.'),
    unbounded: true,
    /** A path inside the project, its name or id; default all. */
    input: { project: text('A path inside the project, its name or id; default all.') },
  },
  status: {
    ...write<Answer.StatusResult>('Tells the state of the memory.'),
    methods: ['GET', 'POST'],
    args: [],
    input: {},
  },
  jobs: {
    ...write<JobsResult>('Lists the jobs that wait, are under way or were given up; cancels or retries one.'),
    input: {
      cancel: integer('Takes the job of this number out, or stops it.', 1, Number.MAX_SAFE_INTEGER),
      retry: integer('Tries the job of this number again now.', 1, Number.MAX_SAFE_INTEGER),
    },
  },
  rebuild: {
    ...write<JobEntry>('Has everything, or a part, derived again in the background.'),
    input: {
      what: text(
        'What is derived again: all from events (items, the default), the same after all was dropped (index), sessions, patterns, or the vectors of memories.',
        REBUILDABLE,
      ),
    },
  },
  llm: {
    ...write<LlmResult>('Tells what the language model does, did and would be sent, or has it make the next call.'),
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
    ...write<Answer.DoctorResult>('Looks at the health of the memory.'),
    unbounded: true,
    input: {
      deep: boolean('Read everything and compare it with its hashes.'),
      fix: boolean('Mend what can be mended.'),
    },
  },
  settled: {
    ...write<void>('Answers once nothing is left to derive.'),
    unbounded: true,
    args: 'options',
    input: { timeoutMs: integer('Milliseconds to wait at most; default 30,000.', 0, DAY_MS) },
  },
} as const satisfies CallTable;
