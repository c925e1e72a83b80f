import { CairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { checkInput } from './check-input.ts';
import type { Caller, CallOptions, Memory } from './contract.ts';
import { placeProject } from './place-project.ts';
import type { Reads } from './reads.ts';

/** The calls of a memory that only read, over its reads, for one caller: relative paths of projects are the caller's. */
export function readMethods(
  reads: Reads,
  caller: Caller,
): Pick<Memory, 'search' | 'timeline' | 'get' | 'list' | 'recall' | 'context'> {
  const { cwd } = caller;
  const here = cwd === undefined ? {} : { cwd };
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
    context: async (input, options) =>
      reads.context({ ...here, ...checkInput('context', input ?? {}) }, now(), heeded(options)),
  };
}

/** The same options; `cancelled` when their signal has aborted already. */
function heeded(options: CallOptions | undefined): CallOptions | undefined {
  if (options?.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled before it began.');
  return options;
}
