import type { TopicPart } from '../../api/team/team-pages.ts';
import type { AskedTopic, Touching, TouchingRow } from '../../store/postgres/team/who-knows.ts';

/** What one person shared that touches a topic. */
export interface Sharing {
  personId: string;
  memories: number;
  sessions: number;
  at: number;
  latest: TouchingRow[];
}

/** Upper bounds of an answer: people, parts, and the newest memories of one person. */
const PEOPLE = 50;
const PARTS = 60;
const LATEST = 3;

/** Who shared some memories, whoever shared most of them first. The memories are the newest first. */
export function peopleOf(memories: readonly TouchingRow[]): Sharing[] {
  const people = new Map<string, Sharing>();
  for (const memory of memories) {
    const { personId, kind, at } = memory;
    const one = people.get(personId) ?? { personId, memories: 0, sessions: 0, at, latest: [] };
    people.set(personId, one);
    one.memories += 1;
    if (kind === 'summary') one.sessions += 1;
    if (one.latest.length < LATEST) one.latest.push(memory);
  }
  return [...people.values()].toSorted((a, b) => b.memories - a.memories || b.at - a.at).slice(0, PEOPLE);
}

/** The ids of the memories that are named of people. */
export function latestOf(people: readonly Sharing[]): string[] {
  return people.flatMap(({ latest }) => latest.map(({ id }) => id));
}

/** The folders and files below the place of a topic, and the concepts besides its own, the most named first. */
export function partsOf(
  { memories, names, files, concepts }: Omit<Touching, 'isCut'> & { names: ReadonlyMap<string, string> },
  { path, concept }: AskedTopic,
): { places: TopicPart[]; concepts: TopicPart[] } {
  const sharers = new Map(memories.map(({ id, personId }) => [id, names.get(personId) ?? '']));
  const below = path === undefined ? '' : `${path}/`;
  const places = files
    .filter((file) => file.path.startsWith(below))
    .map(({ id, path: whole }) => {
      const [name = '', ...rest] = whole.slice(below.length).split('/');
      return { id, name, isFolder: rest.length > 0 };
    });
  const others = concepts.filter((one) => one.concept !== concept).map(({ id, concept: name }) => ({ id, name }));
  return { places: groupParts(places, sharers), concepts: groupParts(others, sharers) };
}

function groupParts(
  named: readonly { id: string; name: string; isFolder?: boolean }[],
  sharers: ReadonlyMap<string, string>,
): TopicPart[] {
  const parts = new Map<string, { name: string; isFolder: boolean; ids: Set<string> }>();
  for (const { id, name, isFolder = false } of named) {
    const key = `${name}${isFolder ? '/' : ''}`;
    const part = parts.get(key) ?? { name, isFolder, ids: new Set() };
    parts.set(key, part);
    part.ids.add(id);
  }
  return [...parts.values()]
    .toSorted((a, b) => b.ids.size - a.ids.size || (a.name < b.name ? -1 : 1))
    .slice(0, PARTS)
    .map(({ name, isFolder, ids }) => ({
      name,
      ...(isFolder && { isFolder }),
      memories: ids.size,
      people: mostOf([...ids].map((id) => sharers.get(id) ?? '')),
    }));
}

/** The names in a list, the most frequent first. */
function mostOf(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([name]) => name);
}
