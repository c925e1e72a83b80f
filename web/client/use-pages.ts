import { useRef } from 'preact/hooks';
import type { Entry, ListResult } from '../../src/api/answers.ts';
import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { ask } from './ask.ts';
import { cacheKey, recall } from './call-cache.ts';
import type { CallError } from './call-error.ts';
import { type CallState, type Load, stateOf, useKept } from './use-kept.ts';

/** A call whose answer comes in pages: it takes a `cursor` and answers a `nextCursor`. */
export type PagedCall = {
  [Name in CallName]: 'cursor' extends keyof InputOfCall<Name> ? Name : never;
}[CallName];

/** The rows of all pages so far. */
export interface Pages<Row> {
  rows: readonly Row[];
  state: CallState;
  error: CallError | undefined;
  hasMore: boolean;
  /** Reads the next page; does nothing while one is read or when there is none. */
  more: () => void;
  /** Reads from the beginning again; what is shown stays until then. */
  refresh: () => void;
  /** How long the last page took, in milliseconds, and when it was answered. */
  tookMs: number | undefined;
  at: number | undefined;
}

/** How the pages of a call are read. */
export interface PagesOptions<Answer, Row> {
  /** The rows of one answer. */
  rowsOf: (answer: Answer) => readonly Row[];
  /** What makes a row the same one. */
  keyOf: (row: Row) => string;
  /** Reads the newest pages again as events come: what is new goes on top. */
  live?: boolean | number;
  /** Upper bound on rows that stay when the newest are read again; beyond it only those stay. Absent: all stay. */
  most?: number | undefined;
}

interface Loaded<Row> {
  rows: readonly Row[];
  next: string | undefined;
}

/** Pages that are read at most to find what was there before; beyond, the list begins again. */
const MOST_NEW_PAGES = 20;

/**
 * The rows of a call that answers in pages, read as they are wanted. A change of the input begins again; until its first page is
 * there, the rows from before stay.
 */
export function usePages<Name extends PagedCall, Row>(
  call: Name,
  input: InputOfCall<Name> | undefined,
  options: PagesOptions<CallAnswers[Name], Row>,
): Pages<Row> {
  const { rowsOf, keyOf, live = false, most = Number.POSITIVE_INFINITY } = options;
  const key = input === undefined ? undefined : `pages ${cacheKey(call, input)}`;
  const shown = useRef<{ key: string; loaded: Loaded<Row> } | undefined>(undefined);

  const readPage = async (cursor: string | undefined, signal: AbortSignal): Promise<Loaded<Row>> => {
    const asked = { ...input, ...(cursor !== undefined && { cursor }) } as InputOfCall<Name>;
    const answer = await ask(call, asked, { signal });
    return { rows: rowsOf(answer), next: (answer as { nextCursor?: string }).nextCursor };
  };
  const loadedBefore = (): Loaded<Row> | undefined =>
    key === undefined ? undefined : (recall(key)?.value as Loaded<Row> | undefined);
  const readNewest: Load<Loaded<Row>> = async (signal) => {
    const before = loadedBefore();
    let page = await readPage(undefined, signal);
    for (let at = 1; before !== undefined && at < MOST_NEW_PAGES; at += 1) {
      const joined = joinBefore(page, before, keyOf);
      if (joined !== undefined && joined.rows.length <= most) return joined;
      if (joined !== undefined || page.next === undefined) return page;
      const { rows, next } = await readPage(page.next, signal);
      page = { rows: [...page.rows, ...rows], next };
    }
    return page;
  };
  const { value, error, at, tookMs, refresh, isAsking, run } = useKept(key, live, readNewest);

  if (key !== undefined && value !== undefined) shown.current = { key, loaded: value };
  const loaded = shown.current?.loaded;
  const more = (): void => {
    const next = shown.current?.key === key ? loaded?.next : undefined;
    if (next === undefined) return;
    run(async (signal) => {
      const before = loadedBefore();
      return joinBehind(before, await readPage(next, signal), keyOf);
    });
  };
  return {
    rows: loaded?.rows ?? [],
    state: stateOf({ isIdle: key === undefined, hasValue: loaded !== undefined, isAsking: isAsking(), error }),
    error,
    hasMore: loaded?.next !== undefined,
    more,
    refresh,
    tookMs,
    at,
  };
}

/** The keys of rows, kept with them: of a hundred thousand they are not made again for every page. */
const keysOf = new WeakMap<readonly unknown[], Set<string>>();

/** The rows of a next page behind those that were there; a row that moved between the two stands once. */
function joinBehind<Row>(before: Loaded<Row> | undefined, page: Loaded<Row>, keyOf: (row: Row) => string): Loaded<Row> {
  const there = before?.rows ?? [];
  const keys = keysOf.get(there) ?? new Set(there.map(keyOf));
  const fresh = page.rows.map(keyOf);
  const isMoved = fresh.some((key) => keys.has(key));
  const rows = isMoved ? there.filter((row) => !fresh.includes(keyOf(row))) : there;
  const joined = rows.concat(page.rows);
  for (const key of fresh) keys.add(key);
  keysOf.set(joined, keys);
  return { rows: joined, next: page.next };
}

/** The newest rows before those that were there; `undefined` where they do not meet. Rows that are as before stay the same. */
function joinBefore<Row>(page: Loaded<Row>, before: Loaded<Row>, keyOf: (row: Row) => string): Loaded<Row> | undefined {
  const last = page.rows.at(-1);
  if (last === undefined) return undefined;
  const lastKey = keyOf(last);
  const at = before.rows.findIndex((row) => keyOf(row) === lastKey);
  if (at === -1) return undefined;
  const known = new Map(before.rows.slice(0, at + 1).map((row) => [keyOf(row), row]));
  const rows = page.rows.map((row) => {
    const old = known.get(keyOf(row));
    return old !== undefined && JSON.stringify(old) === JSON.stringify(row) ? old : row;
  });
  if (rows.length === at + 1 && rows.every((row, index) => row === before.rows[index])) return before;
  return { rows: [...rows, ...before.rows.slice(at + 1)], next: before.next };
}

/** How the entries of a list are read: by their ids. */
export const BY_ID: Pick<PagesOptions<ListResult, Entry>, 'rowsOf' | 'keyOf'> = {
  rowsOf: ({ entries }) => entries,
  keyOf: ({ id }) => id,
};
