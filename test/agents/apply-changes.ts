import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { FileChange } from '../../src/agents/shared/contract.ts';

/** Carries out what an agent's set-up planned, as `setup` does. */
export function applyChanges(changes: readonly FileChange[]): void {
  for (const { path, before, after, mode } of changes) {
    assert.notEqual(before, after);
    if (after === undefined) rmSync(path);
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, after, mode === undefined ? {} : { mode });
    }
  }
}

/** The files below a folder: text and permissions by path. */
export function filesBelow(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const told = files.map(({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [relative(folder, path), `${(statSync(path).mode & 0o777).toString(8)} ${readFileSync(path, 'utf8')}`];
  });
  return Object.fromEntries(told.sort()) as Record<string, string>;
}
