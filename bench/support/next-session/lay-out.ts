import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { claudeFolder } from '../claude-folder.ts';
import type { Point, RecordedSession } from './recorded-sessions.ts';
import { checkoutsOf, type HeadMove, movesOf, writeReflog } from './reflog.ts';
import { layOutNamed, layOutWork } from './work-tree.ts';

/** Where the sessions of one developer are laid out. */
export interface LaidOut {
  /** HOME of the developer: the agents' folders lie below it. */
  home: string;
  /** The checkout. */
  project: string;
}

/** How the files are laid out. `typed`: Claude Code's prompts are marked as typed, as its later versions do. */
export interface LayOutOptions {
  data: string;
  typed: boolean;
}

const TIMESTAMP = /"timestamp":"(\d{4}-[^"]+)"/;
const NO_TYPED = [
  '"tool_use_id"',
  '"isMeta":true',
  '"isSidechain":true',
  '"isCompactSummary":true',
  'This session is being continued',
];
const TYPED = '{"promptSource":"typed","origin":{"kind":"human"},';
const REMOTE = { entire: 'https://github.com/entireio/cli.git', agentv: 'https://github.com/EntityProcess/agentv.git' };

/** Writes the transcripts of a point as they were when the next session began, each to the end of its last line before. */
export function layOutTranscripts({ next, before }: Point, { home, project }: LaidOut, { typed }: LayOutOptions): void {
  for (const session of before) {
    const path = placeOf(session, home, project);
    const { text, lastAt } = transcriptUntil(session, { until: next.firstAt, project, typed });
    if (text === '' || (existsSync(path) && readFileSync(path, 'utf8') === text)) continue;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    utimesSync(path, lastAt / 1_000, lastAt / 1_000);
  }
}

/**
 * Puts the checkout where it was: the branch, at the last commit of `main` before the point, with the developer's own work
 * over it; once made, it is moved. The
 * movements of HEAD are those of the developer, as far as sessions and `main` show them, and not those of the bench.
 */
export function layOutCheckout(point: Point, { project }: LaidOut, { data }: LayOutOptions): void {
  const { next, before } = point;
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', project, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  const branch = next.branch === '' || next.branch === 'HEAD' ? 'main' : next.branch;
  if (!existsSync(project)) {
    if (next.set === 'entire') {
      const bundle = join(data, 'next-session', 'repository.bundle');
      execFileSync('git', ['clone', '-q', '--no-checkout', '-b', 'main', bundle, project], { stdio: 'ignore' });
      git('remote', 'set-url', 'origin', REMOTE.entire);
    } else {
      mkdirSync(project, { recursive: true });
      execFileSync('git', ['init', '-q', '-b', 'main', project], { stdio: 'ignore' });
      git('remote', 'add', 'origin', REMOTE.agentv);
    }
  }
  if (next.set !== 'entire') {
    git('symbolic-ref', 'HEAD', `refs/heads/${branch}`);
    layOutNamed(point, project);
  } else {
    const commit = git('rev-list', '-1', `--before=${new Date(next.firstAt).toISOString()}`, 'origin/main');
    git('checkout', '-q', '-f', '-B', branch, commit);
    git('clean', '-fdqx');
    layOutWork(point, project);
  }
  const own = before.flatMap((session) => movesOf(session, next.firstAt));
  const pulled = next.set === 'entire' ? pullsIn(git('log', '--format=%H %ct', branch)) : [];
  const since = Math.min(...before.map(({ firstAt }) => firstAt));
  const moves = [...own, ...checkoutsOf([...before, next]), ...pulled].filter(({ at }) => at >= since);
  writeReflog(join(project, '.git', 'logs', 'HEAD'), moves);
}

/** What came to `main` by others, as a developer who pulls at once has it. */
function pullsIn(log: string): HeadMove[] {
  return log.split('\n').flatMap((line) => {
    const [hash = '', seconds] = line.split(' ');
    return hash === '' ? [] : [{ at: Number(seconds) * 1_000, hash, what: 'pull: Fast-forward' }];
  });
}

function placeOf({ agent, id, firstAt }: RecordedSession, home: string, project: string): string {
  const day = new Date(firstAt).toISOString();
  if (agent === 'codex') {
    const [year = '', month = '', date = ''] = day.slice(0, 10).split('-');
    return join(
      home,
      '.codex/sessions',
      year,
      month,
      date,
      `rollout-${day.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`,
    );
  }
  if (agent === 'copilot-cli') return join(home, '.copilot/session-state', id, 'events.jsonl');
  return join(claudeFolder(home, project), `${id}.jsonl`);
}

function transcriptUntil(
  { path, root, agent }: RecordedSession,
  { until, project, typed }: { until: number; project: string; typed: boolean },
): { text: string; lastAt: number } {
  const lines: string[] = [];
  let lastAt = 0;
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const at = Date.parse(TIMESTAMP.exec(line)?.[1] ?? '');
    if (at >= until) break;
    if (Number.isFinite(at)) lastAt = at;
    const moved = root === '' ? line : line.replaceAll(root, project);
    lines.push(typed && agent === 'claude-code' ? asTyped(moved) : moved);
  }
  if (lastAt === 0) return { text: '', lastAt };
  const text = lines.join('\n');
  return { text: text.endsWith('\n') || text === '' ? text : `${text}\n`, lastAt };
}

function asTyped(line: string): string {
  const isPrompt =
    line.startsWith('{') && line.includes('"type":"user"') && !NO_TYPED.some((mark) => line.includes(mark));
  return isPrompt && !line.includes('"promptSource"') ? TYPED + line.slice(1) : line;
}
