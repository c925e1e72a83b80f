import type { Git } from './run-git.ts';

const TIPS_MAX = 40;
const APART_MAX = 5_000;

/** The full hashes of commits by the short ones that were given; those that are not in the repository are absent. */
export async function readFullHashes(git: Git, hashes: readonly string[]): Promise<Map<string, string>> {
  const asked = hashes.filter((hash) => /^[0-9a-f]{7,64}$/.test(hash));
  if (asked.length === 0) return new Map();
  const printed = (await git(['cat-file', '--batch-check'], `${asked.join('\n')}\n`)) ?? '';
  const rows = printed.split('\n').map((row) => /^([0-9a-f]{40,64}) commit \d+$/.exec(row)?.[1]);
  return new Map(asked.flatMap((hash, index) => (rows[index] === undefined ? [] : [[hash, rows[index]] as const])));
}

/** Where branches end, here and at remotes, that HEAD does not hold; at most 40, the latest first. */
export async function readBranchTips(git: Git): Promise<string[]> {
  const args = ['for-each-ref', '--no-merged=HEAD', '--sort=-committerdate', `--count=${TIPS_MAX}`];
  const printed = (await git([...args, '--format=%(objectname)', 'refs/heads', 'refs/remotes'])) ?? '';
  return [...new Set(printed.split('\n').filter((hash) => hash !== ''))];
}

/** Reads which of some commits, and of those that lead to them, HEAD does not hold; at most 5,000, the latest first. */
export async function readApart(git: Git, tips: readonly string[]): Promise<string[]> {
  if (tips.length === 0) return [];
  const printed = (await git(['rev-list', `--max-count=${APART_MAX}`, '--stdin'], `${tips.join('\n')}\n^HEAD\n`)) ?? '';
  return printed.split('\n').filter((hash) => hash !== '');
}

/** The commit from which a commit and HEAD went apart; `undefined` where they have none in common. */
export async function readForkPoint(git: Git, hash: string): Promise<string | undefined> {
  return (await git(['merge-base', hash, 'HEAD']))?.trim();
}
