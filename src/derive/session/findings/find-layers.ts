import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { boundedKey } from '../../failure/normalize-error.ts';
import type { FindingSet } from './finding-set.ts';
import { folderOf, importedFolders, partingOf } from './imports.ts';

const MAX_EDGES = 200;
const MAX_FILES = 40;
/** Paths outside the project, or not among its sources. */
const FOREIGN = /^(?:\/|~|\.\.\/|[A-Za-z]:)|(?:^|\/)(?:node_modules|dist|build|target|vendor|tmp)\//;
/** Tests, which may use everything and so say nothing about layers. */
const TEST =
  /(?:^|\/)(?:tests?|__tests__|specs?|integration_tests?|e2e|fixtures)\/|[._-](?:test|spec)\.|(?:^|\/)test_/i;

/** Files of one folder that import from another, by path. */
interface Edge {
  from: string;
  to: string;
  files: Map<string, Item>;
}

/** Finds which folders use which, by the imports in files that were read or changed. */
export class LayerFinder {
  readonly #findings: FindingSet;
  readonly #edges = new Map<string, Edge>();

  constructor(findings: FindingSet) {
    this.#findings = findings;
  }

  take(item: Item): void {
    const { observation, success, filesRead, filesChanged } = detailOfKind(item, 'observation');
    if ((observation !== 'file-read' && observation !== 'file-write') || success === false) return;
    const [path, ...others] = filesChanged ?? filesRead ?? [];
    if (path === undefined || others.length > 0 || FOREIGN.test(path) || TEST.test(path)) return;
    for (const folder of importedFolders(path, item.text)) this.#add(path, folder, item);
  }

  end(): void {
    for (const { from, to, files } of this.#edges.values()) {
      const back = this.#edges.has(nameOf(to, from));
      for (const [path, item] of files) {
        this.#findings.add({
          kind: 'architecture',
          key: boundedKey(`layers: ${[from, to].sort().join(' + ')}`),
          at: item.at,
          evidence: [item.id],
          files: [path],
          author: 'agent',
          exposed: false,
          label: `${from} uses ${to}, not the other way around`,
          detail: { uses: back ? [from, to] : [from] },
        });
      }
    }
  }

  #add(path: string, folder: string, item: Item): void {
    const parting = partingOf(folderOf(path), folder);
    if (parting === undefined) return;
    const [from, to] = parting;
    const name = nameOf(from, to);
    const edge = this.#edges.get(name) ?? { from, to, files: new Map<string, Item>() };
    if (edge.files.size < MAX_FILES) edge.files.set(path, edge.files.get(path) ?? item);
    if (this.#edges.has(name) || this.#edges.size < MAX_EDGES) this.#edges.set(name, edge);
  }
}

function nameOf(from: string, to: string): string {
  return `${from}\0${to}`;
}
