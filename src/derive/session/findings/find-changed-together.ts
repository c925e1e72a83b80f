import type { Item } from '../../../core/model/item.ts';
import { boundedKey } from '../../failure/normalize-error.ts';
import { nameFiles } from '../../observation/observe-file.ts';
import type { FindingSet } from './finding-set.ts';
import { folderOf } from './imports.ts';

/** Upper bound on the files of a turn that are paired; a turn that changes more is a sweep over the project. */
const MAX_FILES = 12;
const MAX_TURNS = 200;
/** Files that change with everything, or are not sources of the project. */
const NOISE =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|mix\.lock|CHANGELOG[^/]*|TODO[^/]*|PLAN[^/]*|NOTES[^/]*)$|^(?:\/|~|\.\.\/|[A-Za-z]:)|(?:^|\/)(?:node_modules|dist|build|target|tmp)\//i;

interface Turn {
  files: Map<string, Item>;
}

/** Upper bound on the folders of a turn that are paired; a turn that changes more is a sweep as well. */
const MAX_FOLDERS = 4;

/** Finds files and folders that change together within a turn. */
export class ChangedTogetherFinder {
  readonly #findings: FindingSet;
  readonly #turns = new Map<string, Turn>();
  /** Number of turns in which each file and each folder changed. */
  readonly #changes = new Map<string, number>();
  #turn = '';

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    if (item.kind === 'prompt' && item.detail.subagent === undefined) this.#turn = item.id;
    if (item.kind !== 'observation' || item.detail.observation !== 'file-write' || item.detail.success === false)
      return;
    const name = item.detail.prompt ?? this.#turn;
    const turn = this.#turns.get(name) ?? { files: new Map() };
    for (const file of item.detail.filesChanged ?? []) {
      if (!NOISE.test(file) && turn.files.size <= MAX_FILES) turn.files.set(file, turn.files.get(file) ?? item);
    }
    this.#turns.set(name, turn);
    const [oldest] = this.#turns;
    if (this.#turns.size > MAX_TURNS && oldest !== undefined) this.#close(...oldest);
  }

  end(): void {
    for (const turn of this.#turns) this.#close(...turn);
  }

  #close(name: string, { files }: Turn): void {
    this.#turns.delete(name);
    if (files.size > MAX_FILES) return;
    const folders = new Map([...files].map(([path, item]) => [`${folderOf(path)}/`, item]));
    folders.delete('/');
    this.#pairs(files, files);
    if (folders.size <= MAX_FOLDERS) this.#pairs(folders, files);
  }

  #pairs(named: ReadonlyMap<string, Item>, files: ReadonlyMap<string, Item>): void {
    const all = [...named.keys()].sort();
    for (const name of all) this.#changes.set(name, (this.#changes.get(name) ?? 0) + 1);
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) this.#pair([one, other], named, files);
    }
  }

  #pair(pair: [string, string], named: ReadonlyMap<string, Item>, files: ReadonlyMap<string, Item>): void {
    const items = pair.map((name) => named.get(name)).filter((item) => item !== undefined);
    const isFolder = named !== files;
    const within = isFolder ? [...files.keys()].filter((path) => pair.includes(`${folderOf(path)}/`)) : pair;
    this.#findings.add({
      kind: 'architecture',
      key: boundedKey(pair.join(' + ')),
      at: Math.max(...items.map(({ at }) => at)),
      evidence: items.map(({ id }) => id),
      files: within,
      author: 'agent',
      exposed: false,
      label: `${pair.map((name) => (isFolder ? name : nameFiles([name]))).join(' and ')} change together`,
      detail: { changes: pair.map((name) => this.#changes.get(name) ?? 1), ...(isFolder && { folders: true }) },
    });
  }
}
