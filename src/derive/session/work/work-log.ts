import type { ItemId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';

/** An action that may fix a failure: a change of files, or a command that changes something. */
export interface WorkEntry {
  id: ItemId;
  /** Position among the session's actions, from 0. */
  order: number;
  files: readonly string[];
  /** Its `+` and `-` lines, of an edit of one file. */
  lines?: string;
  /** Program and subcommand; only for a command. */
  command?: string;
  /** Lines that it added and removed; only for a short edit of one file. */
  added?: string;
  removed?: string;
}

const KEPT = 400;
const SHOWN = 8;
const LOOKED_AT = 64;
const LINES_CHARS = 600;

/** The latest 400 actions of a session. */
export class WorkLog {
  #entries: WorkEntry[] = [];
  #count = 0;

  /** Number of actions so far. */
  get count(): number {
    return this.#count;
  }

  /** Takes the next item; only one that changed something has an effect. */
  take(item: Item): void {
    const { observation, success, meaning, subtitle, filesChanged = [] } = detailOfKind(item, 'observation');
    if (success === false) return;
    if (observation === 'file-write' && filesChanged.length > 0) {
      const ofOne = filesChanged.length === 1 ? { ...linesIn(item.text), lines: item.text } : {};
      this.#add({ id: item.id, files: filesChanged, ...ofOne });
    } else if (observation === 'command' && meaning === 'change' && subtitle !== undefined) {
      this.#add({ id: item.id, files: [], command: subtitle });
    }
  }

  /**
   * Actions from position `from` up to `to`, the last first: at most eight edits and eight commands. An edit that reverts another
   * made from `since` on, such as a temporary log line, is left out, and so is the edit that it reverts.
   */
  between(from: number, to: number, since: number): { edits: WorkEntry[]; commands: WorkEntry[] } {
    const known = this.#entries
      .filter(({ order }) => order >= since && order < to)
      .slice(-LOOKED_AT)
      .reverse();
    const entries = known.filter((entry) => entry.order >= from && !known.some((other) => isInverse(entry, other)));
    return {
      edits: entries.filter(({ files }) => files.length > 0).slice(0, SHOWN),
      commands: entries.filter(({ command }) => command !== undefined).slice(0, SHOWN),
    };
  }

  #add(entry: Omit<WorkEntry, 'order'>): void {
    this.#entries.push({ ...entry, order: this.#count });
    this.#count += 1;
    if (this.#entries.length > KEPT * 2) this.#entries = this.#entries.slice(-KEPT);
  }
}

function isInverse(one: WorkEntry, other: WorkEntry): boolean {
  if (one.added === undefined || one.files[0] !== other.files[0]) return false;
  return one.added === other.removed && one.removed === other.added;
}

/** The lines that a short edit added and removed, in order. */
function linesIn(text: string): Pick<WorkEntry, 'added' | 'removed'> {
  if (text.length > LINES_CHARS) return {};
  const lines = text.split('\n');
  const of = (sign: string): string => lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])).join('\n');
  const [added, removed] = [of('+'), of('-')];
  return added === removed ? {} : { added, removed };
}
