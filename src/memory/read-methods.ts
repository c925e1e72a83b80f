import type { Agent } from '../agents/shared/contract.ts';
import type { CallTable } from '../api/calls/call.ts';
import { CALLS } from '../api/calls.ts';
import type { Caller, CallOptions } from '../api/contract.ts';
import type { Uses } from '../api/methods.ts';
import { CairnError } from '../core/errors.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { now } from '../platform/clock.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import { askingSurface } from './code/project-folder.ts';
import type { ReadCall, Reads } from './runtime/reads-contract.ts';

/** Names of the calls of a table that only read. */
export function readNames(calls: CallTable = CALLS): ReadCall[] {
  // The table says of each row whether it only reads; `ReadCall` is the type of just these names.
  return Object.keys(calls).filter((name) => calls[name]?.kind === 'read') as ReadCall[];
}

/**
 * The calls that only read, carried out by reads for one caller: relative paths of projects are seen from the caller's
 * folder. `agents` know how their sessions are opened again.
 */
export function readUses(
  reads: Reads,
  { caller, agents = [] }: { caller: Caller; agents?: readonly Agent[] },
  calls: CallTable = CALLS,
): Pick<Uses, ReadCall> {
  const { cwd, asking } = caller;
  const byAgent = caller.agent === true || caller.surface === 'mcp';
  const extras: Partial<Record<ReadCall, object>> = {
    search: omitUndefined({ asking }),
    recall: omitUndefined({ asking }),
    why: { surface: askingSurface(caller) },
    resume: { byAgent, commands: resumeCommands(agents) },
  };
  const uses = readNames(calls).map((name) => {
    const here = calls[name]?.here === true && cwd !== undefined ? { cwd } : {};
    const read = reads[name] as (input: object, now: number, options: CallOptions) => Promise<unknown>;
    const use = async (input: object, options: CallOptions): Promise<unknown> => {
      refuseAborted(options);
      return read({ ...here, ...placeProject(input, cwd), ...extras[name] }, now(), options);
    };
    return [name, use];
  });
  // Each use takes the input and gives the answer of the read of the same name.
  return Object.fromEntries(uses) as Pick<Uses, ReadCall>;
}

/** The commands that open a session again, by agent. */
function resumeCommands(agents: readonly Agent[]): Record<string, string> {
  return Object.fromEntries(agents.flatMap(({ name, resume }) => (resume === undefined ? [] : [[name, resume]])));
}

/** Throws `cancelled` when the signal of a call has aborted already. */
function refuseAborted({ signal }: CallOptions): void {
  if (signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled before it began.');
}
