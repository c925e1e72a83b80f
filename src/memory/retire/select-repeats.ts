import { hash53 } from '../../core/hash.ts';
import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';
import { isFree, itemPages, RETIRED_AT_ONCE } from './select-aged.ts';

/** Observations of equal content: the newest replaces the others. Times in milliseconds since 1970. */
export interface RepeatedGroup {
  newest: Item;
  others: Item[];
  count: number;
  firstAt: number;
  lastAt: number;
}

/** Occurrences from which observations are consolidated. */
const LEAST = 3;

/**
 * Observations up to a time with equal content: the same command with the same outcome, reads of the same file, the
 * same query to the web. Observations that other items rest on stay.
 */
export async function selectRepeats(
  store: Store,
  { before, project }: { before: number; project?: ProjectId | undefined },
  cited: ReadonlySet<string>,
): Promise<RepeatedGroup[]> {
  const groups = new Map<number, Item[]>();
  let seen = 0;
  const filter = { kinds: ['observation' as const], until: before - 1, ...(project === undefined ? {} : { project }) };
  for await (const rows of itemPages(store.items, filter)) {
    for (const item of rows) {
      const key = keyOf(item);
      if (key === undefined) continue;
      const known = groups.get(key);
      // Newest first: the first of each group is kept whole, the others as far as a plan needs.
      if (known === undefined) groups.set(key, [item]);
      else known.push({ ...item, text: '', terms: '' });
    }
    seen += rows.length;
    if (seen >= RETIRED_AT_ONCE) break;
  }
  const found: RepeatedGroup[] = [];
  for (const items of groups.values()) {
    const group = items.length < LEAST ? undefined : await groupOf(store, items, cited);
    if (group !== undefined) found.push(group);
  }
  return found;
}

async function groupOf(
  store: Store,
  items: readonly Item[],
  cited: ReadonlySet<ItemId | string>,
): Promise<RepeatedGroup | undefined> {
  const [newest, ...rest] = items;
  if (newest === undefined) return undefined;
  const others: Item[] = [];
  for (const item of rest) if (!cited.has(item.id) && (await isFree(store, item))) others.push(item);
  if (others.length < LEAST - 1) return undefined;
  const all = [newest, ...others].map(
    ({ at, detail: { repeated } }) => repeated ?? { count: 1, firstAt: at, lastAt: at },
  );
  return {
    newest,
    others,
    count: all.reduce((sum, { count }) => sum + count, 0),
    firstAt: Math.min(...all.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...all.map(({ lastAt }) => lastAt)),
  };
}

/** The key of equal observations; `undefined` for kinds that never repeat: each change is its own. */
function keyOf(item: Item): number | undefined {
  const { project, title, text } = item;
  const { observation, filesRead = [], success, exitCode } = detailOfKind(item, 'observation');
  const place = `${project ?? ''}\n${observation}`;
  switch (observation) {
    case 'file-read':
      return filesRead.length === 1 && success !== false ? hash53(`${place}\n${filesRead[0]}`) : undefined;
    case 'command':
    case 'research':
    case 'tool-use':
      return hash53(`${place}\n${success} ${exitCode}\n${alike(title)}\n${alike(text)}`);
    default:
      return undefined;
  }
}

/** A text without what differs between runs: numbers, times, white space. */
function alike(text: string): string {
  return text.replace(/\d+/g, '0').replace(/\s+/g, ' ');
}
