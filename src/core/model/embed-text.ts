import type { AnyItem } from './item.ts';
import { detailOfKind } from './item.ts';

/** File name of the bundled embedding model, the same in its package and in a home. */
export const MODEL_FILE = 'minilm.cairn';

/**
 * The text of an item to embed; `undefined` for an item that is found by words alone. Of observations only notes,
 * changes and failures are embedded: the others say little in words.
 */
export function embedTextOf(item: Pick<AnyItem, 'kind' | 'title' | 'text' | 'detail'>): string | undefined {
  const { observation, success } = detailOfKind(item, 'observation');
  const isTelling = observation === 'note' || observation === 'file-write' || success === false;
  if (item.kind === 'observation' && !isTelling) return undefined;
  const text = item.text.startsWith(item.title.replace(/…$/, '')) ? item.text : `${item.title}\n${item.text}`;
  return text.trim() === '' ? undefined : text;
}
