import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** The folder at or above one that has git's folder, or its file of a work tree; else the root. */
export function topOf(folder: string): string {
  const above = dirname(folder);
  return above === folder || existsSync(`${folder}/.git`) ? folder : topOf(above);
}
