// api: the contract of the memory, once for all surfaces. `CALLS` is the one table of its calls: what each takes and
// which way it is asked. HTTP, OpenAPI, the client, the reader thread, MCP and the command line are made from it. It
// imports `core` alone, and does nothing.

import type { CallTable } from './calls/call.ts';
import { CODE_CALLS } from './calls/code-calls.ts';
import { COLLECTION_CALLS } from './calls/collection-calls.ts';
import type { InputOf } from './calls/fields.ts';
import { FORGET_CALLS } from './calls/forget-calls.ts';
import { MEMORY_CALLS } from './calls/memory-calls.ts';
import { SYNC_CALLS } from './calls/sync-calls.ts';
import { TRANSFER_CALLS } from './calls/transfer-calls.ts';
import { WORK_CALLS } from './calls/work-calls.ts';
import { WORKER_CALLS } from './calls/worker-calls.ts';

/** Every call of the memory. The order is that of the OpenAPI document. */
export const CALLS = {
  ...MEMORY_CALLS,
  ...WORK_CALLS,
  ...FORGET_CALLS,
  ...COLLECTION_CALLS,
  ...CODE_CALLS,
  ...TRANSFER_CALLS,
  ...WORKER_CALLS,
  ...SYNC_CALLS,
};

/** The subjects of the calls, in the order of the OpenAPI document. */
export const SUBJECTS: readonly { name: string; help: string; calls: CallTable }[] = [
  { name: 'memories', help: 'Single memories: taken in, found, read and changed.', calls: MEMORY_CALLS },
  { name: 'work', help: 'The work of a project: context, sessions, patterns, figures.', calls: WORK_CALLS },
  { name: 'forgetting', help: 'What goes, and how it comes back.', calls: FORGET_CALLS },
  { name: 'collections', help: 'Memories that were put together.', calls: COLLECTION_CALLS },
  { name: 'code', help: 'The source files of a project, by their structure.', calls: CODE_CALLS },
  { name: 'transfer', help: 'The log, imports and exports, value by value.', calls: TRANSFER_CALLS },
  { name: 'upkeep', help: 'The state of the memory, and the work on it.', calls: WORKER_CALLS },
  { name: 'team', help: 'What this home shares with the others of a team.', calls: SYNC_CALLS },
];

/** The subject of a call; `undefined` for what is no call. */
export function subjectOf(call: string): string | undefined {
  return SUBJECTS.find(({ calls }) => Object.hasOwn(calls, call))?.name;
}

/** The type of the table. */
export type Calls = typeof CALLS;

/** Name of a call. */
export type CallName = keyof Calls;

/** Names of the calls of a kind. */
export type CallOf<Kind> = { [Name in CallName]: Calls[Name]['kind'] extends Kind ? Name : never }[CallName];

/** The input of each call as one object, as it is on the wire. */
export type CallInputs = { [Name in CallName]: InputOf<Calls[Name]['input']> };

/** The input of one call. */
export type InputOfCall<Name extends CallName> = CallInputs[Name];
