import { useEffect } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import { projectInput } from '../../app/scope.ts';
import { useWaiting } from '../../app/use-waiting.ts';
import { BY_ID, type Pages, usePages } from '../../client/use-pages.ts';
import type { Statements } from './rows.ts';

const PAGE = 100;
/** Upper bound on the statements that are read. */
const MOST = 2_000;

/** Statements of the project, and what waits for a person, as they come. */
export function useStatements(): Statements & { pages: Pages<Entry> } {
  const pages = usePages('list', { kinds: ['knowledge'], limit: PAGE, ...projectInput() }, { ...BY_ID, live: 10 });
  const waiting = useWaiting({ later: false });
  useEffect(() => {
    if (pages.hasMore && pages.rows.length < MOST) pages.more();
  }, [pages.hasMore, pages.rows.length]);
  return { pages: waiting.isAnswered ? pages : { ...pages, state: 'loading' }, entries: pages.rows, waiting };
}
