import type { Item } from '../../core/item.ts';
import { nameFiles } from '../observe-file.ts';
import { boundedKey } from '../pattern/normal-error.ts';
import type { FindingSet } from './finding-set.ts';

/** Files of a turn that are paired; a turn that changes more is a sweep over everything. */
const MAX_FILES = 12;
const MAX_TURNS = 200;
/** What changes with everything and says nothing. */
const NOISE =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|Cargo\.lock|go\.sum|poetry\.lock|uv\.lock|Gemfile\.lock|composer\.lock|mix\.lock|CHANGELOG[^/]*|TODO[^/]*|PLAN[^/]*|NOTES[^/]*)$|^(?:\/|~|\.\.\/|[A-Za-z]:)|(?:^|\/)(?:node_modules|dist|build|target|tmp)\//i;

interface Turn {
  files: Map<string, Item>;
}

/** Finds files that change together: within a turn. */
export class TogetherFinder {
  readonly #findings: FindingSet;
  readonly #turns = new Map<string, Turn>();
  /** In how many turns each file changed. */
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
    for (const file of all) this.#changes.set(file, (this.#changes.get(file) ?? 0) + 1);
    for (const [index, file] of all.entries()) {
      for (const other of all.slice(index + 1)) this.#pair([file, other], files);
    }
  }

  #pair(pair: [string, string], files: ReadonlyMap<string, Item>): void {
    const items = pair.map((file) => files.get(file)).filter((item) => item !== undefined);
    this.#findings.add({
      kind: 'architecture',
      key: boundedKey(pair.join(' + ')),
      at: Math.max(...items.map(({ at }) => at)),
      evidence: items.map(({ id }) => id),
      files: pair,
      author: 'agent',
      exposed: false,
      label: `${pair.map((file) => nameFiles([file])).join(' and ')} change together`,
      detail: { changes: pair.map((file) => this.#changes.get(file) ?? 1) },
    });
  }
}
