import type { ItemId } from '../../core/ids.ts';
import type { Item } from '../../core/item.ts';

/** Something done in a session that may make a failure good: a change of files, or a command that changes something. */
export interface Deed {
  id: ItemId;
  /** The place in the session's order of deeds, from 0. */
  order: number;
  files: readonly string[];
  /** Program and subcommand, of a command. */
  command?: string;
  /** Lines changed, of one short edit of one file: those added, those removed. */
  lines?: readonly [added: string, removed: string];
}

const KEPT = 400;
const SHOWN = 8;
const LINES_CHARS = 600;

/** What was done in a session, the latest 400 deeds. */
export class WorkLog {
  #deeds: Deed[] = [];
  #count = 0;

  /** How much has been done so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes an item when it did something; true when it did. */
  take(item: Item): boolean {
    const { observation, success, meaning, subtitle, filesChanged = [] } = item.detail;
    if (success === false) return false;
    if (observation === 'file-write' && filesChanged.length > 0) this.#change(item, filesChanged);
    else if (observation === 'command' && meaning === 'change' && subtitle !== undefined) {
      this.#add({ id: item.id, files: [], command: subtitle });
    } else return false;
    return true;
  }

  /** What was done from one count to another: changes of files, the last first, else commands. At most eight. */
  between(from: number, to: number): { edits: Deed[]; commands: Deed[] } {
    const deeds = this.#deeds.filter(({ order }) => order >= from && order < to).reverse();
    return {
      edits: deeds.filter(({ files }) => files.length > 0).slice(0, SHOWN),
      commands: deeds.filter(({ command }) => command !== undefined).slice(0, SHOWN),
    };
  }

  /** An edit that takes back an earlier one, as a line printed for a look, leaves neither of them. */
  #change({ id, text }: Item, files: readonly string[]): void {
    const lines = files.length === 1 ? linesIn(text) : undefined;
    const undone = this.#deeds.findLastIndex(
      (deed) => deed.files[0] === files[0] && deed.lines?.[0] === lines?.[1] && deed.lines?.[1] === lines?.[0],
    );
    if (lines !== undefined && undone >= 0) this.#deeds.splice(undone, 1);
    else this.#add({ id, files, ...(lines === undefined ? {} : { lines }) });
  }

  #add(deed: Omit<Deed, 'order'>): void {
    this.#deeds.push({ ...deed, order: this.#count });
    this.#count += 1;
    if (this.#deeds.length > KEPT * 2) this.#deeds = this.#deeds.slice(-KEPT);
  }
}

/** The lines that an edit added and removed, in their order; `undefined` of one that is long or shown in part. */
function linesIn(text: string): [string, string] | undefined {
  if (text.length > LINES_CHARS) return undefined;
  const lines = text.split('\n');
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const removed = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  return added.length + removed.length === 0 || text.includes('[cut: ') ? undefined : [added.join('\n'), removed.join('\n')];
}
