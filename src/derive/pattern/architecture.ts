import { textsIn } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';

/** What changes together must do so in at least this share of the changes of the one that changes less. */
const TOGETHER_SHARE = 0.5;
/** Two folders of which only two files are known are those two files. */
const FOLDER_FILES = 3;

/**
 * True when findings of one key tell of how a project is built: two files or two folders that change together, or a folder
 * that uses another which never uses it, by several files each. `count`: of how many times they tell together.
 */
export function isArchitecture(findings: readonly Finding[], count: number): boolean {
  const uses = new Set(findings.flatMap(({ detail }) => textsIn(detail.uses)));
  const isOfFolders = uses.size > 0 || findings.some(({ detail }) => detail.folders === true);
  const files = new Set(findings.flatMap((finding) => finding.files));
  if (isOfFolders && files.size < FOLDER_FILES) return false;
  if (uses.size > 0) return uses.size === 1;
  const changes = findings.map(({ detail }) => (Array.isArray(detail.changes) ? detail.changes.map(Number) : [1, 1]));
  const least = Math.min(...[0, 1].map((side) => changes.reduce((sum, pair) => sum + (pair[side] ?? 1), 0)));
  return count / Math.max(1, least) >= TOGETHER_SHARE;
}
