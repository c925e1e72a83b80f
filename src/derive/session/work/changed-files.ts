import { dropOldest } from '../../../core/drop-oldest.ts';
import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { lineCounts } from '../../observation/observe-file.ts';

/** What a session did to a file; line counts only as far as edits report them. */
export interface ChangedFile {
  path: string;
  how: 'created' | 'changed' | 'deleted';
  edits: number;
  added: number;
  removed: number;
  /** Milliseconds since 1970. */
  lastAt: number;
  /** Id of the last edit. */
  by: ItemId;
  /** Functions, classes or headings in the changed lines. */
  parts?: string[];
}

const MAX_KEPT = 80;
const MAX_KNOWN = 4_000;
const MAX_PARTS = 3;
const PART_CHARS = 40;
const LINES_READ = 80;
/** A changed line that begins a function, class, test, style rule or section. */
const PART =
  /^[+-]?\s{0,12}(?:(?:export |default |public |private |protected |static |async |abstract |pub(?:\([a-z]{1,20}\))? |unsafe )*(?:function\*?|class|interface|enum|type|def|func|fn|struct|impl|trait|module|object) (?:\([^()\n]{0,60}\) )?([\w$.]{2,60})|(?:export )?const ([\w$]{2,60}) = (?:async )?(?:\([^()\n]{0,120}\)|\w{1,40}) =>|#{1,4} ([^\n#`*]{2,60}))/;

/** The files that a session changes, the latest 80. */
export class ChangedFiles {
  readonly #files: Map<string, ChangedFile> = new Map();
  /** Files known to exist before they were written. */
  readonly #known: Set<string> = new Set();

  /** Takes the next item; items without files have no effect. */
  take(item: Item): void {
    if (item.kind !== 'observation') return;
    for (const path of item.detail.filesRead ?? []) if (this.#known.size < MAX_KNOWN) this.#known.add(path);
    const changed = item.detail.filesChanged ?? [];
    for (const path of changed) this.#change(path, item, changed.length === 1);
    dropOldest(this.#files, MAX_KEPT);
  }

  /** The files, the last changed first. */
  list(limit: number): ChangedFile[] {
    return [...this.#files.values()].reverse().slice(0, limit);
  }

  #change(path: string, item: Item, alone: boolean): void {
    const before = this.#files.get(path);
    const [added, removed] = alone ? lineCounts(detailOfKind(item, 'observation').facts) : [0, 0];
    const parts = [...new Set([...(before?.parts ?? []), ...(alone ? partsIn(item.text) : [])])].slice(-MAX_PARTS);
    const verb = /^\w+/.exec(item.title)?.[0];
    const isNew = before === undefined && verb === 'Write' && !this.#known.has(path);
    const how = verb === 'Delete' ? 'deleted' : isNew || before?.how === 'created' ? 'created' : 'changed';
    this.#files.delete(path);
    this.#files.set(path, {
      path,
      how,
      edits: (before?.edits ?? 0) + 1,
      added: (before?.added ?? 0) + added,
      removed: (before?.removed ?? 0) + removed,
      lastAt: item.at,
      by: item.id,
      ...(parts.length === 0 ? {} : { parts }),
    });
    if (this.#known.size < MAX_KNOWN) this.#known.add(path);
  }
}

function partsIn(text: string): string[] {
  const names: string[] = [];
  for (const line of text.split('\n', LINES_READ)) {
    const match = PART.exec(line.slice(0, 240));
    const name = match?.[1] ?? match?.[2] ?? match?.[3];
    if (name !== undefined) names.push(name.trim().slice(0, PART_CHARS));
  }
  return names;
}
