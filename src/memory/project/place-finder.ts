import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { commandOfItem } from '../../derive/failure/item-command.ts';
import { filesRead } from '../../derive/tool/files-read.ts';
import { operandsOf, readShell } from '../../derive/tool/shell.ts';

/** A file of the project that took long to find, with the words that were searched for before it was opened. */
export interface HardToFind {
  path: string;
  /** Sessions that opened it after three searches or more, and the searches of all of them. */
  sessions: number;
  searches: number;
  words: readonly string[];
  ids: readonly ItemId[];
}

/** A folder outside the project that its sessions use. */
export interface OtherPlace {
  path: string;
  sessions: number;
  id: ItemId;
}

const LONG = 3;
const WORDS_SAID = 3;
/** A word that led to more files than this says nothing about one of them. */
const MANY = 3;
const IDS = 2;
const SEARCHED = /^Search for (.{2,200}?)(?: in \S+)?$/;
const SEARCHERS = /^(?:rg|grep|egrep|ag|ack|fd|find)$/;
/** Folders of programs, and those that are thrown away. */
const NO_PLACE =
  /^\/(?:tmp|var|private|usr|etc|opt|dev|proc|sys|bin|lib|Library|Applications)(?:\/|$)|\/(?:\.[\w-]+|node_modules|Library)(?:\/|$)/;
const NAME = /[A-Za-z_][\w]*(?:[./:-][\w]+)*/g;
/** A word that says where to look: a name of code, and no word of a sentence. */
const TELLING = /[a-z][A-Z]|_|\w[.:/-]\w|^[A-Z]{3,}/;

interface Search {
  words: string;
  found: string;
}

/** A file as it was first opened: what had been searched for until then. */
interface Opened {
  searches: readonly Search[];
  id: ItemId;
}

interface LongSearch {
  in: Set<string>;
  searches: number;
  words: Map<string, number>;
  ids: ItemId[];
}

/** Collects where the sessions of a project found things, one session after another. */
export class PlaceFinder {
  readonly #found = new Map<string, LongSearch>();
  readonly #others = new Map<string, { in: Set<string>; id: ItemId }>();
  readonly #root: string | undefined;

  constructor(root: string | undefined) {
    this.#root = root;
  }

  take(session: string, items: readonly Item[]): void {
    const opened = new Map<string, Opened>();
    let searches: Search[] = [];
    for (const item of items) {
      if (item.kind === 'prompt') searches = [];
      if (item.kind !== 'observation') continue;
      const words = searchOf(item);
      if (words !== undefined) searches.push({ words, found: item.text });
      const { filesRead: read = [], filesChanged = [] } = item.detail;
      const shown = filesShown(item);
      this.#takeOutside(session, [...read, ...filesChanged, ...shown], item.id);
      for (const path of [...read, ...shown]) {
        if (isInside(path) && !opened.has(path)) opened.set(path, { searches, id: item.id });
      }
      for (const path of filesChanged) {
        const one = opened.get(path);
        // What a session goes on to change is what it had looked for.
        if (one !== undefined && one.searches.length >= LONG) this.#add(session, path, one);
        opened.set(path, { searches: [], id: item.id });
      }
      if (filesChanged.length > 0) searches = [];
    }
  }

  #add(session: string, path: string, { searches, id }: Opened): void {
    const found: LongSearch = this.#found.get(path) ?? { in: new Set(), searches: 0, words: new Map(), ids: [] };
    found.in.add(session);
    found.searches += searches.length;
    // A word leads to a file whose path its search gave.
    const led = searches.filter((search) => search.found.includes(path));
    for (const word of new Set(led.flatMap(({ words }) => tellingWords(words))))
      found.words.set(word, (found.words.get(word) ?? 0) + 1);
    if (found.ids.length < IDS) found.ids.push(id);
    this.#found.set(path, found);
  }

  #takeOutside(session: string, paths: readonly string[], id: ItemId): void {
    const depth = (this.#root ?? '').split('/').length;
    for (const path of paths) {
      if (!/^(?:\/|~\/)/.test(path)) continue;
      const folder = path.split('/').slice(0, depth).join('/');
      if (folder === path || NO_PLACE.test(folder) || folder === this.#root || isWorktree(folder, this.#root)) continue;
      const other = this.#others.get(folder) ?? { in: new Set(), id };
      other.in.add(session);
      this.#others.set(folder, { ...other, id });
    }
  }

  hardToFind(): HardToFind[] {
    const led = new Map<string, number>();
    for (const { words } of this.#found.values())
      for (const word of words.keys()) led.set(word, (led.get(word) ?? 0) + 1);
    return [...this.#found]
      .filter(([, found]) => found.in.size > 1)
      .map(([path, { in: sessions, searches, words, ids }]) => ({
        path,
        sessions: sessions.size,
        searches,
        words: [...words]
          .filter(([word]) => !path.includes(word) && (led.get(word) ?? 0) <= MANY)
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, WORDS_SAID)
          .map(([word]) => word),
        ids,
      }))
      .toSorted((one, other) => other.sessions - one.sessions || other.searches - one.searches);
  }

  others(): OtherPlace[] {
    return [...this.#others]
      .filter(([, other]) => other.in.size > 1)
      .map(([path, { in: sessions, id }]) => ({ path, sessions: sessions.size, id }))
      .toSorted((one, other) => other.sessions - one.sessions);
  }
}

/** What an item searched for; `undefined` where it is no search. */
function searchOf(item: Item): string | undefined {
  const line = commandOfItem(item);
  if (line === undefined) {
    const isResearch = detailOfKind(item, 'observation').observation === 'research';
    return isResearch ? SEARCHED.exec(item.title)?.[1] : undefined;
  }
  const search = readShell(line).commands[0];
  if (search === undefined || !SEARCHERS.test(search.program)) return undefined;
  return search.program === 'find' ? search.args.slice(1).join(' ') : operandsOf(search)[0];
}

/** Files that a command prints, as it names them. */
function filesShown(item: Item): string[] {
  const line = commandOfItem(item);
  if (line === undefined) return [];
  const { commands, isWhole } = readShell(line);
  if (!isWhole) return [];
  return commands
    .filter(({ program }) => !SEARCHERS.test(program))
    .flatMap(filesRead)
    .filter((path) => /\.\w{1,8}$/.test(path) && path.includes('/') && !/[*$]/.test(path));
}

function isInside(path: string): boolean {
  return !/^(?:\/|~|\.\.)/.test(path);
}

/** True for a folder next to the project that holds work trees of it. */
function isWorktree(folder: string, root = ''): boolean {
  const name = root.split('/').at(-1) ?? '';
  return name !== '' && (folder.includes(`${name}__worktrees`) || folder.includes(`${name}.worktrees`));
}

function tellingWords(pattern: string): string[] {
  const plain = pattern.replace(/\\[bsSwWdD]|\.\*|\\/g, ' ');
  return (plain.match(NAME) ?? []).filter((word) => word.length >= 4 && word.length <= 40 && TELLING.test(word));
}
