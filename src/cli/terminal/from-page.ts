import { CALLS } from '../../api/calls.ts';
import type { Memory } from '../../api/contract.ts';
import { asObject } from '../../core/json.ts';
import { usage } from './options.ts';

/** Upper bound on the pages that are asked for one after the other. */
export const PAGES_MAX = 1_000;

/** Calls that answer in pages. */
const PAGED: ReadonlySet<string> = new Set(
  Object.entries(CALLS).flatMap(([name, { input }]) => ('cursor' in input ? [name] : [])),
);

type Ask = (input: object, ...rest: unknown[]) => Promise<object>;

/**
 * A memory whose first answer in pages is a later page, from 1: those before it are asked for one after the other. Throws
 * `invalid_input` where there are fewer.
 */
export function fromPage(memory: Memory, page: number): Memory {
  if (page === 1) return memory;
  let isAsked = false;
  return new Proxy(memory, {
    get(target, name) {
      const ask: unknown = Reflect.get(target, name);
      if (typeof ask !== 'function' || !PAGED.has(String(name))) return ask;
      return async (input: object, ...rest: unknown[]) => {
        const asked = (more: object): Promise<object> => (ask as Ask).call(target, { ...input, ...more }, ...rest);
        let answer = await asked({});
        if (isAsked) return answer;
        isAsked = true;
        for (let n = 1; n < page; n += 1) {
          const { nextCursor } = asObject(answer);
          if (nextCursor === undefined) throw usage(`There is no page ${page}: the last one is ${n}.`, `--page ${n}`);
          answer = await asked({ cursor: nextCursor });
        }
        return answer;
      };
    },
  });
}
