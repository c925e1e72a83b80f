import * as LIMITS from '../../core/limits.ts';
import { MEANINGS, SEARCH_MODES } from '../../core/model/kinds.ts';
import { type CallTable, read, write } from './call.ts';
import {
  boolean,
  CHANGES,
  EVENT,
  FILTER,
  integer,
  LISTED,
  MESSAGE,
  needed,
  object,
  objects,
  PAGE,
  STATEMENT,
  text,
  texts,
  time,
} from './fields.ts';

/** Calls about single memories: how they are taken in, found, read and changed. */
export const MEMORY_CALLS = {
  record: {
    ...write('Records what an agent did, or a conversation.'),
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
    ...write('States something to be remembered.'),
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
  observe: {
    ...write('Keeps what was observed: an observation with title, narrative and facts, in the name of who calls.'),
    main: 'title',
    input: {
      title: needed(text('What was observed, in one line.')),
      /** What it means for the work. */
      kind: text('What it means for the work.', MEANINGS),
      narrative: text('The same at length.'),
      facts: texts('Single facts, a sentence each.'),
      category: FILTER.category,
      concepts: STATEMENT.concepts,
      files: STATEMENT.files,
      filesRead: texts('Files that were read for it.'),
      metadata: STATEMENT.metadata,
      project: text("A path inside the project; default the caller's folder."),
      sessionId: text('The session it belongs to.'),
      at: time('When it was observed; default now.'),
      /** The caller's own name for it; the same name again updates it. */
      ref: text('Your own name for it; the same name again updates it.'),
    },
  },
  search: {
    ...read('Finds memories by words, the best first.'),
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
    ...read('Tells what happened around a memory or a time.'),
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
    ...read('Gives memories whole, by their ids.'),
    main: 'ids',
    input: {
      ids: needed(texts(`Ids of any kind, at most ${LIMITS.getIds}.`, { most: LIMITS.getIds })),
      /** Gives of a long text the part from this character on, from 0: `next` of the part before. */
      from: integer(
        'Of a long text the part from this character on, from 0: `next` of the part before.',
        0,
        10_000_000,
      ),
    },
  },
  list: {
    ...read('Lists memories, newest first.'),
    input: {
      ...FILTER,
      ...LISTED,
      hidden: boolean('Only what is hidden.'),
      failed: boolean('Only calls of tools that failed.'),
      ...PAGE,
    },
  },
  reviewLog: {
    ...read("Lists what stands in a person's name, newest first, with when and how it was said."),
    input: { project: FILTER.project, ...PAGE },
  },
  history: {
    ...read('Tells the life of a memory: what was done with it, what took its place, what it stands on.'),
    main: 'id',
    input: { id: needed(text('Id of a memory.')) },
  },
  update: {
    ...write('Changes or judges a stated memory, or names a project.'),
    args: ['id', 'changes'],
    input: {
      id: needed(text('Id of what changes.')),
      changes: needed(object('What changes; a field that is absent stays.', CHANGES)),
    },
  },
  share: {
    ...write("Writes a memory into a file of the repository, which every colleague's Cairn reads; a person's act."),
    main: 'id',
    input: {
      id: needed(text('Id of a memory that a person stated or confirmed.')),
      undo: boolean('Take its file out again.'),
      by: text("Who shares it; default the name in git's settings."),
    },
  },
  shared: {
    ...write('Lists the memories in the files of the repository at hand, after it took in what changed there.'),
    input: { project: text("A path inside the checkout; default the caller's folder.") },
  },
} as const satisfies CallTable;
