import type { ItemId } from '../../core/model/ids.ts';
import type { Item, SummaryDetail } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { contentWords } from '../claim/claim-words.ts';
import { isRequest } from '../event/is-request.ts';
import { ownTitle } from '../provenance/tellable.ts';
import type { SentenceCandidate } from './sentences/best-sentences.ts';
import { excerptOf } from './sentences/excerpt.ts';

type SessionPart = NonNullable<SummaryDetail['parts']>[number];

const MAX_PARTS = 24;
const TITLE_CHARS = 100;
/** Least items of a part that a pause or a compaction ends, that another subject ends, and that any request ends. */
const LEAST = { pause: 12, subject: 40, any: 100 } as const;
const PAUSE_MS = 45 * 60_000;
/** Least content words of a request on another subject, and the greatest share of them, 0 to 1, that the part knows. */
const SUBJECT_WORDS = 5;
const KNOWN_SHARE = 0.25;
const WORDS_KEPT = 600;
const TEXT_CHARS = 1_000;
/** Least items, or requests, of a session that has parts. */
const LONG = { items: 100, requests: 8 } as const;

/**
 * The parts of a long session: each begins with a request, after a pause, after a compaction, or on another subject. More than
 * 24 parts are merged in pairs of neighbours, so that memory is bounded.
 */
export class SessionParts {
  #parts: (SessionPart & { weight: number })[] = [];
  #all = { items: 0, requests: 0, compactions: 0 };
  #items = 0;
  #lastAt = 0;
  #compacted = false;
  #request: { text: string; id: ItemId } | undefined;
  #commit: { text: string; id: ItemId } | undefined;
  readonly #words: Set<string> = new Set();

  /** True when an item begins a new part. */
  begins(item: Item): boolean {
    if (!isRequest(item)) return false;
    const { pause, subject, any } = LEAST;
    if (this.#items >= any) return true;
    if (this.#items >= pause && (this.#compacted || item.at - this.#lastAt >= PAUSE_MS)) return true;
    return this.#items >= subject && this.#turns(item);
  }

  /** Takes the next item of the part. */
  take(item: Item): void {
    this.#items += 1;
    this.#all.items += 1;
    this.#lastAt = item.at;
    if (item.detail.subagent !== undefined) return;
    if (item.kind === 'summary') {
      this.#compacted = true;
      this.#all.compactions += 1;
    } else if (item.kind === 'commit') this.#commit = { text: ownTitle(item), id: item.id };
    else if (isRequest(item)) {
      this.#all.requests += 1;
      this.#request ??= { text: cutText(excerptOf(item), TITLE_CHARS), id: item.id };
    }
    if (item.kind === 'prompt' || item.kind === 'message') this.#know(item);
  }

  /** Ends a part, with its best sentence where it has one. */
  close(endedAt: number, best: SentenceCandidate | undefined): void {
    const [title, end] = [this.#request ?? this.#commit, best ?? this.#ended()];
    const ids = [...new Set([title?.id ?? [], end?.ids ?? []].flat())];
    const said = [title?.text, end?.text].filter((text) => text !== undefined);
    this.#items = 0;
    this.#compacted = false;
    this.#request = this.#commit = undefined;
    this.#words.clear();
    if (said.length === 0) return;
    this.#parts.push({
      endedAt,
      brief: said.join(' → '),
      title: said[0] ?? '',
      ...(title === undefined || end === undefined ? {} : { end: end.text }),
      ids,
      weight: best?.weight ?? 0,
    });
    if (this.#parts.length > MAX_PARTS) this.#parts = inPairs(this.#parts);
  }

  /** The parts, oldest first; none for a session that is short or of a single part. */
  list(): SessionPart[] {
    const { items, requests, compactions } = this.#all;
    const isLong = items >= LONG.items || requests >= LONG.requests || compactions > 0;
    if (this.#parts.length < 2 || !isLong) return [];
    return this.#parts.map(({ weight: _weight, ...part }) => part);
  }

  #ended(): { text: string; ids: ItemId[] } | undefined {
    return this.#request === undefined || this.#commit === undefined
      ? undefined
      : { text: this.#commit.text, ids: [this.#commit.id] };
  }

  /** True for a request whose words the part does not know. */
  #turns({ text }: Item): boolean {
    const words = contentWords(text.slice(0, TEXT_CHARS));
    const known = words.filter((word) => this.#words.has(word)).length;
    return words.length >= SUBJECT_WORDS && known <= KNOWN_SHARE * words.length;
  }

  #know({ text }: Item): void {
    if (this.#words.size >= WORDS_KEPT) return;
    for (const word of contentWords(text.slice(0, TEXT_CHARS))) this.#words.add(word);
  }
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
