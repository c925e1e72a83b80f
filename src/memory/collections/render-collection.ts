import type { MemoryRecord } from '../../api/answers.ts';
import type { CollectionEntry } from '../../api/collection-answers.ts';
import type { CollectionsInput } from '../../api/requests.ts';
import type { Item } from '../../core/model/item.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { oneLine } from '../../core/text/text.ts';
import { getRecords } from '../../retrieval/entries/get.ts';
import type { Store } from '../../store/contract/store.ts';
import { lookUp } from '../runtime/parts-of.ts';

/** A collection and its memories. */
interface RenderedMemory {
  collection: CollectionEntry;
  members: readonly Item[];
}

const AT_ONCE = 50;

/** A collection with each memory in full: for people (`md`), for programs (`json`), or as bare text (`plain`). */
export async function renderCollection(
  store: Store,
  { collection, members }: RenderedMemory,
  format: NonNullable<CollectionsInput['format']>,
): Promise<string> {
  const ids = members.map(({ id }) => id);
  const records = await lookUp(ids, async (part) => (await getRecords(store, part)).records, AT_ONCE);
  if (format === 'json') return `${JSON.stringify({ collection, records }, undefined, 2)}\n`;
  const { name, description } = collection;
  if (format === 'plain') return `${[name, description, ...records.map(plainOf)].filter(Boolean).join('\n\n')}\n`;
  return `${[`# ${oneLine(name)}`, description, ...records.map(markdownOf)].filter(Boolean).join('\n\n')}\n`;
}

function plainOf(record: MemoryRecord): string {
  return `${oneLine(record.title)}\n${factsOf(record)}\n${record.text.trim()}`;
}

function markdownOf(record: MemoryRecord): string {
  return `## ${oneLine(record.title)}\n\n_${factsOf(record)}_\n\n${fenced(record.text.trim())}`;
}

function factsOf({ id, kind, at, author, agent }: MemoryRecord): string {
  return [id, kind, formatMinute(at), author ?? agent].filter(Boolean).join(' · ');
}

/** Stored text as a block of its own, so that no markup in it changes the page around it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
