import { now } from '../platform/clock.ts';
import { checkInput } from './check-input.ts';
import type { Caller, Memory } from './contract.ts';
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
    search: async (input, options) => reads.search({ ...here, ...placed(checkInput('search', input)) }, now(), options),
    timeline: async (input, options) =>
      reads.timeline({ ...here, ...placed(checkInput('timeline', input)) }, now(), options),
    get: async (ids, options) => reads.get(checkInput('get', ids).ids, options),
    list: async (input, options) => reads.list(placed(checkInput('list', input ?? {})), now(), options),
    recall: async (input, options) => reads.recall({ ...here, ...placed(checkInput('recall', input)) }, now(), options),
    context: async (input, options) =>
      reads.context({ ...here, ...checkInput('context', input ?? {}) }, now(), options),
  };
}
