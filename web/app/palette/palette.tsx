// app/palette: what finds and does everything from the keyboard: the palette, and the sheet of keys.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Keys } from '../../parts/button.tsx';
import { useModal } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Line } from '../../parts/stored-text.tsx';
import { type PaletteEntry, usePaletteGroups } from './palette-entries.ts';
import { isPaletteOpen } from './palette-state.ts';

/** The palette: finds memories, views and sessions, and does what keys do; arrows choose, Enter takes. */
export function Palette() {
  const close = (): void => {
    isPaletteOpen.value = false;
  };
  const { ref, closing } = useModal(close);
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const { groups, tookMs } = usePaletteGroups(words);
  const entries = groups.flatMap((group) => group.entries);
  const current = Math.min(at, entries.length - 1);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current, words]);

  const take = (entry: PaletteEntry | undefined): void => {
    if (entry === undefined) return;
    close();
    // What it does may open something else: after this is closed.
    setTimeout(entry.run);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((current + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === 'Enter') take(entries[current]);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={ref} class="palette" aria-label="Find or do" {...closing}>
      <div class="p-in">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[current] === undefined ? undefined : `palette-${current}`}
          aria-label="Find or do"
          placeholder="Find or do"
          autocomplete="off"
          spellcheck={false}
          value={words}
          onKeyDown={onKeyDown}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setAt(0);
          }}
        />
        {tookMs !== undefined && <span class="nowrap small-text hide-s">{Math.round(tookMs)} ms</span>}
        <Keys keys="Esc" />
      </div>
      <div class="p-list" id="palette-list" role="listbox" aria-label="Results" tabIndex={-1} ref={list}>
        <Groups groups={groups} current={current} onTake={take} />
      </div>
      <div class="p-foot" aria-hidden="true">
        <span>
          <Keys keys="↑ ↓" /> choose
        </span>
        <span>
          <Keys keys="Enter" /> open
        </span>
        <span>
          <Keys keys=">" /> actions only
        </span>
      </div>
    </dialog>
  );
}

function Groups(props: {
  groups: ReturnType<typeof usePaletteGroups>['groups'];
  current: number;
  onTake: (entry: PaletteEntry) => void;
}) {
  const { groups, current, onTake } = props;
  let at = -1;
  return (
    <>
      {groups.map(({ title, entries }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options by the ARIA pattern
        <div key={title} role="group" aria-label={title}>
          <h2 role="presentation">{title}</h2>
          {entries.map((entry) => {
            at += 1;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus
              <div
                key={entry.id}
                id={`palette-${at}`}
                role="option"
                aria-selected={at === current}
                onClick={() => onTake(entry)}
              >
                <Icon name={entry.icon} />
                <span class="t clip">
                  <Line text={entry.label} />
                </span>
                {entry.note !== undefined && <span class="nowrap">{entry.note}</span>}
                {entry.keys !== undefined && <Keys keys={entry.keys} />}
              </div>
            );
          })}
        </div>
      ))}
    </>
  );
}
