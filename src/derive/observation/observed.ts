import type { ObservationDetail } from '../../core/model/item.ts';
import type { Author, ObservationKind } from '../../core/model/kinds.ts';
import type { Loose } from '../item/make-item.ts';

/** A tool call as observed: a title composed by Cairn, the text to index, and the author of that text. */
export interface Observed {
  kind: ObservationKind;
  author: Author;
  title: string;
  text: string;
  tailShare?: number;
  detail: Loose<Partial<ObservationDetail>>;
}
