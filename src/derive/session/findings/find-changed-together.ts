import type { Item } from '../../../core/model/item.ts';
import { baseName } from '../../../core/text/text.ts';
import { boundedKey } from '../../failure/normalize-error.ts';
import type { FindingSet } from './finding-set.ts';

/** Upper bound on the files of a turn that are paired; a turn that changes more is a sweep over the project. */
const MAX_FILES = 12;
const MAX_TURNS = 200;
/** Files that change with everything, or are not sources of the project. */
const NOISE =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|mix\.lock|CHANGELOG[^/]*|TODO[^/]*|PLAN[^/]*|NOTES[^/]*)$|^(?:\/|~|\.\.\/|[A-Za-z]:)|(?:^|\/)(?:node_modules|dist|build|target|tmp)\//i;

interface Turn {
  files: Map<string, Item>;
}

/** Finds files of different folders that change together within a turn. */
export class ChangedTogetherFinder {
  readonly #findings: FindingSet;
  readonly #turns = new Map<string, Turn>();
  /** Number of turns in which each file changed. */
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
    const all = [...files.keys()].sort();
    for (const path of all) this.#changes.set(path, (this.#changes.get(path) ?? 0) + 1);
    for (const [index, one] of all.entries()) {
      for (const other of all.slice(index + 1)) if (!isObvious(one, other)) this.#pair([one, other], files);
    }
  }

  #pair(pair: [string, string], files: ReadonlyMap<string, Item>): void {
    const items = pair.map((path) => files.get(path)).filter((item) => item !== undefined);
    this.#findings.add({
      kind: 'architecture',
      key: boundedKey(pair.join(' + ')),
      at: Math.max(...items.map(({ at }) => at)),
      evidence: items.map(({ id }) => id),
      files: pair,
      author: 'agent',
      exposed: false,
      label: pair.join(' and '),
      detail: { changes: pair.map((path) => this.#changes.get(path) ?? 1) },
    });
  }
}

/** True for two files of one folder, and for a file and its test: who knows one of them sees the other. */
function isObvious(one: string, other: string): boolean {
  return folderOf(one) === folderOf(other) || stemOf(one) === stemOf(other);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The name of a file without what marks it as a test. */
function stemOf(path: string): string {
  return baseName(path).replace(/(?:[._-](?:test|spec))?\.\w+$|^test_/gi, '');
}
