import { embedTextOf } from '../../../src/core/model/embed-text.ts';
import type { CleanEvent, StoredEvent } from '../../../src/core/model/event.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { Embedder } from '../../../src/embeddings/embedder/embedder.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import type { PostgresStore } from '../../../src/store/postgres/open-postgres-stores.ts';

const EVENTS_AT_ONCE = 200;
const ITEMS_AT_ONCE = 500;
const VECTORS_AT_ONCE = 64;

/** Copies what a store holds into an empty one: projects, events, items, and vectors by the same model. */
export async function copyStore(from: Store, to: PostgresStore, embedder: Embedder | undefined): Promise<void> {
  await to.log.append({ events: [], projects: await from.log.projects() });
  for (let after = 0; ; ) {
    const events = await from.log.since(after, EVENTS_AT_ONCE);
    if (events.length === 0) break;
    await copyEvents(from, to, events);
    after = events.at(-1)?.seq ?? after;
  }
  const made: Item[] = [];
  for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
    const page = await from.items.page(
      { hidden: true },
      { limit: ITEMS_AT_ONCE, oldestFirst: true, ...(cursor === undefined ? {} : { cursor }) },
    );
    made.push(...page.rows.filter(({ event }) => event === undefined));
    cursor = page.next;
  }
  await to.items.apply({ derived: [], put: made });
  if (embedder !== undefined) await embedAll(to, embedder);
}

async function copyEvents(from: Store, to: PostgresStore, events: readonly StoredEvent[]): Promise<void> {
  await to.log.append({ events: events.map(toClean) });
  const items: Item[] = [];
  for (const { id } of events) items.push(...(await from.items.ofEvent(id)));
  const stored = await to.log.events(events.map(({ id }) => id));
  await to.items.apply({ derived: stored, put: items });
}

/** An event as it came in; the first of its sources stands for all. */
function toClean({ id, seq: _, sources, ...event }: StoredEvent): CleanEvent {
  const [source = 'import', ...alsoFrom] = sources;
  return { ...event, key: { id }, source, alsoFrom };
}

async function embedAll({ vectors }: PostgresStore, embedder: Embedder): Promise<void> {
  await vectors.useModel({ name: embedder.model, dimensions: embedder.dimensions });
  for (;;) {
    const waiting = await vectors.waiting(VECTORS_AT_ONCE);
    if (waiting.length === 0) return;
    const found = await embedder.embed(
      waiting.map((item) => embedTextOf(item) ?? ''),
      { purpose: 'memory' },
    );
    const put = waiting.flatMap(({ id, contentHash }, n) => {
      const vector = found[n];
      return vector === undefined ? [] : [{ id, contentHash, vector }];
    });
    await vectors.put(embedder.model, put);
  }
}
