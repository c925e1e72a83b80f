import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isJsonObject, parseJson } from '../../../src/core/json.ts';
import type { OpenedMemory } from '../../../src/memory/open.ts';
import { importRecorded, openBenchMemory } from '../bench-memory.ts';
import { createStateReader } from './final-state.ts';

/** A transcript file: its name and its lines. */
interface File {
  name: string;
  lines: string[];
}

/** A recorded session, its files in order: one that was resumed on a later day has several, which overlap. */
export interface RecordedSession {
  name: string;
  files: File[];
}

/** What is measured: transcripts in which someone works with an agent on something real. */
const FOLDERS = ['claude-code', 'claude-code-team', 'codex'];
const LEAST_LINES = 12;
const STEPS = 5;
const FAILED = 5;
const SETTLED_MS = 600_000;

/** The recorded sessions below a data folder. */
export function recordedSessions(data: string): RecordedSession[] {
  const files = FOLDERS.flatMap((folder) => {
    const path = join(data, 'transcripts', folder);
    return readdirSync(path)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .map((name) => ({ name, lines: readFileSync(join(path, name), 'utf8').trimEnd().split('\n') }));
  });
  return [...Map.groupBy(files, sessionOf)].map(([name, own]) => ({ name, files: own }));
}

/** The session as if it had ended after its first `lines` lines. */
export function cutSession({ name, files }: RecordedSession, lines: number): RecordedSession {
  let left = lines;
  const cut = files.map((file) => {
    const taken = file.lines.slice(0, left);
    left -= taken.length;
    return { name: file.name, lines: taken };
  });
  return { name: `${name} after ${lines} lines`, files: cut.filter((file) => file.lines.length > 0) };
}

/** Where a session is cut: at even steps, at its end, and at most so often where something has just failed. */
export function cutsOf(session: RecordedSession): number[] {
  const lines = session.files.flatMap((file) => file.lines);
  const reader = createStateReader();
  const failed: number[] = [];
  let before: string | undefined;
  for (const [i, line] of lines.entries()) {
    reader.take(line);
    const { failing } = reader.end();
    if (failing !== undefined && failing !== before) failed.push(i + 1);
    before = failing;
  }
  const steps = Array.from({ length: STEPS }, (_, i) => Math.round((lines.length * (i + 1)) / STEPS));
  const some = failed.filter((_, i) => i % Math.ceil(failed.length / FAILED) === 0);
  return [...new Set([...steps, ...some])].filter((count) => count >= LEAST_LINES).sort((one, other) => one - other);
}

/** Imports sessions into a new home, waits until all is derived from them, and uses the memory. */
export async function withSessions<Result>(
  scratch: string,
  sessions: readonly RecordedSession[],
  use: (opened: OpenedMemory, startTokens: number) => Promise<Result>,
): Promise<Result> {
  const folder = join(scratch, 'transcripts');
  mkdirSync(folder, { recursive: true });
  for (const { name, lines } of sessions.flatMap(({ files }) => files)) {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
  const replay = async ({ memory }: OpenedMemory): Promise<void> => {
    await importRecorded(memory, { paths: [folder] });
  };
  return withReplayed(scratch, replay, use);
}

/** Tells a new home something, waits until all is derived from it, and uses the memory. */
export async function withReplayed<Result>(
  scratch: string,
  tell: (opened: OpenedMemory) => Promise<void>,
  use: (opened: OpenedMemory, startTokens: number) => Promise<Result>,
): Promise<Result> {
  const opened = openBenchMemory(join(scratch, 'home'), { userHome: scratch });
  try {
    await tell(opened);
    await opened.memory.settled({ timeoutMs: SETTLED_MS });
    return await use(opened, opened.settings['context.startTokens']);
  } finally {
    await opened.memory.close();
  }
}

function sessionOf({ name, lines }: File): string {
  for (const line of lines) {
    const record = parseJson(line);
    if (isJsonObject(record) && typeof record.sessionId === 'string') return record.sessionId.slice(0, 8);
  }
  return name.slice(-14, -6);
}
