import { existsSync, renameSync, rmSync } from 'node:fs';
import { hash53 } from '../../../src/core/hash.ts';
import { itemId, projectId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { DIMENSIONS, type VectorMixtures } from './vector-mixtures.ts';

const AT_ONCE = 1_000;
const PROJECTS = 20;
const START = 1_700_000_000_000;
/** Prompts per 100 memories; the rest are messages. */
const PROMPTS_OF_100 = 25;

/** The model of the bench's vectors. */
export const MODEL = 'mixtures';

/** A project of the bench; memory `n` is of project `n % 20`. */
export function projectOfVector(n: number): ReturnType<typeof projectId> {
  return projectId(`example.com/p${n % PROJECTS}`);
}

/** Fills a store with `items` short memories and their vectors, unless its file exists already. */
export async function fillVectorStore(path: string, items: number, mixtures: VectorMixtures): Promise<void> {
  if (existsSync(path)) return;
  const unfinished = `${path}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(`${unfinished}${end}`, { force: true });
  const store = openSqliteStore({ path: unfinished });
  await store.vectors.useModel({ name: MODEL, dimensions: DIMENSIONS });
  for (let first = 0; first < items; first += AT_ONCE) {
    const put = Array.from({ length: Math.min(AT_ONCE, items - first) }, (_, i) => memoryOf(first + i));
    await store.items.apply({ derived: [], put });
    const waiting = await store.vectors.waiting(AT_ONCE);
    await store.vectors.put(
      MODEL,
      waiting.map(({ id, contentHash, title }) => ({
        id,
        contentHash,
        vector: mixtures.of(Number(title.split(' ')[1])),
      })),
    );
  }
  await store.checkpoint();
  await store.close();
  renameSync(unfinished, path);
}

function memoryOf(n: number): Item {
  const kind = n % 100 < PROMPTS_OF_100 ? 'prompt' : 'message';
  const title = `memory ${n}`;
  return {
    id: itemId(kind, String(n), 'bench'),
    kind,
    project: projectOfVector(n),
    at: START + n * 60_000,
    author: 'agent',
    exposed: false,
    rule: 'bench@1',
    title,
    text: title,
    terms: '',
    detail: {},
    contentHash: hash53(title),
  };
}
