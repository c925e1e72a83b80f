import { type CallTable, onlyLooks } from '../api/calls/call.ts';
import type { AppDeps } from '../api/http-answers.ts';
import type { Uses } from '../api/methods.ts';
import { CairnError } from '../core/errors.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { shownBy } from './page-routes.ts';
import { readCaller } from './read-caller.ts';

/**
 * The use of a call by whoever sends a request. Throws `not_allowed` for a call that would change something when a page asks
 * that no person signed in.
 */
export function useOf(
  { deps, calls }: { deps: AppDeps; calls: CallTable },
  request: Request,
  { name, input }: { name: keyof Uses; input: object },
): Uses[keyof Uses] {
  const page = deps.via === 'tcp' ? deps.signIns?.find(shownBy(request.headers)) : undefined;
  const row = calls[name];
  if (page !== undefined && row !== undefined && !onlyLooks(row, input)) {
    deps.signIns?.countWrite();
    if (page.as === 'reader')
      throw new CairnError('not_allowed', 'This page only reads: no person signed it in.', {
        fix: 'cairn ui, typed in a terminal of your own',
      });
  }
  const caller = readCaller(request.headers, deps);
  if (page?.as !== 'person') return deps.usesFor(caller)[name];
  return deps.usesFor({ ...caller, person: true, ...omitUndefined({ terminal: page.terminal }) })[name];
}
