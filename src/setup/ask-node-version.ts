import { execFileSync } from 'node:child_process';
import { ignore } from '../platform/ignored.ts';

/** Milliseconds within which Node must print its version. */
const VERSION_MS = 5_000;

/** The version of the Node executable at a path, as in `24.15.0`; `of unknown version` when it prints none. */
export function askNodeVersion(path: string): string {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8', timeout: VERSION_MS }).trim().replace(/^v/, '');
  } catch (error) {
    ignore(error, 'a Node that could not be run');
    return 'of unknown version';
  }
}
