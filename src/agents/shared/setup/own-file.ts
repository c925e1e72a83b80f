import { CairnError } from '../../../core/errors.ts';
import type { PlannedEdit } from './plan-changes.ts';

/** Text in every file in an agent's folder that only Cairn writes, by which set-up and uninstall recognise it. */
export const OWN_FILE_MARK = 'Written by cairn setup; cairn uninstall removes it.';

/**
 * Writes a file of Cairn's own, which contains the mark, when there is none or an older one. Throws `damaged` for a
 * file without the mark.
 */
export function withOwnFile(text: string): PlannedEdit['edit'] {
  if (!text.includes(OWN_FILE_MARK)) throw new CairnError('internal', 'A file of our own without its mark.');
  return (present) => {
    if (present === undefined || present.includes(OWN_FILE_MARK)) return text;
    throw new CairnError('damaged', 'it is not a file of Cairn');
  };
}

/** Removes a file that contains the mark; any other file stays. */
export function withoutOwnFile(present: string | undefined): string | undefined {
  return present?.includes(OWN_FILE_MARK) === true ? undefined : present;
}
