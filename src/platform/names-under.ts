import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ignore } from './ignored.ts';

/**
 * Names of the regular files below a folder, relative to it, in no order; links are not followed, and at most `max`
 * entries are looked at. Empty where there is no folder.
 */
export function namesUnder(folder: string, max: number): string[] {
  const names: string[] = [];
  const folders = [''];
  let left = max;
  for (let next = folders.pop(); next !== undefined && left > 0; next = folders.pop()) {
    for (const entry of entriesIn(join(folder, next))) {
      if (left-- <= 0) break;
      const name = next === '' ? entry.name : `${next}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) names.push(name);
    }
  }
  return names;
}

function entriesIn(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') ignore(error, 'folder cannot be listed');
    return [];
  }
}
