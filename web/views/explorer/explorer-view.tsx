import { useEffect, useState } from 'preact/hooks';
import { resourcePath } from '../../../src/api/routes.ts';
import { asObject } from '../../../src/core/json.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { place, setQuery } from '../../app/router.ts';
import { rowProps, rowTab, useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { readAny } from '../../client/ask.ts';
import { type CallError, toCallError } from '../../client/call-error.ts';
import { countOf } from '../../parts/format.ts';
import { ListPeek } from '../../parts/list-peek.tsx';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { OperationPeek } from './operation-peek.tsx';
import { type Operation, toOperations } from './operations.ts';
import './explorer.css';

/** Every way to ask the API, by subject, with its schema, examples and statuses; what only reads can be tried. */
export function ExplorerView(_props: ViewProps) {
  const { operations, error, read } = useOperations();
  const words = place.value.query.get('q') ?? '';
  const shown = operations.filter(({ key, subject, summary }) => holds(`${key} ${subject} ${summary}`, words));
  const list = useList({ keys: shown.map(({ key }) => key), open: (key) => list.select(key, { peek: true }) });
  const chosen = operations.find(({ key }) => key === list.selected);
  useFoot(countOf(shown.length, 'route'));
  return (
    <>
      <Bar title="API" about="every route of HTTP, from its own description" />
      <SubBar>
        <label class="input">
          <span class="sr">Routes that hold these words</span>
          <input
            type="search"
            value={words}
            placeholder="Filter: sessions, DELETE, events"
            onInput={(event) => setQuery({ q: event.currentTarget.value })}
          />
        </label>
      </SubBar>
      <ListPeek
        peek={list.isPeeking && chosen && <OperationPeek operation={chosen} onClose={() => list.select(undefined)} />}
        rest={<p class="rest quiet">Select a route to see what it takes and answers, and to try what only reads.</p>}
      >
        {error !== undefined && <Failed what="The description could not be read." error={error} again={read} />}
        {error === undefined && operations.length === 0 && <Loading />}
        {operations.length > 0 && shown.length === 0 && <Empty says="No route holds these words." />}
        <VirtualList
          label="Routes"
          name="explorer"
          items={shown}
          keyOf={({ key }) => key}
          sizeOf={() => 32}
          current={list.selected}
        >
          {(operation, index) => (
            <div class="row explorer" {...rowProps(list, operation.key)}>
              <span class="explorer-method">{operation.method}</span>
              <a
                class="id clip"
                href={`/explorer?sel=${encodeURIComponent(operation.key)}`}
                tabIndex={rowTab(list, operation.key, index === 0)}
              >
                {operation.path}
              </a>
              <span class="grow clip quiet">{operation.summary}</span>
              <span class="meta">{operation.subject}</span>
            </div>
          )}
        </VirtualList>
      </ListPeek>
    </>
  );
}

function holds(text: string, words: string): boolean {
  const low = text.toLowerCase();
  return words
    .toLowerCase()
    .split(' ')
    .every((word) => low.includes(word));
}

function useOperations(): { operations: readonly Operation[]; error: CallError | undefined; read: () => void } {
  const [operations, setOperations] = useState<readonly Operation[]>([]);
  const [error, setError] = useState<CallError>();
  const read = (): void => {
    setError(undefined);
    readAny('GET', resourcePath('openapi.json'))
      .then((document) => setOperations(toOperations(asObject(document)).toSorted(bySubject)))
      .catch((failure: unknown) => setError(toCallError(failure)));
  };
  useEffect(read, []);
  return { operations, error, read };
}

const FIRST = ['resources', 'memories', 'work'];

function bySubject(one: Operation, other: Operation): number {
  const rank = ({ subject }: Operation) => (FIRST.includes(subject) ? FIRST.indexOf(subject) : FIRST.length);
  return rank(one) - rank(other) || one.subject.localeCompare(other.subject);
}
