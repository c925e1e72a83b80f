import type { EventBody } from '../../core/model/event.ts';
import type { Exclusion } from '../../privacy/exclude.ts';
import type * as Excluded from './without-excluded.ts';

let load: (() => typeof Excluded) | undefined;

/** Says where the file of `withoutExcluded` is loaded from; it is loaded with the first event that can tell of a file. */
export function loadExcludedBy(loader: () => typeof Excluded): void {
  load = loader;
}

/** What stands in the place of `withoutExcluded` where it is in a file of its own, as the build says. */
export function withoutExcluded(body: EventBody, exclusion: Exclusion, cwd?: string): EventBody {
  if (/^(?:session|turn|compact.s)/.test(body.kind)) return body;
  if (load === undefined) throw new Error('no excluded');
  return load().withoutExcluded(body, exclusion, cwd);
}
