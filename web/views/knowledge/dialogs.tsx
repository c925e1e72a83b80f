import { useState } from 'preact/hooks';
import type { Entry } from '../../../src/api/answers.ts';
import { scopedProject } from '../../app/scope.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { useCall } from '../../client/use-call.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Answered } from '../../parts/states.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { reword } from './judge.ts';

const SHOWN = 12;

/** Changes the words of a statement; in a person's name they are the person's. */
export function EditDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const result = useCall('get', { ids: [entry.id] });
  return (
    <Answered result={result} failed="The statement could not be read." rows={1}>
      {({ records: [record] }) =>
        record === undefined ? null : <EditForm entry={entry} text={record.text} onClose={onClose} />
      }
    </Answered>
  );
}

function EditForm({ entry, text, onClose }: { entry: Entry; text: string; onClose: () => void }) {
  const [words, setWords] = useState(text);
  const run = (): void => {
    onClose();
    if (words.trim() !== text.trim()) reword({ ...entry, text }, words.trim());
  };
  return (
    <Dialog title="Edit" onClose={onClose} action={{ label: 'Save', run, disabled: words.trim() === '' }}>
      <label class="field">
        <span>What it says, in full sentences</span>
        <textarea
          class="input"
          rows={5}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          autofocus
        />
      </label>
      <p class="quiet">From then on it is stated by you.</p>
    </Dialog>
  );
}

/** States something; Undo hides it again. */
export function RememberDialog({ onClose }: { onClose: () => void }) {
  const [words, setWords] = useState('');
  const run = (): void => {
    onClose();
    const project = scopedProject();
    change(
      'remember',
      { text: words.trim(), ...(project && { project }) },
      {
        says: `Remembered: ${words.trim().slice(0, 60)}`,
        undo: ({ id }) => ask('update', { id, changes: { hidden: true } }),
      },
    );
  };
  return (
    <Dialog title="Remember" onClose={onClose} action={{ label: 'Remember', run, disabled: words.trim() === '' }}>
      <label class="field">
        <span>A statement, in full sentences</span>
        <textarea
          class="input"
          rows={4}
          value={words}
          onInput={(event) => setWords(event.currentTarget.value)}
          autofocus
        />
      </label>
      <p class="quiet">
        {scopedProject() === undefined
          ? 'It belongs to no project: choose one at the left to have it told there.'
          : 'It is stated by you: a rule is told at every start of the project.'}
      </p>
    </Dialog>
  );
}

/** Chooses the statement that takes the place. */
export function SupersedeDialog(props: {
  choices: readonly Entry[];
  onChoose: (id: string) => void;
  onClose: () => void;
}) {
  const { choices, onChoose, onClose } = props;
  const [words, setWords] = useState('');
  const [id, setId] = useState('');
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title, snippet }: Entry): boolean =>
    asked.every((word) => `${title} ${snippet}`.toLowerCase().includes(word));
  const shown = choices.filter(fits).slice(0, SHOWN);
  const chosen = shown.some((one) => one.id === id) ? id : (shown[0]?.id ?? '');
  return (
    <Dialog
      title="Superseded by…"
      onClose={onClose}
      action={{ label: 'It takes the place', run: () => onChoose(chosen), disabled: chosen === '' }}
    >
      <label class="field">
        <span>Words of the statement that takes its place</span>
        <span class="input">
          <input type="text" value={words} onInput={(event) => setWords(event.currentTarget.value)} autofocus />
        </span>
      </label>
      <fieldset class="choices">
        <legend class="sr">Statements</legend>
        {shown.map((one) => (
          <label key={one.id} class="choice">
            <input type="radio" name="by" checked={one.id === chosen} onChange={() => setId(one.id)} />
            <span>
              <Line text={one.title} />
            </span>
          </label>
        ))}
        {shown.length === 0 && <p class="quiet">No statement holds these words.</p>}
      </fieldset>
    </Dialog>
  );
}
