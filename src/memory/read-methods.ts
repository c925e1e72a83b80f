import type { Agent } from '../agents/shared/contract.ts';
import { checkInput } from '../api/check-input.ts';
import type { Caller, CallOptions, Memory } from '../api/contract.ts';
import { CairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import type { Reads } from './runtime/reads-contract.ts';

/**
 * The calls of a memory that only read, over its reads, for one caller: relative paths of projects are the caller's.
 * `agents` know how their sessions are opened again.
 */
export function readMethods(
  reads: Reads,
  caller: Caller,
  agents: readonly Agent[] = [],
): Pick<
  Memory,
  | 'search'
  | 'timeline'
  | 'get'
  | 'list'
  | 'recall'
  | 'collections'
  | 'ask'
  | 'context'
  | 'resume'
  | 'session'
  | 'patterns'
  | 'tripwires'
  | 'impact'
  | 'stats'
  | 'contradictions'
> {
  const { cwd } = caller;
  const here = cwd === undefined ? {} : { cwd };
  const byAgent = caller.agent === true || caller.surface === 'mcp';
  const placed = <Input extends { project?: string }>(input: Input): Input => placeProject(input, cwd);
  return {
    search: async (input, options) =>
      reads.search({ ...here, ...placed(checkInput('search', input)) }, now(), heeded(options)),
    timeline: async (input, options) =>
      reads.timeline({ ...here, ...placed(checkInput('timeline', input)) }, now(), heeded(options)),
    get: async (ids, options) => reads.get(checkInput('get', ids).ids, heeded(options)),
    list: async (input, options) => reads.list(placed(checkInput('list', input ?? {})), now(), heeded(options)),
    recall: async (input, options) =>
      reads.recall({ ...here, ...placed(checkInput('recall', input)) }, now(), heeded(options)),
    resume: async (input, options) =>
      reads.resume(
        { ...here, ...placed(checkInput('resume', input ?? {})), byAgent, commands: resumeCommands(agents) },
        now(),
        heeded(options),
      ),
    session: async (input, options) => reads.session(checkInput('session', input), heeded(options)),
    patterns: async (input, options) =>
      reads.patterns({ ...here, ...placed(checkInput('patterns', input ?? {})) }, now(), heeded(options)),
    tripwires: async (input, options) =>
      reads.tripwires({ ...here, ...placed(checkInput('tripwires', input ?? {})) }, heeded(options)),
    impact: async (input, options) =>
      reads.impact({ ...here, ...placed(checkInput('impact', input ?? {})) }, now(), heeded(options)),
    stats: async (input, options) =>
      reads.stats({ ...here, ...placed(checkInput('stats', input ?? {})) }, now(), heeded(options)),
    contradictions: async (input, options) =>
      reads.contradictions({ ...here, ...placed(checkInput('contradictions', input ?? {})) }, now(), heeded(options)),
    collections: async (input, options) =>
      reads.collections(checkInput('collections', input ?? {}), now(), heeded(options)),
    ask: async (input, options) => reads.ask(checkInput('ask', input), now(), heeded(options)),
    context: async (input, options) =>
      reads.context({ ...here, ...checkInput('context', input ?? {}) }, now(), heeded(options)),
  };
}

/** What opens a session again, by agent. */
function resumeCommands(agents: readonly Agent[]): Record<string, string> {
  return Object.fromEntries(agents.flatMap(({ name, resume }) => (resume === undefined ? [] : [[name, resume]])));
}

/** The same options; `cancelled` when their signal has aborted already. */
function heeded(options: CallOptions | undefined): CallOptions | undefined {
  if (options?.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled before it began.');
  return options;
}
