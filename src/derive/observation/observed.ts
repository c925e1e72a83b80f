import type { ItemDetail } from '../../core/model/item.ts';
import type { Author, ObservationKind } from '../../core/model/kinds.ts';
import type { Loose } from '../item/make-item.ts';

/** What a tool call means: title composed by Cairn, text worth finding, and who wrote the words of that text. */
export interface Observed {
  kind: ObservationKind;
  author: Author;
  title: string;
  text: string;
  tailShare?: number;
  detail: Loose<ItemDetail>;
}
