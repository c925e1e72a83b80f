// cli/export: memories that were chosen, whole, as JSON, Markdown or a database for other programs. What they are comes
// from the memory's calls alone, which give what other surfaces give; nothing here reads the home.

import type { MemoryRecord } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { ListInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import * as LIMITS from '../../core/limits.ts';

/** Pages that are asked for one after the other: with `LIMITS.hitsMax` on each, ten million memories. */
const PAGES_MAX = 100_000;

/** Which memories: those with these ids, of a session among them all of it; or those that a filter lets through. */
export interface ChosenMemories {
  ids: readonly string[];
  filter: ListInput;
}

/** ChosenMemories memories, and the sessions and projects that they belong to. */
export interface SelectedPart {
  memories: MemoryRecord[];
  sessions: MemoryRecord[];
  projects: MemoryRecord[];
}

/**
 * The memories of a selection, newest first or in the order of the ids, each once; a session and a project comes with
 * the first of its memories. Throws `not_found` for an id that is unknown.
 */
export async function* selectMemories(
  memory: Memory,
  { ids, filter }: ChosenMemories,
  signal: AbortSignal,
): AsyncGenerator<SelectedPart> {
  const told = new Set<string>();
  const asked = ids.length === 0 ? listed(memory, filter, signal) : named(memory, { ids, filter }, signal);
  for await (const records of asked) {
    const memories = records.filter(({ id }) => !told.has(id));
    for (const { id } of memories) told.add(id);
    const placed = (of: (record: MemoryRecord) => string | undefined): string[] => {
      const places = [...new Set(memories.flatMap((record) => of(record) ?? []))].filter((id) => !told.has(id));
      for (const id of places) told.add(id);
      return places;
    };
    const [sessions, projects] = [placed(({ sessionId }) => sessionId), placed(({ project }) => project)];
    yield {
      memories,
      sessions: await whole(memory, sessions, signal),
      projects: await whole(memory, projects, signal),
    };
  }
}

async function* listed(memory: Memory, filter: ListInput, signal: AbortSignal): AsyncGenerator<MemoryRecord[]> {
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const asked = { ...filter, limit: LIMITS.hitsMax, ...(cursor === undefined ? {} : { cursor }) };
    const { entries, nextCursor } = await memory.list(asked, { signal });
    const ids = entries.map(({ id }) => id);
    yield await whole(memory, ids, signal);
    if (nextCursor === undefined) return;
    cursor = nextCursor;
  }
}

async function* named(
  memory: Memory,
  { ids, filter }: ChosenMemories,
  signal: AbortSignal,
): AsyncGenerator<MemoryRecord[]> {
  for (let at = 0; at < ids.length; at += LIMITS.getIds) {
    const { records, missing } = await memory.get(ids.slice(at, at + LIMITS.getIds), { signal });
    if (missing.length > 0)
      throw new CairnError('not_found', `Unknown: ${missing.join(', ')}`, { fix: 'cairn search WORDS' });
    for (const record of records) {
      if (record.kind === 'session') yield* listed(memory, { ...filter, session: record.id }, signal);
      else yield [record];
    }
  }
}

async function whole(memory: Memory, ids: readonly string[], signal: AbortSignal): Promise<MemoryRecord[]> {
  const records: MemoryRecord[] = [];
  for (let at = 0; at < ids.length; at += LIMITS.getIds)
    records.push(...(await memory.get(ids.slice(at, at + LIMITS.getIds), { signal })).records);
  return records;
}
