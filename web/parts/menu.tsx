import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

/** One choice of a menu. */
export interface Choice {
  value: string;
  label: string;
}

const SEARCHED_FROM = 9;

/** A button that opens a list of choices: arrows choose, Enter takes, Escape closes, letters narrow a long list. */
export function ChoiceMenu(props: {
  class?: string;
  label: string;
  choices: readonly Choice[];
  chosen?: string | undefined;
  onChoose: (value: string) => void;
  /** Any text may be typed and taken. */
  free?: boolean;
  children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();
  useEffect(() => {
    if (!isOpen) return undefined;
    const close = (event: Event): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    addEventListener('pointerdown', close, true);
    addEventListener('focusin', close);
    return () => {
      removeEventListener('pointerdown', close, true);
      removeEventListener('focusin', close);
    };
  }, [isOpen]);
  const leave = (): void => {
    setOpen(false);
    root.current?.querySelector('button')?.focus();
  };
  return (
    <span class="anchor" ref={root}>
      <button
        type="button"
        class={props.class}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {props.children}
      </button>
      {isOpen && (
        <Choices
          {...props}
          id={id}
          onChoose={(value) => {
            leave();
            props.onChoose(value);
          }}
          onLeave={leave}
        />
      )}
    </span>
  );
}

interface ChoicesProps {
  id: string;
  label: string;
  choices: readonly Choice[];
  chosen?: string | undefined;
  free?: boolean;
  onChoose: (value: string) => void;
  onLeave: () => void;
}

function Choices({ id, label, choices, chosen, free, onChoose, onLeave }: ChoicesProps) {
  const [words, setWords] = useState('');
  const shown = fitting(choices, words, free === true);
  const first = choices.findIndex(({ value }) => value === chosen);
  const [at, setAt] = useState(Math.max(0, first));
  const current = Math.min(at, shown.length - 1);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    (box.current?.querySelector('input') ?? box.current?.querySelector<HTMLElement>('[role=listbox]'))?.focus();
    stayInView(box.current);
  }, []);
  useEffect(() => {
    box.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const taken = shown[current];
    if (step !== undefined) setAt((current + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === 'Enter' && taken !== undefined) onChoose(taken.value);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isSearched = free === true || choices.length >= SEARCHED_FROM;
  const active = shown[current] === undefined ? undefined : `${id}-${current}`;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the field and of the list inside
    <div class="menu" ref={box} onKeyDown={onKeyDown}>
      {isSearched && (
        <label class="input">
          <span class="sr">{label}</span>
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={id}
            aria-activedescendant={active}
            value={words}
            placeholder={label}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
      )}
      <div id={id} role="listbox" tabIndex={isSearched ? -1 : 0} aria-label={label} aria-activedescendant={active}>
        <Options id={id} shown={shown} current={current} onChoose={onChoose} />
      </div>
    </div>
  );
}

function Options(props: { id: string; shown: readonly Choice[]; current: number; onChoose: (value: string) => void }) {
  return (
    <>
      {props.shown.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
        // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus
        <div
          key={choice.value}
          id={`${props.id}-${index}`}
          role="option"
          aria-selected={index === props.current}
          onClick={() => props.onChoose(choice.value)}
        >
          <bdi class="clip">{choice.label}</bdi>
        </div>
      ))}
    </>
  );
}

/** The choices with the words in them; where any text may be taken, the words themselves too. */
function fitting(choices: readonly Choice[], words: string, isFree: boolean): readonly Choice[] {
  const typed = words.trim();
  const found = choices.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase()));
  if (!isFree || typed === '' || found.some(({ value }) => value === typed)) return found;
  return [...found, { value: typed, label: `“${typed}”` }];
}

/** Puts a menu below its button, and to the left where the window ends. */
function stayInView(menu: HTMLElement | null): void {
  if (menu === null) return;
  const anchor = menu.parentElement?.getBoundingClientRect();
  if (anchor === undefined) return;
  menu.style.position = 'fixed';
  menu.style.top = `${anchor.bottom + 4}px`;
  menu.style.left = `${Math.max(8, Math.min(anchor.left, innerWidth - menu.offsetWidth - 8))}px`;
}
