import { countOf, formatCount } from './format.ts';

/** A number of tokens with its unit; `of` is the budget that it is a part of. */
export function Tokens({ count, of, what }: { count: number; of?: number; what?: string }) {
  const words = of === undefined ? countOf(count, 'token') : `${formatCount(count)} of ${countOf(of, 'token')}`;
  return (
    <span class="nowrap">
      {words}
      {what !== undefined && ` ${what}`}
    </span>
  );
}

/** Lines added and removed, with their signs. */
export function Delta({ added = 0, removed = 0 }: { added?: number | undefined; removed?: number | undefined }) {
  if (added === 0 && removed === 0) return null;
  return (
    <span class="delta">
      {added > 0 && <span class="p">+{formatCount(added)}</span>}{' '}
      {removed > 0 && <span class="m">−{formatCount(removed)}</span>}
    </span>
  );
}

/** A count on a quiet ground; `accent` where it waits for the reader. */
export function Count({ value, accent, label }: { value: number; accent?: boolean; label?: string }) {
  return (
    <span class={accent ? 'count acc' : 'count'}>
      {label !== undefined && <span class="sr">{label} </span>}
      {formatCount(value)}
    </span>
  );
}
