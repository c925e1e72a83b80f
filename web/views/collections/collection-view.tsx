import { useState } from 'preact/hooks';
import type { CollectionEntry } from '../../../src/api/collection-answers.ts';
import { Bar } from '../../app/bar.tsx';
import { useFoot } from '../../app/foot.tsx';
import { useKeys } from '../../app/keys.ts';
import { go, idPath, place } from '../../app/router.ts';
import { scopedPath } from '../../app/scope.ts';
import { rowProps, rowTab, useList } from '../../app/use-list.ts';
import type { ViewProps } from '../../app/view-props.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Button } from '../../parts/button.tsx';
import { countOf } from '../../parts/format.ts';
import { Icon } from '../../parts/icon.tsx';
import { nameKind } from '../../parts/kinds.ts';
import { ListPeek, Scroll } from '../../parts/list-peek.tsx';
import { Answered, Empty } from '../../parts/states.tsx';
import { Line, StoredText } from '../../parts/stored-text.tsx';
import { Time } from '../../parts/time.tsx';
import { deleteCollection } from './collections-view.tsx';
import '../knowledge/knowledge.css';
import './collections.css';

/** One collection with what it holds, and a field that asks it. */
export function CollectionView({ params }: ViewProps) {
  const id = params.id ?? '';
  const isDeleted = place.value.query.get('state') === 'deleted';
  const result = useCall('collections', { collection: id, limit: 100, ...(isDeleted && { deleted: true }) });
  const entries = result.value?.entries ?? [];
  const collection = result.value?.collections[0];
  const list = useList({ keys: entries.map((one) => one.id), open: (key) => go(idPath(key)) });
  const remove = (): void => {
    const entry = entries.find((one) => one.id === list.selected);
    if (entry === undefined || collection === undefined || !mayChange()) return;
    change(
      'collect',
      { collection: id, remove: [entry.id] },
      {
        says: `Taken out: ${entry.title.slice(0, 60)}`,
        undo: () => ask('collect', { collection: id, add: [entry.id] }),
      },
    );
  };
  useKeys('Collection', [{ keys: 'w', does: 'Take it out of the collection', run: remove }]);
  useFoot(countOf(entries.length, 'memory', 'memories'));
  return (
    <>
      <Bar
        title={collection?.name ?? 'Collection'}
        crumb={
          <a class="link" href={scopedPath('/collections')}>
            Collections
          </a>
        }
      >
        {collection !== undefined && (
          <Button onClick={() => leave(collection)}>{collection.deleted === true ? 'Bring back' : 'Delete'}</Button>
        )}
      </Bar>
      <ListPeek rest={collection && <Ask collection={collection} />}>
        <Answered result={result} failed="The collection could not be read.">
          {() =>
            entries.length === 0 ? (
              <Empty says="It holds nothing.">Memories come to it by its question, or by their ids.</Empty>
            ) : (
              <Scroll name={`collection-${id}`} label="Memories">
                <ul>
                  {entries.map((entry, index) => (
                    <li key={entry.id}>
                      <div class="row kn" {...rowProps(list, entry.id)}>
                        <Icon name={nameKind(entry).icon} small />
                        <span class="k">{nameKind(entry).says}</span>
                        <a class="title clip" href={idPath(entry.id)} tabIndex={rowTab(list, entry.id, index === 0)}>
                          <Line text={entry.title} />
                        </a>
                        <span class="meta">
                          <Time at={entry.at} />
                        </span>
                      </div>
                    </li>
                  ))}
                </ul>
              </Scroll>
            )
          }
        </Answered>
      </ListPeek>
    </>
  );
}

/** Deletes it or brings it back, from the list: it is at this address no more. */
function leave(collection: CollectionEntry): void {
  if (!mayChange()) return;
  go(scopedPath('/collections'));
  deleteCollection(collection);
}

function Ask({ collection }: { collection: CollectionEntry }) {
  const [typed, setTyped] = useState('');
  const [question, setQuestion] = useState('');
  const result = useCall('ask', question === '' ? undefined : { collection: collection.id, question });
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        setQuestion(typed.trim());
      }}
    >
      {collection.description !== undefined && <StoredText text={collection.description} />}
      <label class="field">
        <span>Ask this collection</span>
        <span class="input">
          <input type="text" value={typed} onInput={(event) => setTyped(event.currentTarget.value)} />
        </span>
      </label>
      {question !== '' && (
        <Answered result={result} failed="It could not be answered." rows={2}>
          {({ text }) => (text === '' ? <p class="quiet">Nothing in it answers this.</p> : <StoredText text={text} />)}
        </Answered>
      )}
    </form>
  );
}
