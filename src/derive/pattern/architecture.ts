import type { Finding } from '../../core/finding.ts';
import { textsIn } from '../../core/json.ts';

/** What changes together must do so in at least this share of the changes of the one that changes less. */
const TOGETHER_SHARE = 0.5;
/** Two folders of which only two files are known are those two files. */
const FOLDER_FILES = 3;

/**
 * True when findings of one key tell of how a project is built: two files or two folders that change together, or a folder
 * that uses another which never uses it, by several files each.
 */
export function isArchitecture(findings: readonly Finding[]): boolean {
  const [{ key } = { key: '' }] = findings;
  const isOfFolders = key.endsWith('/') || key.startsWith('layers: ');
  const files = new Set(findings.flatMap((finding) => finding.files));
  if (isOfFolders && files.size < FOLDER_FILES) return false;
  if (key.startsWith('layers: ')) return new Set(findings.flatMap(({ detail }) => textsIn(detail.uses))).size === 1;
  const changes = findings.map(({ detail }) => (Array.isArray(detail.changes) ? detail.changes.map(Number) : [1, 1]));
  const least = Math.min(...[0, 1].map((side) => changes.reduce((sum, pair) => sum + (pair[side] ?? 1), 0)));
  const together = findings.reduce((sum, { count }) => sum + count, 0);
  return together / Math.max(1, least) >= TOGETHER_SHARE;
}
