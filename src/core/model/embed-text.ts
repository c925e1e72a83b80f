import type { Item } from './item.ts';

/**
 * The text by which an item is found by meaning; `undefined` for one that is found by words alone. Of what tools did only
 * notes, changes and failures have one: the rest says little in words.
 */
export function embedTextOf(item: Pick<Item, 'kind' | 'title' | 'text' | 'detail'>): string | undefined {
  const { observation, success } = item.detail;
  const isTelling = observation === 'note' || observation === 'file-write' || success === false;
  if (item.kind === 'observation' && !isTelling) return undefined;
  const text = item.text.startsWith(item.title.replace(/…$/, '')) ? item.text : `${item.title}\n${item.text}`;
  return text.trim() === '' ? undefined : text;
}
