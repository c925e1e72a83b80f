import { useEffect } from 'preact/hooks';
import type { MemoryRecord } from '../../../src/api/answers.ts';
import { Bar } from '../../app/bar.tsx';
import { go } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { useCall } from '../../client/use-call.ts';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';

const OWN_PAGES: Readonly<Record<string, string>> = {
  session: 'sessions',
  project: 'projects',
  collection: 'collections',
};
const OWN_LISTS: Readonly<Record<string, string>> = { knowledge: '/knowledge', pattern: '/patterns' };

/** Kinds that are made of a whole session and are no step of it. */
const SUMMED_UP: ReadonlySet<string> = new Set(['summary', 'checkpoint', 'topic', 'snippet']);

/** Goes from any id to where it is shown: its page, its place in its session, or its list. */
export function IdView({ params: { id = '' } }: ViewProps) {
  const result = useCall('get', { ids: [id] });
  const record = result.value?.records[0];
  useEffect(() => {
    if (record !== undefined) go(scopedPath(placeOf(record)), { replace: true });
  }, [record]);
  return (
    <>
      <Bar title={id} />
      <Answered result={result} failed="The memory could not be read." rows={1}>
        {({ records }) =>
          records.length === 0 && (
            <Empty says={<Line text={`Nothing has the id ${id}.`} />}>It was erased, or it is of another memory.</Empty>
          )
        }
      </Answered>
    </>
  );
}

function placeOf({ id, kind, sessionId }: MemoryRecord): string {
  const page = OWN_PAGES[kind];
  if (page !== undefined) return `/${page}/${encodeURIComponent(id)}`;
  const selected = new URLSearchParams({ sel: id, peek: '1' });
  const list = OWN_LISTS[kind];
  if (list !== undefined) return `${list}?${selected}`;
  if (sessionId === undefined) return `/?${selected}`;
  return SUMMED_UP.has(kind) ? `/sessions/${sessionId}?tab=summary` : `/sessions/${sessionId}?${selected}`;
}
