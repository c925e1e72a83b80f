import { CairnError } from '../../../core/errors.ts';
import type { PlannedEdit } from './plan-changes.ts';

/** Words that stand in every file that is Cairn's alone in an agent's folder, so that set-up and its undoing know it. */
export const OWN_FILE_MARK = 'Written by cairn setup; cairn uninstall removes it.';

/** Puts a file of Cairn's own, which holds the mark, where none or an older one is. Throws `damaged` for another's file. */
export function withOwnFile(text: string): PlannedEdit['edit'] {
  if (!text.includes(OWN_FILE_MARK)) throw new CairnError('internal', 'A file of our own without its mark.');
  return (present) => {
    if (present === undefined || present.includes(OWN_FILE_MARK)) return text;
    throw new CairnError('damaged', 'it is not a file of Cairn');
  };
}

/** Removes a file that holds the mark; another's stays. */
export function withoutOwnFile(present: string | undefined): string | undefined {
  return present?.includes(OWN_FILE_MARK) === true ? undefined : present;
}
