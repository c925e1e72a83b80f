// memory/runtime: what lives as long as the memory is open: reads with vectors, embedding, counters, signals.
// Nothing here is one call.

import type { CALLS, CallInputs, CallOf } from '../../api/calls.ts';
import type { Caller, CallOptions } from '../../api/contract.ts';
import type { CallAnswers } from '../../api/methods.ts';
import type { HookContext, HookNeed, PromptNeed } from '../../context/context-reads.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';

/** Name of a call that only reads. */
export type ReadCall = CallOf<'read'>;

type ReadRow<Name extends ReadCall> = (typeof CALLS)[Name];

/**
 * The input of a read where it is carried out: with the folder of whoever asks and the vector of its question, as the
 * table of calls says; for some, also the session in which an agent asks; for `resume`, how agents open a session again.
 */
export type ReadInput<Name extends ReadCall> = CallInputs[Name] &
  (ReadRow<Name> extends { here: true } ? { cwd?: string } : unknown) &
  (ReadRow<Name> extends { vector: string } ? { vector?: QuestionVector } : unknown) &
  (Name extends 'search' | 'recall' ? Pick<Caller, 'asking'> : unknown) &
  (Name extends 'why' ? Pick<Caller, 'surface'> : unknown) &
  (Name extends 'resume' ? { byAgent: boolean; commands: Readonly<Record<string, string>> } : unknown);

/** Carries out a read at `now`, in milliseconds since 1970. */
export type ReadUse<Name extends ReadCall> = (
  input: ReadInput<Name>,
  now: number,
  options?: CallOptions,
) => Promise<CallAnswers[Name]>;

/** Everything that only reads, and so runs in the reader thread: the reads of the table, and what hooks need. */
export type Reads = { [Name in ReadCall]: ReadUse<Name> } & {
  hookContext(need: HookNeed, now: number): Promise<HookContext>;
  prepare(need: PromptNeed): Promise<void>;
};
