import { now } from '../platform/clock.ts';
import { checkContext, checkIds, checkQuery } from './check-input.ts';
import type { Caller, Memory } from './contract.ts';
import type { Reads } from './reads.ts';

/** The calls of a memory that only read, over its reads, for one caller. */
export function readMethods(reads: Reads, caller: Caller): Pick<Memory, 'search' | 'get' | 'context'> {
  const here = caller.cwd === undefined ? {} : { cwd: caller.cwd };
  return {
    search: async (input, options) => reads.search(checkQuery(input), now(), options),
    get: async (ids, options) => reads.get(checkIds('get', ids, 0), options),
    context: async (input, options) => reads.context({ ...here, ...checkContext(input) }, now(), options),
  };
}
