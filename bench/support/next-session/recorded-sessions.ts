// bench/support/next-session: recorded sessions laid out as they lay on their developers' disks at a point in time, the
// blocks that a session starting there would be told, and figures against what it then did.

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { asString, type JsonObject } from '../../../src/core/json.ts';
import { readActs, type SessionActs } from './session-acts.ts';

/** A recorded session: who worked, where, and the file that holds it. Times in milliseconds since 1970. */
export interface RecordedSession {
  /** Name of the data set. */
  set: string;
  developer: string;
  agent: 'claude-code' | 'codex' | 'copilot-cli';
  /** The agent's own id. */
  id: string;
  path: string;
  /** The project's folder as the transcript names it: to be replaced by the folder of the bench. */
  root: string;
  /** The branch that it began on. */
  branch: string;
  firstAt: number;
  /** The first prompt with content; '' where there is none. */
  prompt: string;
}

/** A point in time: a session begins, and these are the developer's sessions that began before it. */
export interface Point {
  name: string;
  next: RecordedSession;
  before: readonly RecordedSession[];
  /** Place in `points.json`, for the 30 points that the Python script measures. */
  listed?: number;
}

const LONG_ID = /^\d{4}-\d\d-\d\d-/;
const ROOT = /^(\/Users\/[^"]*?\/(?:cli|devenv\/cli)(?:\/\.worktrees\/[^"/]+(?:\/[^"/]+)?)?)(?=\/|$)/;

/** Unpacks the two sets below `data/next-session` into a folder, once, and reads which sessions they hold. */
export function recordedSessions(data: string, scratch: string): RecordedSession[] {
  const folder = join(data, 'next-session');
  return [
    ...entireSessions(folder, unpack(join(folder, 'sessions.tar.zst'), join(scratch, 'entire'))),
    ...agentvSessions(unpack(join(folder, 'agentv.tar.zst'), join(scratch, 'agentv'))),
  ];
}

/** Every session with a prompt before which its developer had another one, the earliest first. */
export function pointsOf(sessions: readonly RecordedSession[], data: string): Point[] {
  const listed = JSON.parse(readFileSync(join(data, 'next-session', 'points.json'), 'utf8')) as JsonObject[];
  const places = new Map(listed.map(({ sid }, place) => [shortId(asString(sid) ?? ''), place]));
  const ordered = sessions.toSorted((one, other) => one.firstAt - other.firstAt);
  return ordered.flatMap((next): Point[] => {
    const before = ordered.filter(
      (one) => one.developer === next.developer && one.set === next.set && one.firstAt < next.firstAt,
    );
    if (before.length === 0 || next.prompt === '') return [];
    const place = places.get(next.id);
    const prompt = place === undefined ? next.prompt : (asString(listed[place]?.prompt) ?? next.prompt);
    const name = `${next.set}-${next.developer}-${next.id.slice(0, 13)}`;
    return [{ name, next: { ...next, prompt }, before, ...(place === undefined ? {} : { listed: place }) }];
  });
}

/** What a session did, by its whole transcript. */
export function actsOf({ agent, path }: RecordedSession): SessionActs {
  return readActs(agent, path);
}

function unpack(archive: string, to: string): string {
  if (!existsSync(to)) {
    mkdirSync(to, { recursive: true });
    const tar = execFileSync('zstd', ['-dc', archive], { maxBuffer: 1 << 30 });
    execFileSync('tar', ['xf', '-', '-C', to], { input: tar });
  }
  return to;
}

function entireSessions(folder: string, raw: string): RecordedSession[] {
  const rows = JSON.parse(readFileSync(join(folder, 'sessions.json'), 'utf8')) as JsonObject[];
  const largest = new Map<string, JsonObject>();
  for (const row of rows.filter(({ cwd }) => asString(cwd))) {
    const id = shortId(asString(row.sid) ?? '');
    const known = largest.get(id);
    if (known === undefined || Number(known.size) < Number(row.size)) largest.set(id, row);
  }
  return [...largest].map(([id, row]) => {
    const cwd = asString(row.cwd) ?? '';
    const path = join(raw, `${asString(row.sid)}.jsonl`);
    const acts = readActs('claude-code', path);
    return {
      set: 'entire',
      developer: cwd.split('/')[2] ?? '',
      agent: 'claude-code',
      id,
      path,
      root: ROOT.exec(cwd)?.[1] ?? cwd,
      branch: acts.branch || (asString(row.branch) ?? ''),
      firstAt: Date.parse(asString(row.first) ?? ''),
      prompt: acts.prompts[0] ?? '',
    };
  });
}

const AGENTS: Readonly<Record<string, RecordedSession['agent']>> = {
  Codex: 'codex',
  'Copilot CLI': 'copilot-cli',
  'Claude Code': 'claude-code',
};

function agentvSessions(raw: string): RecordedSession[] {
  const rows = JSON.parse(readFileSync(join(raw, 'index.json'), 'utf8')) as JsonObject[];
  return rows.map((row) => {
    const id = asString(row.session) ?? '';
    const agent = AGENTS[asString(row.agent) ?? ''] ?? 'codex';
    const path = join(raw, `${id}.jsonl`);
    const { prompts, firstAt, cwd, branch } = readActs(agent, path);
    return {
      set: 'agentv',
      developer: 'dev',
      agent,
      id,
      path,
      root: cwd,
      branch: branch || (asString(row.branch) ?? ''),
      firstAt,
      prompt: prompts[0] ?? '',
    };
  });
}

function shortId(sid: string): string {
  return LONG_ID.test(sid) ? sid.slice(11) : basename(sid);
}
