import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';

/** Something done in a session that may make a failure good: a change of files, or a command that changes something. */
export interface WorkEntry {
  id: ItemId;
  /** The place in the session's order of deeds, from 0. */
  order: number;
  files: readonly string[];
  /** Program and subcommand, of a command. */
  command?: string;
  /** Of a short edit of one file the lines that it added and removed. */
  added?: string;
  removed?: string;
}

const KEPT = 400;
const SHOWN = 8;
const LOOKED_AT = 64;
const LINES_CHARS = 600;

/** What was done in a session, the latest 400 deeds. */
export class WorkLog {
  #deeds: WorkEntry[] = [];
  #count = 0;

  /** How much has been done so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes an item when it did something; true when it did. */
  take(item: Item): boolean {
    const { observation, success, meaning, subtitle, filesChanged = [] } = item.detail;
    if (success === false) return false;
    if (observation === 'file-write' && filesChanged.length > 0) {
      this.#add({ id: item.id, files: filesChanged, ...(filesChanged.length === 1 ? linesIn(item.text) : {}) });
    } else if (observation === 'command' && meaning === 'change' && subtitle !== undefined) {
      this.#add({ id: item.id, files: [], command: subtitle });
    } else return false;
    return true;
  }

  /**
   * What was done from one count to another: changes of files, the last first, else commands; at most eight. A change that
   * takes back one made after `since`, as a line printed for a look, is none, and neither is what it takes back.
   */
  between(from: number, to: number, since: number): { edits: WorkEntry[]; commands: WorkEntry[] } {
    const known = this.#deeds
      .filter(({ order }) => order >= since && order < to)
      .slice(-LOOKED_AT)
      .reverse();
    const deeds = known.filter((deed) => deed.order >= from && !known.some((other) => isInverse(deed, other)));
    return {
      edits: deeds.filter(({ files }) => files.length > 0).slice(0, SHOWN),
      commands: deeds.filter(({ command }) => command !== undefined).slice(0, SHOWN),
    };
  }

  #add(deed: Omit<WorkEntry, 'order'>): void {
    this.#deeds.push({ ...deed, order: this.#count });
    this.#count += 1;
    if (this.#deeds.length > KEPT * 2) this.#deeds = this.#deeds.slice(-KEPT);
  }
}

function isInverse(one: WorkEntry, other: WorkEntry): boolean {
  if (one.added === undefined || one.files[0] !== other.files[0]) return false;
  return one.added === other.removed && one.removed === other.added;
}

/** The lines that a short edit added and removed, in their order. */
function linesIn(text: string): Pick<WorkEntry, 'added' | 'removed'> {
  if (text.length > LINES_CHARS) return {};
  const lines = text.split('\n');
  const of = (sign: string): string => lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])).join('\n');
  const [added, removed] = [of('+'), of('-')];
  return added === removed ? {} : { added, removed };
}
