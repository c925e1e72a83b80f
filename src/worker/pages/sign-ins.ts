// worker/pages: the dashboard on TCP: its files, and who may ask from a browser.
// What is asked, and of whom it is true, is decided elsewhere; no code, cookie or key is ever logged or stored.

import type { PageOwner, SignedIn, SignIns } from '../../api/http-answers.ts';
import { CairnError } from '../../core/errors.ts';
import { isSameSecret, randomKey } from '../../core/hash.ts';
import { createRateLimit } from '../../core/rate-limit.ts';
import { createSignedIn, SIGNED_IN_MS } from './signed-in.ts';

/** Milliseconds for which a code signs in. */
export const CODE_MS = 60_000;
/** Attempts to sign in within a minute, wrong ones and right ones. */
export const ATTEMPTS = 30;
/** Changes that pages may make within a minute. */
export const WRITES = 600;
const MINUTE_MS = 60_000;
const SECRET_BYTES = 32;
const CODES_MAX = 16;

interface IssuedCode {
  code: string;
  by: PageOwner;
  until: number;
}

/** Builds the sign-ins of one worker. */
export function createSignIns(now: () => number): SignIns {
  const signedIn = createSignedIn(now);
  const mayTry = createRateLimit({ most: ATTEMPTS, perMs: MINUTE_MS, now });
  const mayWrite = createRateLimit({ most: WRITES, perMs: MINUTE_MS, now });
  let codes: IssuedCode[] = [];
  const valid = (): IssuedCode[] => codes.filter(({ until }) => until > now());

  return {
    ...signedIn,
    createCode(by) {
      const code = secret();
      codes = [...valid().slice(1 - CODES_MAX), { code, by, until: now() + CODE_MS }];
      return code;
    },
    signIn(code, shown): SignedIn {
      if (!mayTry()) throw tooMany(`Someone tried to sign in ${ATTEMPTS} times within a minute.`);
      const found = valid().find((one) => isSameSecret(one.code, code));
      if (found === undefined) {
        throw new CairnError('unauthorized', 'The code was used, or it is older than a minute.', { fix: 'cairn ui' });
      }
      codes = codes.filter((one) => one !== found);
      const made = { cookie: secret(), key: secret() };
      return { ...made, session: signedIn.add(found.by, { made, shown }), seconds: SIGNED_IN_MS / 1_000 };
    },
    countWrite() {
      if (!mayWrite()) throw tooMany(`Pages changed ${WRITES} things within a minute.`);
    },
  };
}

function tooMany(message: string): CairnError {
  return new CairnError('too_many', message, { fix: 'Wait a minute, then try again.' });
}

function secret(): string {
  return randomKey(SECRET_BYTES).toString('hex');
}
