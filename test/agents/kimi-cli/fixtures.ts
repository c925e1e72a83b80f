import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type SessionFixture, sentHooks, writeGrown } from '../session-fixture.ts';

/** The folder of kimi-cli of the fixtures, and its one session. */
export const CONFIG_FOLDER = fileURLToPath(new URL('../../fixtures/kimi-cli/', import.meta.url));
export const SESSION = '0b6f2c1e-6f7a-4a57-9f0c-2d1e3c4b5a69';

/** The session as hooks and files tell it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'kimi-cli',
  hooks: sentHooks(`${CONFIG_FOLDER}hooks.jsonl`),
  write: (userHome, share) => writeGrown(CONFIG_FOLDER, join(userHome, '.kimi'), share),
};
