// What a restore or a salvage took out of its place stays for a month: it is the way back. Forgetting what it holds deletes it,
// with all that it alone has: the plan and the report of a forgetting say so.

import type { Note } from '../../api/answers.ts';
import { isTakenOut } from '../../backup/backup-files.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { FindInCopy } from './leave-no-trace.ts';

/** A database that was taken out of its place and holds what is forgotten, or may. `only`: its events that memory has not; absent where it cannot be read. */
export interface WayBack {
  name: string;
  only?: number;
}

const PAGE = 200;
/** From this number on, events that one copy alone holds are no longer counted. */
const COUNTED = 10_000;

/** The ways back that go where what `find` finds in a copy is forgotten: those that hold it, and those that nobody can read. */
export async function waysBackWith(
  { store, backups }: Pick<MemoryParts, 'store' | 'backups'>,
  find: FindInCopy,
): Promise<WayBack[]> {
  let names: string[] = [];
  try {
    names = backups
      .list()
      .filter(isTakenOut)
      .map(({ name }) => name);
    if (names.length === 0) return [];
    const looked = await backups.lookInto(
      async (copy) => ((await find(copy)) ? countUnknown(copy, store) : undefined),
      names,
    );
    return looked.flatMap((one) => {
      if ('fault' in one) return [{ name: one.name }];
      return one.found === undefined ? [] : [{ name: one.name, only: one.found }];
    });
  } catch (error) {
    // Nothing keeps a forgetting from its end.
    ignore(error, 'what a restore replaced cannot be looked into');
    return names.map((name) => ({ name }));
  }
}

/** What a plan says of the ways back that go. */
export function willGoNotes(ways: readonly WayBack[]): Note[] {
  return ways.map((way) => ({
    code: 'way_back',
    message: `This deletes the backup ${way.name}, too: ${whatGoes(way)}. ${toKeep(way)}`,
  }));
}

/** What a report says of those ways back that are gone. */
export function goneNotes({ backups }: Pick<MemoryParts, 'backups'>, ways: readonly WayBack[]): Note[] {
  if (ways.length === 0) return [];
  const left = new Set(backups.list().map(({ name }) => name));
  return ways
    .filter(({ name }) => !left.has(name))
    .map((way) => ({
      code: 'way_back',
      message: `Deleted, too, and nothing brings it back: the backup ${way.name}: ${whatGoes(way)}.`,
    }));
}

function whatGoes({ only }: WayBack): string {
  if (only === undefined)
    return 'it is damaged, so nobody knows whether it holds what is forgotten, nor what it alone holds';
  const amount = only < COUNTED ? formatCounted(only, 'event') : `${formatCounted(only, 'event')} or more`;
  const alone = only === 0 ? 'nothing that memory does not have' : `${amount} that memory does not have`;
  return `a restore is undone by it, and it holds some of what is forgotten, and ${alone}`;
}

function toKeep({ name, only }: WayBack): string {
  if (only === undefined) return 'To save that first: "A damaged database" in docs/how-to/backup.md.';
  return only === 0 ? '' : `To keep that, put it back first: cairn backup restore ${name}`;
}

/** How many events of a copy memory does not have. */
async function countUnknown(copy: Store, memory: Store): Promise<number> {
  let unknown = 0;
  let page: StoredEvent[] = [];
  const take = async (): Promise<void> => {
    const known = await memory.log.events(page.map(({ id }) => id));
    unknown += page.length - known.length;
    page = [];
  };
  for await (const event of selectedEvents(copy.log, {})) {
    page.push(event);
    if (page.length === PAGE) await take();
    if (unknown >= COUNTED) return COUNTED;
  }
  await take();
  return unknown;
}
