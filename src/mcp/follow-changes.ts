import type { Memory } from '../api/contract.ts';
import { ignore } from '../platform/ignored.ts';
import { GENERAL_URIS, sessionUri } from './resources.ts';

/** Milliseconds for which changes are gathered: a session at work appends many events at once. */
const GATHER_MS = 1_000;
/** Upper bound on the addresses that are gathered. */
const GATHERED_MAX = 1_000;

/** Where changes come from, and where they go. */
export interface ChangesDeps {
  memory: () => Promise<Memory>;
  /** Called with the address of each resource that changed, at most once a second for each. */
  tell: (uri: string) => void;
}

/** Follows the log from now on and tells which resources change, until it is stopped or the memory is gone. */
export function followChanges({ memory, tell }: ChangesDeps): { stop: () => void } {
  const stopped = new AbortController();
  const { signal } = stopped;
  let changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    const told = changed;
    changed = new Set();
    timer = undefined;
    for (const uri of told) tell(uri);
  };
  const follow = async (): Promise<void> => {
    for await (const { sessionId } of (await memory()).events({ last: 0 }, { signal })) {
      for (const uri of [...GENERAL_URIS, sessionUri(sessionId)]) if (changed.size < GATHERED_MAX) changed.add(uri);
      timer ??= setTimeout(flush, GATHER_MS).unref();
    }
  };
  follow().catch((error: unknown) => ignore(error, 'changes of the memory are not told any more'));
  return {
    stop() {
      stopped.abort();
      clearTimeout(timer);
    },
  };
}
