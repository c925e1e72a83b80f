import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';

/** Throws `invalid_input` when a line of a file is longer than any that an agent writes; `length`: its bytes until now. */
export function refuseEndless(path: string, length: number): void {
  if (length <= LIMITS.endlessLineBytes) return;
  const message = `${path} has a line of more than ${LIMITS.endlessLineBytes / 1024 ** 3} GB: it is no transcript.`;
  throw new CairnError('invalid_input', message, { fix: 'Move the file out of the folder of transcripts.' });
}
