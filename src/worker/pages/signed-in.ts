import type { PageOwner, PageSession, PageShown } from '../../api/http-answers.ts';
import { sha256Hex } from '../../core/hash.ts';
import { asNumber, asObject, asString, type JsonValue, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { readTextIfThere, removeFile, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';

/** Milliseconds for which a page stays signed in. */
export const SIGNED_IN_MS = 7 * 24 * 60 * 60_000;
/** Milliseconds without a worker after which a page signs in again: another program may have had the port meanwhile. */
export const GONE_MS = 10 * 60_000;
const STAMP_MS = 60_000;
const SESSIONS_MAX = 16;

/** Where signed-in pages are kept. */
export interface SignedInDeps {
  /** File of mode 0600 that holds hashes of what signed-in pages show. */
  file: string;
  now: () => number;
  /** False once another worker owns the home: then nothing is written. */
  ownsHome?: () => boolean;
}

interface Signed extends PageSession {
  /** Hash of the cookie and the key together. */
  hash: string;
}

/** Opens the signed-in pages of a home: those that were signed in a short while ago still are. */
export function openSignedIn({ file, now, ownsHome = () => true }: SignedInDeps) {
  let held = 0;
  let stamped = now();
  let timer: NodeJS.Timeout | undefined;
  let { port, sessions } = readSignedIn(file, now());

  const save = (): void => {
    stamped = now();
    if (!ownsHome()) return;
    try {
      if (sessions.length === 0) removeFile(file);
      else writeDurable(file, `${JSON.stringify({ port, aliveAt: now(), sessions })}\n`);
    } catch (error) {
      ignore(error, 'who is signed in could not be written down');
    }
  };
  const stamp = (): void => {
    if (sessions.length > 0) save();
  };
  const find = (shown: PageShown): Signed | undefined => {
    const hash = hashOf(shown);
    // What is compared are hashes of random bytes: how long it takes says nothing of them.
    return hash === undefined ? undefined : sessions.find((one) => one.hash === hash && one.until > now());
  };
  const drop = (shown: PageShown): void => {
    const gone = find(shown);
    sessions = sessions.filter((one) => one !== gone && one.until > now());
  };

  return {
    /** The port at which pages are signed in, `undefined` when none is. */
    port: () => (sessions.length > 0 ? port : undefined),
    /** Says that the worker answers at a port; at another one than before nobody is signed in. */
    listensAt(other: number): void {
      if (port !== other) sessions = [];
      port = other;
      save();
    },
    /** A request is under way until the returned function is called: meanwhile it is noted every minute that the worker is there. */
    hold(): () => void {
      held += 1;
      timer ??= setInterval(stamp, STAMP_MS).unref();
      return () => {
        held -= 1;
        if (held > 0) return;
        clearInterval(timer);
        timer = undefined;
        if (now() - stamped > STAMP_MS) stamp();
      };
    },
    /** Notes that the worker is there. */
    stamp,
    find(shown: PageShown): PageSession | undefined {
      const { hash: _, ...session } = find(shown) ?? {};
      return 'until' in session ? session : undefined;
    },
    /** Signs in who shows `made`, in place of what it was by `shown`. */
    add(by: PageOwner, { made, shown }: { made: PageShown; shown: PageShown }): PageSession {
      drop(shown);
      const session = { ...by, until: now() + SIGNED_IN_MS };
      sessions = [...sessions.slice(1 - SESSIONS_MAX), { ...session, hash: hashOf(made) ?? '' }];
      save();
      return session;
    },
    signOut(shown: PageShown): void {
      drop(shown);
      save();
    },
  };
}

function hashOf({ cookie, key }: PageShown): string | undefined {
  return cookie === undefined || key === undefined ? undefined : sha256Hex(`${cookie}.${key}`);
}

/** What the file says, nothing where it cannot be read or its worker has been gone for too long. */
function readSignedIn(file: string, at: number): { port: number | undefined; sessions: Signed[] } {
  const none = { port: undefined, sessions: [] };
  try {
    const { port, aliveAt, sessions } = asObject(parseJson(readTextIfThere(file) ?? ''));
    if ((asNumber(aliveAt) ?? 0) + GONE_MS < at) {
      removeFile(file);
      return none;
    }
    const known = (Array.isArray(sessions) ? sessions : []).flatMap((one) => toSigned(one) ?? []);
    return { port: asNumber(port), sessions: known.filter(({ until }) => until > at) };
  } catch (error) {
    ignore(error, 'who was signed in could not be read');
    return none;
  }
}

function toSigned(value: JsonValue): Signed | undefined {
  const { hash, as, terminal, until } = asObject(value);
  const [text, end] = [asString(hash), asNumber(until)];
  if (text === undefined || end === undefined) return undefined;
  return {
    hash: text,
    as: as === 'person' ? 'person' : 'reader',
    until: end,
    ...omitUndefined({ terminal: asString(terminal) }),
  };
}
