import { readdirSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { removeFile } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';

const NAME = /^cairn-[a-z2-7]{12}\.(?:sock|[0-9a-z]+)$/;
/** Milliseconds for which a socket is left alone: its owner may be about to listen. */
const YOUNG_MS = 60_000;
const LOOKED_AT_MAX = 1_000;

/**
 * Removes sockets of killed owners, whose homes may be gone, from the folder where sockets lie: those that nobody answers
 * on, and that are older than a minute. Never rejects; what cannot be done is counted.
 */
export async function removeStaleSockets(folder: string, now: number): Promise<void> {
  try {
    for (const name of readdirSync(folder)
      .filter((name) => NAME.test(name))
      .slice(0, LOOKED_AT_MAX)) {
      const path = join(folder, name);
      const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
      if (now - made > YOUNG_MS && (await isDead(path))) removeFile(path);
    }
  } catch (error) {
    ignore(error, 'sockets of other homes could not be looked at');
  }
}

/** True when the system says at once that nobody listens. */
function isDead(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED'));
  });
}
