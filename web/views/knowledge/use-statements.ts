import { useEffect } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import { projectInput } from '../../app/scope.ts';
import { useCall } from '../../client/use-call.ts';
import { BY_ID, type Pages, usePages } from '../../client/use-pages.ts';
import type { Statements } from './rows.ts';

const PAGE = 100;
/** Upper bound on the statements that are read. */
const MOST = 2_000;

/** Statements of the project, what contradicts, tripwires and wishes, as they come. */
export function useStatements(): Statements & { pages: Pages<Entry> } {
  const project = projectInput();
  const pages = usePages('list', { kinds: ['knowledge'], limit: PAGE, ...project }, { ...BY_ID, live: 10 });
  const contradictions = useCall('contradictions', { ...project, limit: 50 }, { live: 30 });
  const tripwires = useCall('patterns', { ...project, kind: 'tripwire', limit: 100 }, { live: 30 });
  const wishes = useCall('patterns', { ...project, kind: 'preference', limit: 100 }, { live: 30 });
  useEffect(() => {
    if (pages.hasMore && pages.rows.length < MOST) pages.more();
  }, [pages.hasMore, pages.rows.length]);
  return {
    pages,
    entries: pages.rows,
    contradictions: contradictions.value?.contradictions ?? [],
    patterns: [...(tripwires.value?.patterns ?? []), ...(wishes.value?.patterns ?? [])],
  };
}
