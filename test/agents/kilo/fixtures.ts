import { join } from 'node:path';
import { openCodeHooks, storeWrites, writeStore } from '../opencode/fixtures.ts';
import type { SessionFixture } from '../session-fixture.ts';

/** Where Kilo keeps its sessions in a home. */
export function databaseOf(userHome: string): string {
  return join(userHome, '.local', 'share', 'kilo', 'kilo.db');
}

/** The session of OpenCode's fixtures, as its fork stores and sends it. */
export const SESSION_FIXTURE: SessionFixture = {
  agent: 'kilo',
  hooks: openCodeHooks(),
  write: (userHome, share) => {
    const writes = storeWrites();
    writeStore(databaseOf(userHome), writes.slice(0, Math.floor(writes.length * share)));
  },
};
