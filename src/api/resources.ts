import type { ItemKind } from '../core/model/kinds.ts';
import { type Fields, PAGE } from './calls/fields.ts';
import { CALLS, type CallName } from './calls.ts';

/** A method by which one thing of a resource is changed or taken away. */
export type ChangeMethod = 'PATCH' | 'DELETE';

/** Things of one kind under a path: GET lists them, and below the path one is read, changed or taken away by its id. */
export interface Resource {
  /** What it holds, in the plural. */
  readonly help: string;
  /** The kind of its records; absent where `get` knows none of them. */
  readonly kind?: ItemKind | 'session' | 'project';
  readonly list: ListCall;
  /** The call that reads one; absent where a list says all. */
  readonly one?: OneCall;
  readonly change?: Readonly<Partial<Record<ChangeMethod, OneCall>>>;
}

/** The call that lists a resource. */
export interface ListCall {
  readonly call: CallName;
  /** The part of its input that the path says. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The fields of its input that the query of a URL may hold. */
  readonly fields: Fields;
}

/** A call about the thing of an id. */
export interface OneCall {
  readonly call: CallName;
  readonly help: string;
  /** Its input, of the id and the body of the request. */
  readonly input: (id: string, body: Readonly<Record<string, unknown>>) => Record<string, unknown>;
  /** The fields of the body. */
  readonly body?: Fields;
}

/** The filters that apply to a list of sessions, and of projects; to one of items all but those of sessions alone. */
export const LIST_NARROWS = {
  session: ['project', 'agent', 'session', 'since', 'until', 'file', 'concept', 'outcome', 'title', 'issue'],
  project: [],
} as const;

/** The filters that narrow a list of sessions alone. */
const SESSION_NARROWS = ['outcome', 'title'] as const;

const GET: OneCall = { call: 'get', help: 'Gives one whole.', input: (id) => ({ ids: [id] }) };
const FORGET: OneCall = {
  call: 'forget',
  help: 'Forgets one: a person, or the program that recorded it, erases it with what was derived from it; a program hides any other.',
  input: (id) => ({ ids: [id] }),
};
const UPDATE: OneCall = {
  call: 'update',
  help: 'Changes one; a field that is absent stays.',
  input: (id, changes) => ({ id, changes }),
  body: CALLS.update.input.changes.fields ?? {},
};

/** Every resource by its path below `/api/v1/`. The order is that of the OpenAPI document. */
export const RESOURCES: Readonly<Record<string, Resource>> = {
  // A whole session is forgotten by `forget`, which plans first what it erases.
  sessions: { help: 'Sessions.', kind: 'session', list: listOf('session'), one: GET, change: { PATCH: UPDATE } },
  projects: { help: 'Projects.', kind: 'project', list: listOf('project'), one: GET, change: { PATCH: UPDATE } },
  observations: wordedOf('observation', 'Observations: calls of tools, and notes.'),
  prompts: itemsOf('prompt', 'Prompts.'),
  messages: itemsOf('message', 'Messages of agents.'),
  summaries: wordedOf('summary', 'Summaries of sessions.'),
  checkpoints: itemsOf('checkpoint', 'Checkpoints: where sessions stood.'),
  knowledge: {
    ...itemsOf('knowledge', 'Constraints, decisions, heuristics and rejected ways.'),
    change: { PATCH: UPDATE, DELETE: FORGET },
  },
  commits: itemsOf('commit', 'Commits that sessions made.'),
  snippets: itemsOf('snippet', 'Snippets of code.'),
  topics: wordedOf('topic', 'Topics of sessions.'),
  patterns: {
    help: 'What recurs over sessions.',
    kind: 'pattern',
    list: { call: 'patterns', given: {}, fields: CALLS.patterns.input },
    one: GET,
    change: { DELETE: FORGET },
  },
  collections: {
    help: 'Collections of memories.',
    list: { call: 'collections', given: {}, fields: without(CALLS.collections.input, 'collection', 'format') },
    one: { call: 'collections', help: 'Gives one with its memories.', input: (id) => ({ collection: id }) },
    change: {
      PATCH: {
        call: 'collect',
        help: 'Changes one; a field that is absent stays.',
        input: (id, changes) => ({ ...changes, collection: id }),
        body: without(CALLS.collect.input, 'collection', 'delete'),
      },
      DELETE: {
        call: 'collect',
        help: 'Deletes one; its memories stay.',
        input: (id) => ({ collection: id, delete: true }),
      },
    },
  },
  jobs: { help: 'Jobs that wait, are under way or were given up.', list: { call: 'jobs', given: {}, fields: {} } },
};

function itemsOf(kind: ItemKind, help: string): Resource {
  return { help, kind, list: listOf(kind), one: GET, change: { DELETE: FORGET } };
}

/** A resource of memories whose words can be changed. */
function wordedOf(kind: ItemKind, help: string): Resource {
  return { ...itemsOf(kind, help), change: { PATCH: UPDATE, DELETE: FORGET } };
}

function listOf(kind: ItemKind | 'session' | 'project'): ListCall {
  return { call: 'list', given: { kinds: [kind] }, fields: listFields(kind) };
}

/** The filters that mean something in a list of a kind. */
function listFields(kind: ItemKind | 'session' | 'project'): Fields {
  const { input } = CALLS.list;
  if (kind === 'knowledge') return without(input, 'kinds', ...SESSION_NARROWS);
  if (kind !== 'session' && kind !== 'project') return without(input, 'kinds', 'status', ...SESSION_NARROWS);
  const known: readonly string[] = [...LIST_NARROWS[kind], ...Object.keys(PAGE)];
  return without(input, ...Object.keys(input).filter((name) => !known.includes(name)));
}

function without(fields: Fields, ...names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
