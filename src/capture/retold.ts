import { dropOldest } from '../core/drop-oldest.ts';
import type { StoredEvent } from '../core/event.ts';
import type { SessionId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { quotationIn, RETOLD, withQuoted } from '../derive/quoted.ts';
import { shinglesOf } from '../derive/shingles.ts';
import type { Items } from '../store/contract.ts';

const SHINGLES = 10_000;
/** Memories told to a session that are looked at, the latest. */
const TOLD = 500;
const SESSIONS_KEPT = 4;
/** What names a statement and is no part of it. */
const LABEL = /^\W*(?:decision|rule|constraint)\W*:/i;
const SPEAKING = new Set(['message', 'subagent.end', 'compact.end']);

/** The shingles of what Cairn told a session, each memory by itself. */
interface Memories {
  count: number;
  each: ReadonlySet<number>[];
}

/** Tells what an agent only says again from what it says: what Cairn had told its session. */
export class Retold {
  readonly #items: Items;
  readonly #known = new Map<SessionId, Memories>();

  constructor(items: Items) {
    this.#items = items;
  }

  /** The items of what an agent said: without statements that it was told, other sentences that it was told marked. */
  async without(event: StoredEvent, items: Item[]): Promise<Item[]> {
    if (!SPEAKING.has(event.body.kind) || items.length === 0) return items;
    const memories = await this.#toldTo(event);
    if (memories.length === 0) return items;
    const isTold = (shingle: number) => (memories.some((memory) => memory.has(shingle)) ? 'agent' : undefined);
    return items.flatMap((item) => {
      if (item.kind === 'knowledge') return memories.some((memory) => holds(memory, item.text)) ? [] : [item];
      const quotation = quotationIn(item.text, isTold, RETOLD);
      return [quotation === undefined ? item : withQuoted(item, quotation.spans)];
    });
  }

  /** What a session was told up to an event: the same events give the same, whenever they are derived. */
  async #toldTo({ session, at }: StoredEvent): Promise<ReadonlySet<number>[]> {
    const { told } = await this.#items.injected(session, 0, at);
    const known = this.#known.get(session);
    if (known?.count === told.length) return known.each;
    const items = told.length === 0 ? [] : await this.#items.get(told.slice(-TOLD));
    const each = items.map(({ title, text }) => new Set(shinglesOf(`${title}\n${text}`, SHINGLES)));
    this.#known.delete(session);
    this.#known.set(session, { count: told.length, each });
    dropOldest(this.#known, SESSIONS_KEPT);
    return each;
  }
}

function holds(memory: ReadonlySet<number>, statement: string): boolean {
  const shingles = shinglesOf(statement.replace(LABEL, ''), SHINGLES);
  const held = shingles.filter((shingle) => memory.has(shingle)).length;
  return shingles.length > 0 && held / shingles.length >= RETOLD.share;
}
