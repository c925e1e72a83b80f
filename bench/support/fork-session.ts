import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** A fork of a session of Claude Code: its id, its file, and the words that were typed in it. */
export interface Fork {
  session: string;
  path: string;
}

/**
 * Forks a session as Claude Code does: a file with the session's lines under a new session's id, with their own ids and times, and
 * one prompt more. `/branch` marks each line, `--fork-session` marks none.
 */
export function forkSession(path: string, { typed, isMarked }: { typed: string; isMarked: boolean }): Fork {
  const session = randomUUID();
  const lines = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const of = basename(path, '.jsonl');
  const copies = lines.map((line) => ({
    ...line,
    sessionId: session,
    ...(isMarked ? { forkedFrom: { sessionId: of, messageUuid: line.uuid } } : {}),
  }));
  const own = {
    ...lines.find(({ type }) => type === 'user'),
    sessionId: session,
    uuid: randomUUID(),
    promptId: randomUUID(),
    timestamp: new Date().toISOString(),
    message: { role: 'user', content: typed },
  };
  const fork = join(dirname(path), `${session}.jsonl`);
  // Later than the session, as file systems tell time: in steps of some milliseconds.
  do {
    rmSync(fork, { force: true });
    writeFileSync(fork, `${[...copies, own].map((line) => JSON.stringify(line)).join('\n')}\n`);
  } while (statSync(fork).birthtimeMs <= statSync(path).birthtimeMs);
  return { session, path: fork };
}
