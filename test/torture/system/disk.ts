import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { FileCall } from './read-record.ts';

/** Bytes that a disk writes wholly or not at all. */
const SECTOR = 512;

/**
 * What becomes of what was not synced: all of it reached the disk, none did, or of each write, by lot, all, none, or some of
 * its sectors, and of each folder's changes the first few.
 */
export type Fate = 'kept' | 'dropped' | 'torn';

type Change = { at: number; data: Buffer } | { size: number };

/** Bytes that are on the disk for certain, and the changes of them that were not synced yet. */
interface FileNode {
  bytes: Buffer;
  changes: (Change & { time: number })[];
  /** As the programs see it. */
  size: number;
}

/** Entries that are on the disk for certain, and the changes of them that were not synced yet. */
interface FolderNode {
  entries: Map<string, DiskNode>;
  changes: { time: number; make: (entries: Map<string, DiskNode>) => void }[];
}

type DiskNode = FileNode | FolderNode;

/**
 * A disk that keeps only what was synced: a file's bytes by a sync of the file, its name by a sync of its folder. It is
 * stricter than file systems that write names down along with a file's bytes.
 */
export class Disk {
  readonly #root: string;
  readonly #top: DiskNode;
  /** Files and folders by path, as the programs see them. */
  readonly #seen = new Map<string, DiskNode>();

  /** The folder of which calls tell, and a copy of it as it was on the disk before the first. */
  constructor({ root, before }: { root: string; before: string }) {
    this.#root = root;
    this.#top = this.#load(before, root);
  }

  /** Takes a call in. */
  apply(call: FileCall): void {
    const { path, time } = call;
    switch (call.kind) {
      case 'create':
        this.#create(path, call);
        break;
      case 'folder':
        this.#enter(path, { entries: new Map(), changes: [] }, time);
        break;
      case 'remove':
        this.#seen.delete(path);
        this.#change(dirname(path), time, (entries) => entries.delete(basename(path)));
        break;
      case 'link':
      case 'rename':
        // A socket is bound by another call: it is no file whose bytes could be lost.
        if (!this.#seen.has(path)) break;
        if (call.kind === 'link') this.#enter(call.to, this.#node(path), time);
        else this.#rename(path, call.to, time);
        break;
      case 'sync':
        syncNode(this.#node(path), call.began);
        break;
      case 'truncate':
        changeFile(this.#node(path), { size: call.size, time });
        break;
      case 'write': {
        const file = this.#node(path);
        changeFile(file, { at: call.at ?? ('size' in file ? file.size : 0), data: call.data, time });
        break;
      }
      case 'other':
        throw new Error(`${call.name} is not modelled: ${path}`);
    }
  }

  /** Writes what the disk holds after a power cut now into an empty folder. */
  write(folder: string, fate: Fate, random: () => number): void {
    writeNode(this.#top, folder, { fate, random });
  }

  #load(copy: string, path: string): DiskNode {
    if (!statSync(copy).isDirectory()) {
      const bytes = readFileSync(copy);
      return this.#see(path, { bytes, changes: [], size: bytes.length });
    }
    const entries = readdirSync(copy).map((name): [string, DiskNode] => {
      return [name, this.#load(join(copy, name), join(path, name))];
    });
    return this.#see(path, { entries: new Map(entries), changes: [] });
  }

  #see(path: string, node: DiskNode): DiskNode {
    this.#seen.set(path, node);
    return node;
  }

  #node(path: string): DiskNode {
    const node = this.#seen.get(path);
    if (node === undefined) throw new Error(`nothing is at ${relative(this.#root, path)}`);
    return node;
  }

  #create(path: string, { empties, time }: { empties: boolean; time: number }): void {
    const there = this.#seen.get(path);
    if (there === undefined) this.#enter(path, { bytes: Buffer.alloc(0), changes: [], size: 0 }, time);
    else if (empties) changeFile(there, { size: 0, time });
  }

  #enter(path: string, node: DiskNode, time: number): void {
    this.#see(path, node);
    this.#change(dirname(path), time, (entries) => entries.set(basename(path), node));
  }

  #rename(from: string, to: string, time: number): void {
    const node = this.#node(from);
    if (dirname(from) !== dirname(to) || 'entries' in node) throw new Error(`not modelled: ${from} becomes ${to}`);
    this.#seen.delete(from);
    this.#see(to, node);
    this.#change(dirname(to), time, (entries) => {
      entries.delete(basename(from));
      entries.set(basename(to), node);
    });
  }

  #change(path: string, time: number, make: FolderNode['changes'][number]['make']): void {
    const folder = this.#node(path);
    if ('entries' in folder) folder.changes.push({ time, make });
  }
}

function changeFile(node: DiskNode, change: Change & { time: number }): void {
  if (!('bytes' in node)) throw new Error('a folder is written to');
  node.changes.push(change);
  node.size = 'size' in change ? change.size : Math.max(node.size, change.at + change.data.length);
}

/** What was changed before a time is on the disk for certain. */
function syncNode(node: DiskNode, began: number): void {
  const isLater = ({ time }: { time: number }): boolean => time > began;
  if ('entries' in node) {
    for (const { make } of node.changes.filter((change) => !isLater(change))) make(node.entries);
    node.changes = node.changes.filter(isLater);
    return;
  }
  const certain = node.changes.filter((change) => !isLater(change));
  const ends = certain.map((change) => ('size' in change ? 0 : change.at + change.data.length));
  // To grow once is enough: a change of size among them cuts again.
  node.bytes = sized(node.bytes, Math.max(node.bytes.length, ...ends));
  for (const change of certain) node.bytes = applied(node.bytes, change);
  node.changes = node.changes.filter(isLater);
}

function applied(bytes: Buffer, change: Change): Buffer {
  if ('size' in change) return sized(bytes, change.size);
  const { at, data } = change;
  const whole = sized(bytes, Math.max(bytes.length, at + data.length));
  data.copy(whole, at);
  return whole;
}

/** The same bytes, cut or with zeros behind. */
function sized(bytes: Buffer, size: number): Buffer {
  if (size <= bytes.length) return bytes.subarray(0, size);
  const longer = Buffer.alloc(size);
  bytes.copy(longer);
  return longer;
}

function writeNode(node: DiskNode, path: string, by: { fate: Fate; random: () => number }): void {
  if ('bytes' in node) {
    writeFileSync(path, bytesAfter(node, by), { mode: 0o600 });
    return;
  }
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
  const { fate, random } = by;
  const kept = { kept: 1, dropped: 0, torn: random() }[fate];
  const entries = new Map(node.entries);
  for (const { make } of node.changes.slice(0, Math.round(kept * node.changes.length))) make(entries);
  for (const [name, child] of entries) writeNode(child, join(path, name), by);
}

function bytesAfter({ bytes, changes }: FileNode, { fate, random }: { fate: Fate; random: () => number }): Buffer {
  if (fate === 'dropped' || changes.length === 0) return bytes;
  let now: Buffer = Buffer.from(bytes);
  for (const change of changes) {
    const lot = fate === 'kept' ? 0 : Math.floor(random() * 3);
    if (lot === 0) now = applied(now, change);
    else if (lot === 2) now = 'size' in change ? applied(now, change) : torn(now, change, random);
  }
  return now;
}

/** Some sectors of a write reached the disk, the others did not. */
function torn(bytes: Buffer, { at, data }: { at: number; data: Buffer }, random: () => number): Buffer {
  let now = bytes;
  for (let from = 0; from < data.length; ) {
    const to = Math.min(data.length, from + SECTOR - ((at + from) % SECTOR));
    if (random() < 0.5) now = applied(now, { at: at + from, data: data.subarray(from, to) });
    from = to;
  }
  return now;
}
