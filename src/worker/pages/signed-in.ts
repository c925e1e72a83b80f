import type { PageOwner, PageSession, PageShown } from '../../api/http-answers.ts';
import { sha256Hex } from '../../core/hash.ts';

/** Milliseconds for which a page stays signed in, at most: it ends with the worker. */
export const SIGNED_IN_MS = 7 * 24 * 60 * 60_000;
const SESSIONS_MAX = 16;

interface Signed extends PageSession {
  /** Hash of the cookie and the key together. */
  hash: string;
}

/**
 * Builds the signed-in pages of one worker, at most 16. They are nowhere but in its memory: once it has left, another user's
 * program may answer at its port, and a page that is signed in there would be that program's.
 */
export function createSignedIn(now: () => number) {
  let sessions: Signed[] = [];
  const find = (shown: PageShown): Signed | undefined => {
    const hash = hashOf(shown);
    // What is compared are hashes of random bytes: how long it takes says nothing of them.
    return hash === undefined ? undefined : sessions.find((one) => one.hash === hash && one.until > now());
  };
  const signOut = (shown: PageShown): void => {
    const gone = find(shown);
    sessions = sessions.filter((one) => one !== gone && one.until > now());
  };
  return {
    find(shown: PageShown): PageSession | undefined {
      const { hash: _, ...session } = find(shown) ?? {};
      return 'until' in session ? session : undefined;
    },
    /** Signs in who shows `made`, in place of what it was by `shown`. */
    add(by: PageOwner, { made, shown }: { made: PageShown; shown: PageShown }): PageSession {
      signOut(shown);
      const session = { ...by, until: now() + SIGNED_IN_MS };
      sessions = [...sessions.slice(1 - SESSIONS_MAX), { ...session, hash: hashOf(made) ?? '' }];
      return session;
    },
    signOut,
  };
}

function hashOf({ cookie, key }: PageShown): string | undefined {
  return cookie === undefined || key === undefined ? undefined : sha256Hex(`${cookie}.${key}`);
}
