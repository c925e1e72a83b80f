import { useState } from 'preact/hooks';
import type { SessionResult } from '../../../src/api/session-answers.ts';
import { scopedPath } from '../../app/scope.ts';
import { mayChange } from '../../app/who.ts';
import { ask } from '../../client/ask.ts';
import { change } from '../../client/change.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Line } from '../../parts/stored-text.tsx';

const DIALOGS = {
  tag: { title: 'Tag this session', label: 'Tag', hint: 'A word of your own, by which sessions are listed' },
  note: { title: 'Note on this session', label: 'Note', hint: 'What whoever goes on with it should know' },
} as const;

/** The tags of a session, each a link to the sessions that have it, with ways to add one, take one off, and leave a note. */
export function SessionTags({ session }: { session: Pick<SessionResult, 'id' | 'tags'> }) {
  const { id, tags } = session;
  const [asked, setAsked] = useState<keyof typeof DIALOGS | undefined>(undefined);
  const names = tags.map(({ name }) => name);
  const set = (to: string[], says: string): void => {
    change(
      'update',
      { id, changes: { tags: to } },
      { says, undo: () => ask('update', { id, changes: { tags: names } }) },
    );
  };
  const open = (what: keyof typeof DIALOGS): void => {
    if (mayChange()) setAsked(what);
  };
  return (
    <span class="btns stags">
      {names.map((name) => (
        <span key={name} class="chip on">
          <a href={scopedPath(`/sessions?${new URLSearchParams({ concept: name })}`)}>
            <Line text={name} />
          </a>
          <IconButton
            icon="close"
            small
            label={`Take the tag ${name} off`}
            onClick={() =>
              mayChange() &&
              set(
                names.filter((one) => one !== name),
                `Tag taken off: ${name}`,
              )
            }
          />
        </span>
      ))}
      <Button small kind="ghost" icon="topic" onClick={() => open('tag')}>
        Tag
      </Button>
      <Button small kind="ghost" icon="note" onClick={() => open('note')}>
        Note
      </Button>
      {asked !== undefined && (
        <WordsDialog
          of={asked}
          onClose={() => setAsked(undefined)}
          onSay={(words) =>
            asked === 'tag'
              ? set([...new Set([...names, words])], `Tagged: ${words}`)
              : change('checkpoint', { sessionId: id, note: words }, { says: 'Noted.' })
          }
        />
      )}
    </span>
  );
}

function WordsDialog(props: { of: keyof typeof DIALOGS; onClose: () => void; onSay: (words: string) => void }) {
  const { title, label, hint } = DIALOGS[props.of];
  const [words, setWords] = useState('');
  const said = words.trim();
  const run = (): void => {
    props.onClose();
    props.onSay(said);
  };
  return (
    <Dialog title={title} onClose={props.onClose} action={{ label, run, disabled: said === '' }}>
      <label class="field">
        <span>{hint}</span>
        <span class="input">
          <input type="text" value={words} onInput={(event) => setWords(event.currentTarget.value)} autofocus />
        </span>
      </label>
    </Dialog>
  );
}
