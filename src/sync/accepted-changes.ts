import { asNumber, asObject, asString, type JsonValue, parseJson } from '../core/json.ts';
import type { ItemId } from '../core/model/ids.ts';
import { memberName } from '../core/text/member-name.ts';
import type { Store } from '../store/contract/store.ts';

/** A rule that the person accepted, of which its member sent another version, or which its member took back. */
export interface AcceptedChange {
  id: ItemId;
  /** The name of the member, as the person saw it. */
  member: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Name of the value that holds them; of no words. */
const CHANGED = 'accepted-changes';
/** Upper bound on those that are kept, the newest. */
const KEPT = 100;

/** The memories among some targets of a home that a person accepted here. */
export async function acceptedOf(
  { items }: Pick<Store, 'items'>,
  { home, targets, at }: { home: string; targets: readonly string[]; at: number },
): Promise<AcceptedChange[]> {
  const known = await items.get([...new Set(targets)] as ItemId[]);
  return known.flatMap(({ id, detail: { status, shared } }) =>
    status === 'confirmed' && shared?.home === home ? [{ id, member: shared.member, at }] : [],
  );
}

/** Keeps what changed of what the person accepted, to be told. */
export async function keepChanges({ sync }: Pick<Store, 'sync'>, changes: readonly AcceptedChange[]): Promise<void> {
  if (changes.length === 0) return;
  const all = new Map([...(await keptChanges({ sync })), ...changes].map((one) => [one.id, one]));
  await sync.setValue(CHANGED, JSON.stringify([...all.values()].slice(-KEPT)));
}

/** What changed of what the person accepted, whatever became of it since. */
export async function keptChanges({ sync }: Pick<Store, 'sync'>): Promise<AcceptedChange[]> {
  const kept = parseJson((await sync.value(CHANGED)) ?? '[]');
  return (Array.isArray(kept) ? kept : []).flatMap(toChange);
}

function toChange(value: JsonValue): AcceptedChange[] {
  const { id, member, at } = asObject(value);
  const name = memberName(asString(member) ?? '');
  return typeof id === 'string' && name !== '' ? [{ id: id as ItemId, member: name, at: asNumber(at) ?? 0 }] : [];
}
