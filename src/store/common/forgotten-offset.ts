import type { Offset } from '../contract/log.ts';

/** Begins what stands in place of a path whose events were all forgotten. */
export const FORGOTTEN = 'forgotten ';

/** What is kept of the place of a forgotten transcript: that it was read, and as it is now need not be read again. */
export function toForgotten(offset: Offset, path: string): Offset {
  const marks = Object.entries(offset.state).filter(([name]) => name.startsWith('$'));
  return { ...offset, path, resumeAt: 0, state: Object.fromEntries(marks) };
}

/** How agents name a folder of transcripts after the folder that they are of. */
export function transcriptFolderOf(root: string): string {
  return root.replace(/[^A-Za-z0-9]/g, '-');
}
