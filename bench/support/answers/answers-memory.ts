import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import { type BenchMemory, importRecorded, openBenchMemory } from '../bench-memory.ts';
import { layOutTranscripts } from '../next-session/lay-out.ts';
import type { RecordedSession } from '../next-session/recorded-sessions.ts';

const SETTLED_MS = 3_600_000;

/** The projects of the two sets, by the name of the set. */
export function projectsIn(home: string): Readonly<Record<string, string>> {
  return { entire: join(home, 'work', 'cli'), agentv: join(home, 'work', 'agentv') };
}

/** Lays all sessions out in the agents' folders of one home and imports them into one memory, with vectors. */
export async function importAll(
  sessions: readonly RecordedSession[],
  home: string,
  { data, embedder }: { data: string; embedder: Embedder | undefined },
): Promise<BenchMemory> {
  const [first] = sessions;
  for (const [set, project] of Object.entries(projectsIn(home))) {
    mkdirSync(project, { recursive: true });
    const before = sessions.filter((one) => one.set === set);
    if (first === undefined) continue;
    const end = { ...first, firstAt: Number.POSITIVE_INFINITY };
    layOutTranscripts({ name: set, next: end, before }, { home, project }, { data, typed: true });
  }
  const opened = openBenchMemory(join(home, '.cairn'), { userHome: home, embedder });
  await importRecorded(opened.memory, {});
  await opened.memory.settled({ timeoutMs: SETTLED_MS });
  return opened;
}
