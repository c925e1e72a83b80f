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
}

const KEPT = 400;
const SHOWN = 8;

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
    if (observation === 'file-write' && filesChanged.length > 0) this.#add({ id: item.id, files: filesChanged });
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

  #add(deed: Omit<Deed, 'order'>): void {
    this.#deeds.push({ ...deed, order: this.#count });
    this.#count += 1;
    if (this.#deeds.length > KEPT * 2) this.#deeds = this.#deeds.slice(-KEPT);
  }
}
