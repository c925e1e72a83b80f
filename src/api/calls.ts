// api: the contract of the memory, once for all surfaces. `CALLS` is the one table of its calls: what each takes and
// which way it is asked. HTTP, OpenAPI, the client, the reader thread, MCP and the command line are made from it. It
// imports `core` alone, and does nothing.

import { COLLECTION_CALLS } from './calls/collection-calls.ts';
import type { InputOf } from './calls/fields.ts';
import { FORGET_CALLS } from './calls/forget-calls.ts';
import { MEMORY_CALLS } from './calls/memory-calls.ts';
import { TRANSFER_CALLS } from './calls/transfer-calls.ts';
import { WORK_CALLS } from './calls/work-calls.ts';
import { WORKER_CALLS } from './calls/worker-calls.ts';

/** Every call of the memory. The order is that of the OpenAPI document. */
export const CALLS = {
  ...MEMORY_CALLS,
  ...WORK_CALLS,
  ...FORGET_CALLS,
  ...COLLECTION_CALLS,
  ...TRANSFER_CALLS,
  ...WORKER_CALLS,
};

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
