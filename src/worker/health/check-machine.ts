// worker/health: what can be said of a home without its worker — the machine, the folder, who holds it, what the database
// says read-only. Each look gives findings; nothing here prints, and nothing is mended unless the caller mends a finding.

import { toCairnError } from '../../core/errors.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import { isNodeServed, NODE_FIX } from '../../core/node-version.ts';
import { formatBytes } from '../../core/text/format-count.ts';
import type { DiskLimits } from '../../platform/disk-room.ts';
import { ignore } from '../../platform/ignored.ts';
import { checkSqliteVersion } from '../../platform/sqlite/sqlite.ts';

/** The Node that runs, and the SQLite in it. */
export function checkMachine(
  versions: { node: string; sqlite?: string | undefined } = process.versions,
): HealthFinding[] {
  const { node, sqlite = 'none' } = versions;
  const message = `Node ${node} with SQLite ${sqlite}.`;
  return [
    isNodeServed(node)
      ? { name: 'node', status: 'ok', message }
      : { name: 'node', status: 'warning', message: `${message} Cairn is tested with later ones.`, fix: NODE_FIX },
    sqliteFinding(sqlite),
  ];
}

function sqliteFinding(version: string): HealthFinding {
  try {
    checkSqliteVersion(version);
    return { name: 'sqlite', status: 'ok', message: `SQLite ${version} keeps what was committed.` };
  } catch (error) {
    ignore(error, 'SQLite of this Node is too old');
    return { name: 'sqlite', status: 'failed', message: toCairnError(error).message, fix: NODE_FIX };
  }
}

/** How much room a disk has left. */
export function diskFinding(freeBytes: number, { lowBytes, fullBytes }: DiskLimits): HealthFinding {
  const message = `${formatBytes(freeBytes)} are free on its disk.`;
  if (freeBytes >= lowBytes) return { name: 'disk', status: 'ok', message };
  const fix = 'Free some space: with too little, nothing can be remembered.';
  return { name: 'disk', status: freeBytes < fullBytes ? 'failed' : 'warning', message, fix };
}
