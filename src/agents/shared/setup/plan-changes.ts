// agents/shared/setup: edits of agents' settings files (JSON, JSONC, TOML) that keep every line that is not Cairn's.
// Text in, text out: nothing here reads or writes a file.

import { CairnError } from '../../../core/errors.ts';
import type { FileChange } from '../contract.ts';
import { readText } from '../transcripts/transcript-files.ts';

/** A file of an agent, the edit of its text (`undefined`: no file), and the purpose of the edit. */
export interface PlannedEdit {
  path: string;
  edit: (text: string | undefined) => string | undefined;
  why: string;
  /** The `mode` of a `FileChange`. */
  mode?: number;
}

/**
 * The changes that edits make; edits without effect are left out. Throws `damaged`, with the file's path, for an
 * invalid file.
 */
export function planChanges(edits: readonly PlannedEdit[]): FileChange[] {
  return edits.map(planChange).filter(({ before, after }) => before !== after);
}

/** An edit that does nothing when the file does not exist. */
export function ifThere(edit: (text: string) => string | undefined): PlannedEdit['edit'] {
  return (text) => (text === undefined ? undefined : edit(text));
}

/** The error (`unsupported`) for an agent that runs no hooks of a repository's own files. */
export function noProjectFiles(title: string, name: string): CairnError {
  return new CairnError('unsupported', `${title} runs no hooks of a repository's own files.`, {
    fix: `cairn setup ${name}`,
  });
}

function planChange({ path, edit, ...rest }: PlannedEdit): FileChange {
  const before = readText(path);
  try {
    return { path, before, after: edit(before), ...rest };
  } catch (error) {
    if (!(error instanceof CairnError) || error.code !== 'damaged') throw error;
    throw new CairnError('damaged', `${path}: ${error.message}.`, { fix: `Repair or remove ${path}.`, cause: error });
  }
}
