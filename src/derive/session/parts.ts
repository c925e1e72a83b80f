import type { ItemId } from '../../core/model/ids.ts';
import type { Item, SummaryDetail } from '../../core/model/item.ts';
import type { SentenceCandidate } from './sentences/best-sentences.ts';

type SessionPart = NonNullable<SummaryDetail['parts']>[number];

const LEAST_ITEMS = 150;
const MAX_PARTS = 24;
/** One in this many items ends a part, chosen by its id alone, so that an item that comes late moves few boundaries. */
const ONE_OF = 256;
const DIGITS = 'abcdefghijklmnopqrstuvwxyz234567';

/** The parts of a long session. More than 24 parts are merged in pairs of neighbours, so that memory is bounded. */
export class SessionParts {
  #parts: (SessionPart & { weight: number })[] = [];
  #items = 0;
  #request: { text: string; id: ItemId } | undefined;

  /** Takes the next item; true when a part ends with it. */
  take(item: Item): boolean {
    this.#items += 1;
    if (item.detail.subagent !== undefined) return false;
    const isCompaction = item.kind === 'summary';
    return this.#items >= LEAST_ITEMS / (isCompaction ? 5 : 1) && (isCompaction || endsPart(item.id));
  }

  /** Notes a request; the first one of a part is what the part is about. */
  ask(text: string, id: ItemId): void {
    this.#request ??= { text, id };
  }

  /** Ends a part, with its best sentence where it has one. */
  close(endedAt: number, best: SentenceCandidate | undefined): void {
    const said = [this.#request?.text, best?.text].filter((text) => text !== undefined);
    const ids = [...new Set([this.#request?.id ?? [], best?.ids ?? []].flat())];
    this.#items = 0;
    this.#request = undefined;
    if (said.length === 0) return;
    this.#parts.push({ endedAt, brief: said.join(' → '), ids, weight: best?.weight ?? 0 });
    if (this.#parts.length > MAX_PARTS) this.#parts = inPairs(this.#parts);
  }

  /** The parts, oldest first; none for a session of a single part. */
  list(): SessionPart[] {
    if (this.#parts.length < 2) return [];
    return this.#parts.map(({ endedAt, brief, ids }) => ({ endedAt, brief, ids }));
  }
}

function endsPart(id: ItemId): boolean {
  const [high, low] = [...id.slice(-2)].map((digit) => DIGITS.indexOf(digit));
  return ((high ?? 0) * DIGITS.length + (low ?? 0)) % ONE_OF === 0;
}

function inPairs(parts: readonly (SessionPart & { weight: number })[]): (SessionPart & { weight: number })[] {
  const paired: (SessionPart & { weight: number })[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [one, other] = [parts[at], parts[at + 1]];
    if (one === undefined) continue;
    const heavier = other === undefined || one.weight > other.weight ? one : other;
    paired.push({ ...heavier, endedAt: (other ?? one).endedAt });
  }
  return paired;
}
