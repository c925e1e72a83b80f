import { useState } from 'preact/hooks';
import { scopedProject } from '../../app/scope.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { Dialog } from '../../parts/dialog.tsx';

/** Makes a collection of what answers a question, now or each time it is read. */
export function CollectDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [query, setQuery] = useState('');
  const [live, setLive] = useState(false);
  const run = (): void => {
    onClose();
    const project = scopedProject();
    const asked = query.trim();
    change(
      'collect',
      { name: name.trim(), ...(asked !== '' && { query: asked, live }), ...(project && { project }) },
      {
        says: `Collected: ${name.trim()}`,
        undo: ({ collection }) => ask('collect', { collection: collection.id, delete: true }),
      },
    );
  };
  const isFit = name.trim() !== '' && query.trim() !== '';
  return (
    <Dialog title="New collection" onClose={onClose} action={{ label: 'Make it', run, disabled: !isFit }}>
      <label class="field">
        <span>Name</span>
        <span class="input">
          <input type="text" value={name} onInput={(event) => setName(event.currentTarget.value)} autofocus />
        </span>
      </label>
      <label class="field">
        <span>Words or a question: what answers it is collected</span>
        <span class="input">
          <input type="text" value={query} onInput={(event) => setQuery(event.currentTarget.value)} />
        </span>
      </label>
      <label class="choice">
        <input type="checkbox" checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
        <span>Live: it holds what answers the question each time it is read</span>
      </label>
    </Dialog>
  );
}
