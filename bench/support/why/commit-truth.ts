import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A line of a file at HEAD, and the commit that plain git blames for it. */
export interface TrueLine {
  path: string;
  line: number;
  text: string;
  commit: string;
}

/** What the marks of the team say of a commit. */
export interface TrueCommit {
  hash: string;
  /** Milliseconds since 1970. */
  committedAt: number;
  paths: readonly string[];
  /** The agent's own ids of the sessions that its checkpoint names; `undefined` where nobody knows. */
  sessions?: readonly string[];
}

/**
 * The commits of a repository with the sessions that made them: by the checkpoint in the trailer, whose sessions the set
 * of commit subjects names. Commits of one checkpoint are of the same sessions.
 */
export function trueCommits(repository: string, data: string): Map<string, TrueCommit> {
  const gold = new Map<string, string[]>();
  for (const row of readFileSync(join(data, 'bench', 'corpora', 'commits-dev', 'queries.jsonl'), 'utf8').split('\n')) {
    if (row === '') continue;
    const { query, gold_sessions: sessions } = JSON.parse(row) as { query: string; gold_sessions: string[] };
    const ids = sessions.map((id) => id.replace(/^\d{4}-\d\d-\d\d-/, ''));
    gold.set(query.trim(), [...(gold.get(query.trim()) ?? []), ...ids]);
  }
  const format = '%H%x1f%ct%x1f%s%x1f%(trailers:key=Entire-Checkpoint,valueonly,separator=%x20)';
  const rows = git(repository, ['log', `--format=${format}`])
    .trim()
    .split('\n')
    .map((row) => row.split('\x1f'));
  const paths = changedPaths(repository);
  const ofCheckpoint = new Map<string, readonly string[]>();
  for (const [, , subject = '', checkpoint = ''] of rows) {
    const sessions = gold.get(subject.trim());
    if (sessions !== undefined && checkpoint !== '') ofCheckpoint.set(checkpoint, sessions);
  }
  return new Map(
    rows.map(([hash = '', seconds, , checkpoint = '']) => {
      const sessions = ofCheckpoint.get(checkpoint);
      const commit = { hash, committedAt: Number(seconds) * 1_000, paths: paths.get(hash) ?? [] };
      return [hash, sessions === undefined ? commit : { ...commit, sessions }];
    }),
  );
}

function changedPaths(repository: string): Map<string, string[]> {
  const commits = git(repository, ['log', '--name-only', '--no-renames', '--format=%x1e%H']).split('\x1e');
  return new Map(
    commits.map((text) => {
      const [hash = '', ...paths] = text.split('\n').filter((line) => line !== '');
      return [hash, paths] as const;
    }),
  );
}

/** The lines of all text files at HEAD, each with its commit. */
export function trueLines(repository: string): Map<string, TrueLine[]> {
  const files = git(repository, ['ls-files']).trim().split('\n');
  return new Map(files.map((path) => [path, blamed(repository, path)]));
}

function blamed(repository: string, path: string): TrueLine[] {
  const lines: TrueLine[] = [];
  let [commit, line] = ['', 0];
  for (const row of git(repository, ['blame', '--porcelain', '-w', '--', path]).split('\n')) {
    const head = /^([0-9a-f]{40}) \d+ (\d+)/.exec(row);
    if (row.startsWith('\t')) lines.push({ path, line, text: row.slice(1), commit });
    else if (head !== null) [commit, line] = [head[1] ?? '', Number(head[2])];
  }
  return lines;
}

/** Runs git on a repository of the bench's own. */
export function git(repository: string, args: readonly string[]): string {
  return execFileSync('git', ['-C', repository, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}
