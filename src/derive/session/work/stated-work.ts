import type { Item, Sourced } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';
import { isOwnStatement } from '../../provenance/tellable.ts';

const MAX_LINES = 8;
const LINE_CHARS = 200;

/** What was stated last of a session's work, each line with the item that states it. */
export class LastStatedWork {
  #from: Item | undefined;

  /** Takes a checkpoint that somebody stated in words of their own; true when it was one. */
  take(item: Item): boolean {
    if (detailOfKind(item, 'checkpoint').stated === undefined) return false;
    if (isOwnStatement(item)) this.#from = item;
    return true;
  }

  get task(): string | undefined {
    return this.#stated?.task;
  }

  get files(): readonly string[] {
    return this.#from?.detail.filesChanged ?? [];
  }

  get item(): Item | undefined {
    return this.#from;
  }

  /** The lines of one of its lists. */
  lines(list: 'progress' | 'nextSteps' | 'openQuestions'): Sourced[] {
    const from = this.#from;
    if (from === undefined) return [];
    const lines = this.#stated?.[list] ?? [];
    return lines.slice(0, MAX_LINES).map((text) => ({ text: cutText(oneLine(text), LINE_CHARS), ids: [from.id] }));
  }

  get #stated() {
    return this.#from === undefined ? undefined : detailOfKind(this.#from, 'checkpoint').stated;
  }
}
