import type { Item } from '../../core/model/item.ts';
import { withDetail } from '../../core/model/item.ts';
import { oneLine } from '../../core/text/text.ts';

const LEFT_OUT = ' … ';

/** True for a prompt that nobody typed: a notification or a subagent's task. Its words are never shown as a statement. */
export function isTask({ kind, detail }: Pick<Item, 'kind' | 'detail'>): boolean {
  return kind === 'prompt' && (detail.subagent !== undefined || detail.metadata?.origin === 'system');
}

/** The item with more of its text marked as quoted. */
export function withQuoted(item: Item, spans: readonly [number, number][]): Item {
  const ordered = [...(item.detail.quoted ?? []), ...spans].sort((one, other) => one[0] - other[0]);
  const joined: [number, number][] = [];
  for (const [start, end] of ordered) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
  }
  return withDetail(item, { quoted: joined });
}

/** An item's text without its quoted spans: the only words of it that may be shown as its own. */
export function unquotedText({ text, detail }: Pick<Item, 'text' | 'detail'>): string {
  if (detail.quoted === undefined) return text;
  const kept: string[] = [];
  let at = 0;
  for (const [start, end] of detail.quoted) {
    kept.push(text.slice(at, start));
    at = end;
  }
  kept.push(text.slice(at));
  return oneLine(kept.join('')) === '' ? '' : kept.join(LEFT_OUT).trim();
}
