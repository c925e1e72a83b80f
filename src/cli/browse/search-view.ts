import { setTimeout as rest } from 'node:timers/promises';
import type { Hit, SearchResult } from '../../api/answers.ts';
import type { Memory } from '../../api/contract.ts';
import type { SearchQuery } from '../../api/requests.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { markWords } from '../render/mark-words.ts';
import { plain } from '../render/show.ts';
import { entryFacts } from '../render/show-entry.ts';
import { memoryPages } from '../render/show-memory.ts';
import type { Shown } from '../terminal/output.ts';
import { type BrowserScope, projectOf } from './asked.ts';
import type { RowPage } from './paged-list.ts';
import type { View } from './view.ts';

const PAGE = 30;
/** Milliseconds without a key after which the question is asked by its meaning, too. */
const RESTS_MS = 120;
/** Letters from which on the last word stands for all that begin with it. */
const LEAST = 2;
const OPEN_WORD = new RegExp(`(?<![\\w":*-])[\\p{L}\\p{N}_]{${LEAST},}$`, 'u');

/** Search as one types: words at once, and their meaning once no key comes. */
export function createSearchView(memory: Memory, asked: BrowserScope, out: Shown): View<Hit> {
  const ask = (query: string, how: Partial<SearchQuery>, signal: AbortSignal): Promise<SearchResult> => {
    const { agent, kind } = asked;
    const kinds = kind === undefined ? undefined : [kind];
    return memory.search(
      { query, project: projectOf(asked), limit: PAGE, ...omitUndefined({ agent, kinds }), ...how },
      { signal },
    );
  };
  const mark = (text: string): string => markWords(asked.query, out.colors)(text);
  return {
    title: 'Search',
    short: 'Search',
    hints: '/ search  enter open  r resume  a all projects',
    narrows: ['agent', 'kind'],
    async *read(cursor, signal) {
      const query = asked.query.replace(OPEN_WORD, (word) => `${word}*`);
      if (cursor !== undefined) return yield toPage(await ask(query, { cursor }, signal));
      yield toPage(await ask(query, { mode: 'words' }, signal));
      if (asked.query.trim() === '') return;
      await rest(RESTS_MS, undefined, { signal });
      yield toPage(await ask(query, {}, signal));
    },
    columns: () => [
      { title: 'when', cell: ({ at }) => out.when(at), drop: 2 },
      { title: 'kind', cell: ({ kind }) => kind, drop: 1 },
      { title: 'what', fills: true, cell: ({ title }) => plain(title), color: mark },
    ],
    brief: (hit) => [out.colors.bold(plain(hit.title)), entryFacts(hit, out), '', mark(plain(hit.snippet))].join('\n'),
    page: memoryPages(memory, out),
    empty: () => 'Nothing in memory matches. Try fewer or other words, or all projects: a',
  };
}

function toPage({ hits, nextCursor, notes }: SearchResult): RowPage<Hit> {
  return { rows: hits, next: nextCursor, note: notes.map(({ message }) => plain(message)).join(' ') || undefined };
}
