import type { EventId, ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { lookUp } from '../../core/parts-of.ts';
import { fileChangesOf } from '../../derive/tool/file-changes.ts';
import type { Store } from '../../store/contract/store.ts';

/** Observations that are looked through for changes of a file, and changes that are read. */
const HEADS_MAX = 6_000;
const EDITS_MAX = 1_500;
/** Lines of one changed stretch that are compared. */
const LINES_MAX = 4_000;
const PLACES_MAX = 50;

/** A stretch that a session changed in a file. */
export interface SessionEdit {
  item: ItemId;
  session: SessionId;
  /** Milliseconds since 1970. */
  at: number;
  /** Its lines afterwards, trimmed. */
  after: readonly string[];
  /** Where each of them is, by its text, at most 50 places. */
  places: ReadonlyMap<string, readonly number[]>;
  /** Those of them that it added: their number by text. */
  added: ReadonlyMap<string, number>;
  /** Those that it removed. */
  removed: ReadonlyMap<string, number>;
  /** The whole file was written again: what it held already may not be its own. */
  isWhole: boolean;
}

/** The changes of a file by sessions of its project up to a time, oldest first. */
export async function readFileEdits(
  store: Store,
  { path, project, until }: { path: string; project: ProjectId; until: number },
): Promise<SessionEdit[]> {
  const filter = { project, file: path, kinds: ['observation'] as const, until };
  const heads = await store.items.heads(filter, { limit: HEADS_MAX });
  const changing = heads.filter(({ filesChanged }) => filesChanged.includes(path)).slice(0, EDITS_MAX);
  const items = await lookUp(
    changing.map(({ id }) => id),
    store.items.get,
  );
  const byEvent = new Map<EventId, ItemId>(
    items.flatMap(({ event, id }) => (event === undefined ? [] : [[event, id] as const])),
  );
  const events = await lookUp([...byEvent.keys()], store.log.events);
  const edits = events.flatMap(({ id, body, at, session }) => {
    const item = byEvent.get(id);
    if (body.kind !== 'tool.end' || item === undefined) return [];
    const changes = fileChangesOf(body).filter((change) => isSameFile(change.path, path));
    return changes.flatMap(({ hunks }) =>
      hunks.map(({ before, after }) => toEdit({ item, session, at }, { before, after })),
    );
  });
  return edits.toSorted((one, other) => one.at - other.at);
}

/** True for a path as an agent gave it, of the file with this path from the root. */
function isSameFile(given: string, path: string): boolean {
  const plain = given.replaceAll('\\', '/').replace(/^\.\//, '');
  return plain === path || plain.endsWith(`/${path}`) || path.endsWith(`/${plain}`) || plain === '';
}

function toEdit(
  of: Pick<SessionEdit, 'item' | 'session' | 'at'>,
  { before, after }: { before: string; after: string },
): SessionEdit {
  const [old, now] = [trimmedLines(before), trimmedLines(after)];
  const [held, holds] = [countOf(old), countOf(now)];
  return {
    ...of,
    after: now,
    places: placesOf(now),
    added: more(holds, held),
    removed: more(held, holds),
    isWhole: before === '',
  };
}

function trimmedLines(text: string): string[] {
  return text
    .split('\n')
    .slice(0, LINES_MAX)
    .map((line) => line.trim());
}

function placesOf(lines: readonly string[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  lines.forEach((line, at) => {
    const known = places.get(line);
    if (known === undefined) places.set(line, [at]);
    else if (known.length < PLACES_MAX) known.push(at);
  });
  return places;
}

function countOf(lines: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

/** What the one has more of than the other. */
function more(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): Map<string, number> {
  return new Map(
    [...one].map(([line, count]) => [line, count - (other.get(line) ?? 0)] as const).filter(([, n]) => n > 0),
  );
}
