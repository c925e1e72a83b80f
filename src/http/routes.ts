import type { CallName } from '../api/inputs.ts';
import type { Route } from '../api/routes.ts';

/** What a route is. */
export interface RouteRow {
  /** Which call of the memory it is, and so what it takes; absent: it is about the owner itself. */
  call?: CallName;
  methods: readonly ('GET' | 'POST')[];
  /** `socket`: part of how programs of Cairn talk with the owner; not there on TCP. */
  on: 'anywhere' | 'socket';
  /** One sentence. */
  help: string;
}

const asked = (call: CallName, help: string): RouteRow => ({ call, methods: ['POST'], on: 'anywhere', help });
const ofOwner = (help: string): RouteRow => ({ methods: ['POST'], on: 'socket', help });

/** Every route: what answers, what may be asked where, and what OpenAPI tells are made from it. */
export const ROUTE_TABLE: Readonly<Record<Route, RouteRow>> = {
  record: asked('record', 'Records what an agent did, or a conversation.'),
  remember: asked('remember', 'States something to be remembered.'),
  search: asked('search', 'Finds memories by words, the best first.'),
  timeline: asked('timeline', 'Tells what happened around a memory or a time.'),
  get: asked('get', 'Gives memories whole, by their ids.'),
  list: asked('list', 'Lists memories, newest first.'),
  update: asked('update', 'Changes or judges a stated memory, or names a project.'),
  context: asked('context', 'Gives the block of context for a session start, a prompt or a file.'),
  recall: asked('recall', 'Answers a question in prose.'),
  resume: asked('resume', 'Tells where the work stands, for who goes on with a session.'),
  session: asked('session', 'Tells a session by its summary, with its topics and snippets of code.'),
  patterns: asked('patterns', 'Tells what recurs over sessions, those seen last first.'),
  tripwires: asked('tripwires', 'Tells what would speak up at a command or a change of a path.'),
  impact: asked('impact', 'Tells what was told unasked, what it cost, and what of it was used afterwards.'),
  stats: asked('stats', 'Tells what was done in a time, in figures, with what stands out; and as a report.'),
  contradictions: asked('contradictions', 'Lists statements on one subject that cannot both hold.'),
  checkpoint: asked('checkpoint', 'Takes stock of a session now, with a note on it.'),
  forget: asked('forget', 'Forgets by ids at once; else plans, and forgets with the token of the plan.'),
  prune: asked('prune', 'Plans what is too old or too much, and takes it out of sight with the token of the plan.'),
  consolidate: asked('consolidate', 'Plans what only repeats, and lets one stand for all with the token of the plan.'),
  collect: asked('collect', 'Makes, changes or deletes a collection of memories.'),
  collections: asked('collections', 'Lists collections, or shows or writes out one of them.'),
  ask: asked('ask', 'Answers a question from the memories of a collection.'),
  events: {
    call: 'events',
    methods: ['GET', 'POST'],
    on: 'anywhere',
    help: 'Tells the log from a place on and goes on as events come: server-sent events by GET, NDJSON by POST.',
  },
  import: asked('import', 'Imports transcripts; answers its progress as NDJSON.'),
  export: asked('export', 'Tells all that the home or a project holds, for another home, as NDJSON.'),
  status: { call: 'status', methods: ['GET', 'POST'], on: 'anywhere', help: 'Tells the state of the memory.' },
  llm: asked('llm', 'Tells what the language model does, did and would be sent, or has it make the next call.'),
  jobs: asked('jobs', 'Lists the jobs that wait, are under way or were given up; cancels or retries one.'),
  rebuild: asked('rebuild', 'Has everything, or a part, derived again in the background.'),
  doctor: asked('doctor', 'Looks at the health of the memory.'),
  settled: asked('settled', 'Answers once nothing is left to derive.'),
  hello: ofOwner('Who answers.'),
  leave: ofOwner('Asks the owner to leave for a newer version.'),
  listen: { ...ofOwner('Answer on 127.0.0.1 as well.'), call: 'listen' },
  'openapi.json': { methods: ['GET'], on: 'anywhere', help: 'This description.' },
};
