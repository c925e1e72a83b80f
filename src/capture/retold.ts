import type { StoredEvent } from '../core/event.ts';
import type { Item } from '../core/item.ts';
import { shinglesOf } from '../derive/shingles.ts';
import type { Items } from '../store/contract.ts';

/** Share of a statement's shingles that stand in one memory that the session was told, from which it only says it again. */
const RETOLD_SHARE = 0.8;
const SHINGLES = 10_000;
/** Memories told to a session that are looked at, the latest. */
const TOLD = 500;

/** The items of an agent's message without the statements that only say again what Cairn had told the session. */
export async function withoutRetold(
  store: Items,
  event: StoredEvent,
  items: readonly Item[],
): Promise<readonly Item[]> {
  const isStated = ({ kind, author }: Item): boolean => kind === 'knowledge' && author !== 'person';
  if (event.body.kind !== 'message' || !items.some(isStated)) return items;
  const told = (await store.injected(event.session, 0, event.at)).told.slice(-TOLD);
  if (told.length === 0) return items;
  const known = (await store.get(told)).map(({ title, text }) => new Set(shinglesOf(`${title}\n${text}`, SHINGLES)));
  return items.filter((item) => !isStated(item) || !known.some((memory) => isIn(memory, item.text)));
}

function isIn(memory: ReadonlySet<number>, statement: string): boolean {
  const shingles = shinglesOf(statement, SHINGLES);
  const held = shingles.filter((shingle) => memory.has(shingle)).length;
  return shingles.length > 0 && held / shingles.length >= RETOLD_SHARE;
}
