import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Memory } from '../../../src/api/contract.ts';
import type { AgentEventInput } from '../../../src/api/requests.ts';
import type { LocalMemory } from '../../../src/memory/local.ts';
import type { SessionRow } from '../../../src/store/contract/log.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { importRecorded } from '../bench-memory.ts';
import { type Doc, readCorpus } from '../recall/corpus.ts';
import { timesOf } from '../recall/corpus-time.ts';
import { withImported } from '../recorded/imported.ts';
import { copyAsOneProject } from '../recorded/one-project.ts';
import { type Turn, turnsOf, wordsOfSession } from './evidence.ts';

/** Sessions that a memory can be told of, all of them or one after the other. */
export interface ReplaySource {
  name: string;
  /** What it is measured together with. */
  about: string;
  replayAll(memory: LocalMemory): Promise<void>;
  replay(memory: LocalMemory, session: ReplayedSession): Promise<void>;
}

/** A session with its turns, and the transcripts it was read from. */
export interface ReplayedSession {
  session: SessionRow;
  turns: Turn[];
  paths: string[];
}

const FOLDERS = ['claude-code', 'claude-code-team', 'codex'];
const CORPUS = 'commits-dev';
const MOST = 100_000;
const ROOT = /^(\/[^/\s]+\/[^/\s]+)\/\S*$/;

/** Recorded transcripts of a data folder, each folder of them one project; and the texts of recorded sessions. */
export async function replaySources(data: string, scratch: string): Promise<ReplaySource[]> {
  const sources: ReplaySource[] = [];
  for (const name of FOLDERS) {
    const folder = join(data, 'transcripts', name);
    if (existsSync(folder)) sources.push(await transcriptSource(name, folder, join(scratch, name)));
  }
  return [...sources, ...(await textSources(data))];
}

/** The texts of recorded sessions, where they are. */
export async function textSources(data: string): Promise<ReplaySource[]> {
  const corpus = join(data, 'bench', 'corpora', CORPUS);
  return existsSync(corpus) ? [corpusSource((await readCorpus(corpus)).docs)] : [];
}

/** The sessions of a store, the earliest first, with the evidence of their turns. */
export async function sessionsIn(store: Store): Promise<ReplayedSession[]> {
  const sessions = await store.log.sessions({ limit: MOST });
  const earlier = new Set<string>();
  const told: ReplayedSession[] = [];
  for (const session of sessions.toSorted((one, other) => one.startedAt - other.startedAt)) {
    const items = await store.items.list({ session: session.id }, { limit: MOST, oldestFirst: true });
    const ids = items.flatMap(({ event }) => event ?? []);
    told.push({ session, turns: turnsOf(items, earlier), paths: await store.log.transcriptsOf(ids) });
    for (const word of wordsOfSession(items)) earlier.add(word);
  }
  return told;
}

async function transcriptSource(name: string, folder: string, scratch: string): Promise<ReplaySource> {
  const places = await withImported([folder], async (store) =>
    (await store.log.sessions({ limit: MOST })).flatMap(({ cwd }) => cwd ?? []),
  );
  const copies = copyAsOneProject(folder, scratch, places);
  const importFiles = async (memory: LocalMemory, paths: string[]): Promise<void> => {
    await importRecorded(memory, { paths });
  };
  return {
    name,
    about: 'transcripts',
    replayAll: (memory) => importFiles(memory, copies),
    replay: (memory, { paths }) => importFiles(memory, paths),
  };
}

/** Texts of sessions as events: of a tool call only the file is known, which is taken for one that was changed. */
function corpusSource(docs: readonly Doc[]): ReplaySource {
  const times = timesOf(docs);
  const events = docs.map((doc, n) => ({ session: doc.session, event: toEvent(doc, times[n] ?? 0) }));
  const bySession = Map.groupBy(events, ({ session }) => session);
  const record = async (memory: Memory, session: string): Promise<void> => {
    await memory.record((bySession.get(session) ?? []).flatMap(({ event }) => event ?? []));
  };
  return {
    name: CORPUS,
    about: CORPUS,
    async replayAll(memory) {
      for (const session of bySession.keys()) await record(memory, session);
    },
    replay: (memory, { session }) => record(memory, session.agentSession),
  };
}

function toEvent({ id, session: sessionId, role, text }: Doc, at: number): AgentEventInput | undefined {
  const place = { sessionId, at, number: id };
  if (role === 'user') return { ...place, kind: 'prompt', text };
  if (role === 'assistant') return { ...place, kind: 'message', text };
  const root = ROOT.exec(text)?.[1];
  if (root === undefined) return undefined;
  return { ...place, kind: 'tool.end', cwd: root, tool: 'Edit', input: { file_path: text }, output: '' };
}
