import { useState } from 'preact/hooks';
import type { CollectionEntry } from '../../../src/api/collection-answers.ts';
import { Bar, SubBar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, place, setQuery } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { type ListState, rowProps, rowTab, useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { Segments } from '../../parts/chip.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { Id } from '../../parts/id.tsx';
import { Facts, ListPeek, Peek, PeekSection, Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { CollectDialog } from './collect-dialog.tsx';
import '../knowledge/knowledge.css';
import './collections.css';

/** Memories that were put together under a name, by hand or by a question. */
export function CollectionsView(_props: ViewProps) {
  const isDeleted = place.value.query.get('state') === 'deleted';
  const result = useCall('collections', { limit: 100, ...(isDeleted && { deleted: true }) });
  const rows = result.value?.collections ?? [];
  const list = useList({ keys: rows.map(({ id }) => id), open: (id) => go(pathOf(id, isDeleted)) });
  const chosen = rows.find(({ id }) => id === list.selected);
  const [isMaking, setMaking] = useState(false);
  const make = (): void => {
    if (mayChange()) setMaking(true);
  };
  useKeys('Collections', [{ keys: 'n', does: 'New collection', run: make }]);
  useFoot(countOf(rows.length, 'collection'));
  return (
    <>
      <Bar title="Collections" about="memories under a name">
        <Button icon="plus" keys="n" onClick={make}>
          New
        </Button>
      </Bar>
      <SubBar>
        <Segments
          label="State"
          value={isDeleted ? 'deleted' : 'kept'}
          choices={[
            { value: 'kept', label: 'Kept' },
            { value: 'deleted', label: 'Deleted' },
          ]}
          onChange={(value) =>
            setQuery({ state: value === 'deleted' ? value : undefined, sel: undefined }, { push: true })
          }
        />
      </SubBar>
      <ListPeek
        peek={list.isPeeking && chosen && <CollectionPeek collection={chosen} onClose={() => list.select(undefined)} />}
        rest={<p class="rest quiet">Select a collection to see what it holds.</p>}
      >
        <Answered result={result} failed="The collections could not be read.">
          {({ collections }) =>
            collections.length === 0 ? (
              <Empty says={isDeleted ? 'No collection was deleted.' : 'There is no collection yet.'}>
                {isDeleted
                  ? 'A deleted collection stays here and can be brought back.'
                  : 'Press n to make one of what answers a question.'}
              </Empty>
            ) : (
              <Rows collections={collections} list={list} />
            )
          }
        </Answered>
      </ListPeek>
      {isMaking && <CollectDialog onClose={() => setMaking(false)} />}
    </>
  );
}

function Rows({ collections, list }: { collections: readonly CollectionEntry[]; list: ListState }) {
  return (
    <Scroll name="collections" label="Collections">
      <ul>
        {collections.map((one, index) => (
          <li key={one.id}>
            <div class="row kn" {...rowProps(list, one.id)}>
              <Icon name="collections" small />
              <a class="title clip" href={pathOf(one.id, one.deleted)} tabIndex={rowTab(list, one.id, index === 0)}>
                <Line text={one.name} />
              </a>
              <span class="meta">
                <span class="hide-s">{one.live ? 'live' : countOf(one.members, 'memory', 'memories')}</span>
                <Time at={one.changedAt} />
              </span>
            </div>
          </li>
        ))}
      </ul>
    </Scroll>
  );
}

function pathOf(id: string, isDeleted = false): string {
  return scopedPath(`/collections/${id}${isDeleted ? '?state=deleted' : ''}`);
}

/** Deletes a collection, or brings it back; its memories stay either way, and Undo takes it back. */
export function deleteCollection({ id, name, deleted }: CollectionEntry): void {
  if (!mayChange()) return;
  const gone = deleted !== true;
  change(
    'collect',
    { collection: id, delete: gone },
    {
      says: `${gone ? 'Deleted, its memories stay' : 'Brought back'}: ${name}`,
      undo: () => ask('collect', { collection: id, delete: !gone }),
    },
  );
}

function CollectionPeek({ collection, onClose }: { collection: CollectionEntry; onClose: () => void }) {
  const { id, name, description, query, live, members, createdAt, changedAt, deleted } = collection;
  return (
    <Peek
      label="Selected collection"
      onClose={onClose}
      about={
        <>
          <b class="strong">{live ? 'live collection' : 'collection'}</b>
          <Id id={id} short />
        </>
      }
      decide={
        <>
          <a class="btn primary" href={pathOf(id, deleted)}>
            Open
          </a>
          <Button onClick={() => deleteCollection(collection)}>{deleted === true ? 'Bring back' : 'Delete'}</Button>
        </>
      }
    >
      <PeekSection>
        <p class="big">
          <Line text={name} />
        </p>
        {description !== undefined && <StoredText text={description} />}
      </PeekSection>
      <PeekSection>
        <Facts
          facts={[
            ['Holds', live ? 'what answers its question' : countOf(members, 'memory', 'memories')],
            ['Question', typeof query?.query === 'string' && <Line text={query.query} />],
            ['Made', <Time key="made" at={createdAt} as="whole" />],
            ['Changed', <Time key="changed" at={changedAt} as="whole" />],
          ]}
        />
      </PeekSection>
    </Peek>
  );
}
