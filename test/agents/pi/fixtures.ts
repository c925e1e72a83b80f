import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SentHook, type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

const FOLDER = fileURLToPath(new URL('../../fixtures/pi/', import.meta.url));

/** The session of the fixtures. */
export const SESSION = '01a2228c-b1d0-7411-991f-6e71ed271412';

/** The payloads that the extension sent in the session. */
export function piHooks(): SentHook[] {
  return sentHooks(`${FOLDER}hooks.jsonl`);
}

/** The session as the extension and its file tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'pi',
  hooks: piHooks(),
  write: (userHome, share) => writeGrown(`${FOLDER}sessions`, join(userHome, '.pi', 'agent', 'sessions'), share),
};
