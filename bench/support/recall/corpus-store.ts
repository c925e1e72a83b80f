import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ItemId, sessionId } from '../../../src/core/model/ids.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { openBenchMemory } from '../bench-memory.ts';
import type { Doc } from './corpus.ts';
import { sessionRuns } from './corpus-messages.ts';

const SETTLED_MS = 3_600_000;
const MOST = 1_000;

/** A group of a corpus as a store of its own. */
export interface CorpusStore {
  store: Store;
  /** The message that an item was made of. */
  docOf: ReadonlyMap<string, Doc>;
  /** The corpus's own name of a session. */
  sessionOf: ReadonlyMap<string, string>;
  /** When it is asked: after the last message, in milliseconds since 1970. */
  now: number;
  close(): Promise<void>;
}

/** Takes the messages of one group in as the product does; with an embedder their items have vectors. */
export async function openCorpus(
  docs: readonly Doc[],
  { embedder }: { embedder?: Embedder | undefined } = {},
): Promise<CorpusStore> {
  const home = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  const { memory, store } = openBenchMemory(home, { embedder });
  const { runs, sessions } = sessionRuns(docs);
  let now = 0;
  for (const run of runs) {
    await memory.record(run);
    for (const { at } of run.messages) now = Math.max(now, Number(at));
  }
  await memory.settled({ timeoutMs: SETTLED_MS });
  const docOf = await docsByItem(store, docs);
  const close = async (): Promise<void> => {
    await memory.close();
    rmSync(home, { recursive: true, force: true });
  };
  const sessionOf = new Map(sessions.map((name, place) => [sessionId('sdk', `session-${place}`) as string, name]));
  return { store, docOf, sessionOf, now: now + 1, close };
}

async function docsByItem(store: Store, docs: readonly Doc[]): Promise<Map<ItemId, Doc>> {
  const docOf = new Map<ItemId, Doc>();
  for (let cursor: string | undefined, more = true; more; ) {
    const page = await store.items.page({ hidden: true }, { limit: MOST, ...(cursor === undefined ? {} : { cursor }) });
    for (const item of page.rows) {
      const doc = item.detail.ref === undefined ? undefined : docs[Number(item.detail.ref)];
      if (doc !== undefined) docOf.set(item.id, doc);
    }
    cursor = page.next;
    more = cursor !== undefined;
  }
  return docOf;
}
