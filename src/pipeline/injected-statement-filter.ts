import { dropOldest } from '../core/drop-oldest.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { ItemId, SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { withQuoted } from '../derive/provenance/quoted.ts';
import { quotationIn, RESTATED } from '../derive/provenance/repeated-words.ts';
import { shinglesOf } from '../derive/provenance/shingles.ts';
import type { Items } from '../store/contract/items.ts';

const SHINGLES = 10_000;
/** Upper bound on injected memories per session that are compared, the latest ones. */
const INJECTED_MAX = 500;
const SESSIONS_KEPT = 4;
/** A label in front of a statement, which is not part of it. */
const LABEL = /^\W*(?:decision|rule|constraint)\W*:/i;
const SPEAKING = new Set(['message', 'subagent.end', 'compact.end']);

const NOTHING: ReadonlySet<number> = new Set();

/** Removes from what an agent says the statements that Cairn had injected into its session. */
export class InjectedStatementFilter {
  readonly #items: Items;
  /** The shingles of each memory that was injected into a session. */
  readonly #known = new Map<SessionId, Map<ItemId, ReadonlySet<number>>>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** The items of an agent's message without injected statements; other injected sentences are marked as quoted. */
  async without(event: StoredEvent, items: Item[]): Promise<Item[]> {
    if (!SPEAKING.has(event.body.kind) || items.length === 0) return items;
    const memories = await this.#injectedInto(event);
    if (memories.length === 0) return items;
    const isInjected = (shingle: number) => (memories.some((memory) => memory.has(shingle)) ? 'agent' : undefined);
    return items.flatMap((item) => {
      if (item.kind === 'knowledge') return memories.some((memory) => holds(memory, item.text)) ? [] : [item];
      const quotation = quotationIn(item.text, isInjected, RESTATED);
      return [quotation === undefined ? item : withQuoted(item, quotation.spans)];
    });
  }

  /** The shingles injected into a session up to an event: independent of when the event is derived. */
  async #injectedInto({ session, at }: StoredEvent): Promise<ReadonlySet<number>[]> {
    const injected = await this.#items.injectedLast(session, at, INJECTED_MAX);
    const known = this.#known.get(session);
    const missing = injected.filter((id) => known?.has(id) !== true);
    const items = missing.length === 0 ? [] : await this.#items.get(missing);
    const read = new Map(items.map(({ id, title, text }) => [id, new Set(shinglesOf(`${title}\n${text}`, SHINGLES))]));
    const memories = new Map(injected.map((id) => [id, known?.get(id) ?? read.get(id) ?? NOTHING]));
    this.#known.delete(session);
    if (memories.size > 0) this.#known.set(session, memories);
    dropOldest(this.#known, SESSIONS_KEPT);
    return [...memories.values()];
  }
}

function holds(memory: ReadonlySet<number>, statement: string): boolean {
  const shingles = shinglesOf(statement.replace(LABEL, ''), SHINGLES);
  const held = shingles.filter((shingle) => memory.has(shingle)).length;
  return shingles.length > 0 && held / shingles.length >= RESTATED.share;
}
