import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { AgentEnvironment, TranscriptFile } from '../shared/contract.ts';
import { filesOf, foldersOf, readHead, toTranscriptFile } from '../shared/transcripts/transcript-files.ts';
import { AGENT_NAME } from './hooks.ts';

const ENDINGS = ['.jsonl', '.jsonl.zst'];
/** Bytes at the start of a rollout that contain the ids of the thread and its parent. */
const HEAD_BYTES = 2_048;
const THREAD = /^rollout-.{19}-([0-9a-f-]{36})/;

/** Codex's folder: `CODEX_HOME`, else `~/.codex`. */
export function configFolder({ home, variables }: AgentEnvironment): string {
  return variables.CODEX_HOME || join(home, '.codex');
}

/** True when Codex is or was used here. */
export function detect(environment: AgentEnvironment): boolean {
  return existsSync(configFolder(environment));
}

/**
 * All transcripts, in no order: `sessions/<year>/<month>/<day>/rollout-<time>-<thread>.jsonl`, after some days packed as
 * `.jsonl.zst`, and those that were archived. No link is followed.
 */
export function findTranscripts(environment: AgentEnvironment): TranscriptFile[] {
  const folder = configFolder(environment);
  const days = foldersOf(join(folder, 'sessions')).flatMap(foldersOf).flatMap(foldersOf);
  return [...days, join(folder, 'archived_sessions')]
    .flatMap((place) => ENDINGS.flatMap((ending) => filesOf(place, ending)))
    .filter((path) => basename(path).startsWith('rollout-'))
    .flatMap((path) => toTranscriptFile(AGENT_NAME, path) ?? []);
}

/** The thread id in a transcript's name; `undefined` for another name. */
export function threadOf(path: string): string | undefined {
  return THREAD.exec(basename(path))?.[1];
}

/** The files of a session's subagents, by the path of its own: in the same folder, or in the folder of its last day. */
export function companions(path: string): string[] {
  const thread = threadOf(path);
  if (thread === undefined) return [];
  const folders = new Set([dirname(path), lastDayOf(path)]);
  return [...folders].flatMap((folder) => filesOf(folder, '.jsonl')).filter((file) => isPartOf(file, { path, thread }));
}

function isPartOf(file: string, main: { path: string; thread: string }): boolean {
  // Thread ids grow with time: a thread that is older than the session is not its subagent.
  if (file === main.path || (threadOf(file) ?? '') <= main.thread) return false;
  const head = readHead(file, HEAD_BYTES) ?? '';
  return head.includes(`"session_id":"${main.thread}"`) || head.includes(`"parent_thread_id":"${main.thread}"`);
}

/** The folder of the day on which a session was last written to. Codex names days in the machine's time zone. */
function lastDayOf(path: string): string {
  const modified = statSync(path, { throwIfNoEntry: false })?.mtime ?? new Date(0);
  const [year, month, day] = [modified.getFullYear(), modified.getMonth() + 1, modified.getDate()];
  const sessions = dirname(dirname(dirname(dirname(path))));
  return join(sessions, `${year}`, `${month}`.padStart(2, '0'), `${day}`.padStart(2, '0'));
}
