import { asObject, asString, isJsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import type { SaidToOthers, SharedRow, SharedState } from '../contract/sync.ts';

/**
 * Names of the values that are facts of the world: as whom the memory took part, who had it by an earlier remote, what the home has not
 * confirmed to others yet, what they changed of what its person accepted, whether files are still to be gone through, and how often
 * it read a folder whole. All others are about one database.
 */
export const SAID_VALUES: readonly string[] = [
  'own-homes',
  'elsewhere',
  'unconfirmed',
  'accepted-changes',
  'untidy',
  'catch-up',
];

/** States by their weight: where two rows have one version, the heavier counts. */
const RANKS: readonly SharedState[] = ['waiting', 'sent', 'left', 'gone'];

/**
 * What a home said by what two databases of it know: of a memory the later version counts, and that it was taken back; of the rest
 * nothing is lost. What `older` alone knows of another remote than `newer` takes part by is known as elsewhere.
 */
export function mergeSaid(older: SaidToOthers, newer: SaidToOthers, at: number): SaidToOthers {
  const [was, is] = [placeOf(older), placeOf(newer)];
  const isMoved = was !== '' && is !== '' && was !== is;
  const shared = new Map<string, SharedRow>();
  for (const row of older.shared) shared.set(row.item, isMoved ? { ...row, elsewhere: true } : row);
  for (const row of newer.shared) shared.set(row.item, laterOf(shared.get(row.item), row));
  const left: SaidToOthers['values'] = isMoved
    ? [['elsewhere', JSON.stringify({ until: at, homes: older.homes })]]
    : [];
  const values = new Map(older.values);
  for (const [name, text] of [...left, ...newer.values]) values.set(name, mergeText(values.get(name), text));
  return {
    shared: [...shared.values()],
    records: byKey([...older.records, ...newer.records], ({ id }) => id),
    reached: [...older.reached, ...newer.reached],
    homes: byKey([...(isMoved ? [] : older.homes), ...newer.homes], ({ home }) => home),
    values: [...values],
  };
}

function placeOf({ values }: SaidToOthers): string {
  const own = values.find(([name]) => name === 'own-homes')?.[1] ?? '';
  return asString(asObject(parseJson(own)).place) ?? '';
}

function laterOf(one: SharedRow | undefined, other: SharedRow): SharedRow {
  if (one === undefined) return other;
  const isLater =
    one.version === other.version
      ? RANKS.indexOf(other.state) >= RANKS.indexOf(one.state)
      : other.version > one.version;
  const isElsewhere = one.elsewhere === true || other.elsewhere === true;
  return { ...(isLater ? other : one), ...(isElsewhere && { elsewhere: true as const }) };
}

function byKey<Value>(values: readonly Value[], keyOf: (value: Value) => string): Value[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

function mergeText(older: string | undefined, newer: string): string {
  const [was, is] = [parseJson(older ?? ''), parseJson(newer)];
  // Some are a word.
  if (was === undefined || is === undefined) return newer === '' ? (older ?? '') : newer;
  return JSON.stringify(mergeValue(was, is));
}

/** Numbers by the greater one, lists as one without what is there twice, the latest last, objects by their fields. */
function mergeValue(older: JsonValue | undefined, newer: JsonValue): JsonValue {
  if (typeof newer === 'number' && typeof older === 'number') return Math.max(older, newer);
  if (Array.isArray(newer)) {
    const known = new Set(newer.map(nameOf));
    return [...(Array.isArray(older) ? older : []).filter((one) => !known.has(nameOf(one))), ...newer];
  }
  if (!isJsonObject(newer)) return newer === '' ? (older ?? '') : newer;
  const were = asObject(older);
  const merged = Object.entries(newer).map(([name, one]) => [name, mergeValue(were[name], one)]);
  return { ...were, ...Object.fromEntries(merged) };
}

function nameOf(value: JsonValue): string {
  const { id, home } = asObject(value);
  return asString(id) ?? asString(home) ?? JSON.stringify(value);
}
