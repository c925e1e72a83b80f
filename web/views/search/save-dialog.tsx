import { useState } from 'preact/hooks';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { Dialog } from '../../parts/dialog.tsx';

const NAME_CHARS = 60;

/** Saves a search: a live collection that holds what answers it each time it is read. */
export function SaveDialog({
  question,
  project,
  onClose,
}: {
  question: string;
  project: string | undefined;
  onClose: () => void;
}) {
  const [name, setName] = useState(question.slice(0, NAME_CHARS));
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === '') return;
    onClose();
    change(
      'collect',
      { name: trimmed, query: question, live: true, ...(project !== undefined && { project }) },
      {
        says: `Saved as ${trimmed}`,
        undo: ({ collection }) => ask('collect', { collection: collection.id, delete: true }),
      },
    );
  };
  return (
    <Dialog
      title="Save this search"
      onClose={onClose}
      action={{ label: 'Save', run: save, disabled: name.trim() === '' }}
    >
      <label class="field">
        <span>Name</span>
        <span class="input">
          <input value={name} maxLength={NAME_CHARS} onInput={(event) => setName(event.currentTarget.value)} />
        </span>
      </label>
      <p class="dim">It stands among the collections and holds what answers it each time it is looked at.</p>
    </Dialog>
  );
}
