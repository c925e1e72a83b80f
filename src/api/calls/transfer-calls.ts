import { type CallTable, stream } from './call.ts';
import { boolean, integer, text, texts, time } from './fields.ts';

/** Calls that stream: the log, imports and exports. */
export const TRANSFER_CALLS = {
  events: {
    ...stream('Tells the log from a place on and goes on as events come: server-sent events by GET, NDJSON by POST.'),
    methods: ['GET', 'POST'],
    unbounded: true,
    looks: ['after', 'last', 'follow', 'project', 'session'],
    input: {
      after: integer('Only events after this place in the log (`seq`); default all.', 0, Number.MAX_SAFE_INTEGER),
      last: integer('Without `after`: of what exists, only the last this many places of the log.', 0, 1_000),
      follow: boolean('Go on as events come; default true.'),
      project: text('A path inside the project, its name or id.'),
      session: text("A session's id, or the id of anything that belongs to it."),
    },
  },
  import: {
    ...stream('Imports transcripts; answers its progress as NDJSON.'),
    input: {
      agent: text('Only transcripts of this agent.'),
      /** A path inside the project, its name or id. */
      project: text('Only sessions of this project: a path inside it, its name or id.'),
      /** Only sessions that were active since: a duration back from now (`7d`), ISO 8601, or milliseconds since 1970. */
      since: time('Only sessions that were active at this time or after.'),
      paths: texts('Files or folders; default all transcripts of this machine.', { most: 1_000 }),
      dryRun: boolean('Only count the files.'),
      /** A person says that the named files hold their own words; without it a file from elsewhere proves no person. */
      mine: boolean('A person says that the named files hold their own words: they count as that person wrote them.'),
      /** Another memory product by its name, or `any`: its databases, those named in `paths` or those found here. */
      from: text('Another memory product by its name (claude-mem, kiro-memory, kimi-mneme, context-memory), or any.'),
      /** Statements of the instruction files in `paths`, files or folders; default of the caller's folder. */
      facts: boolean('Statements of CLAUDE.md, AGENTS.md and similar files, as proposed knowledge.'),
    },
  },
  export: {
    ...stream('Tells all that the home or a project holds, for another home, as NDJSON.'),
    unbounded: true,
    looks: ['project', 'session'],
    input: {
      /** A path inside the project, its name or id; default all. */
      project: text('A path inside the project, its name or id; default all.'),
      session: text('Only this session: its id, or that of anything that belongs to it.'),
    },
  },
} as const satisfies CallTable;
