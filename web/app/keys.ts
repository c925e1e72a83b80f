import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { singleKeys } from './preferences.ts';

/** A key and what it does: `j`, `g t` (one after the other), `Ctrl+k` (Cmd on a Mac). Several ways: `j|ArrowDown`. */
export interface KeyRow {
  keys: string;
  /** A few words, for the key sheet; without, it is not on the sheet. */
  does?: string;
  run: (event: KeyboardEvent) => void;
  /** Also while one types, as Ctrl+K and Escape. */
  typing?: true;
}

/** Keys of one part of the page, as the sheet groups them. */
export interface KeyGroup {
  group: string;
  rows: readonly KeyRow[];
}

const SEQUENCE_MS = 1_200;
const FIELDS = 'input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]';
const CONTROLS = 'button, a[href], summary, input, select, [role=tab], [role=option], [role=menuitem], [role=treeitem]';

/** The groups that are there now; a later one goes first. */
export const keyGroups = signal<readonly KeyGroup[]>([]);

let pending = '';
let pendingUntil = 0;

/** Registers keys while the component is there, before it is painted; those registered last go first. */
export function useKeys(group: string, rows: readonly KeyRow[]): void {
  const now = useRef(rows);
  now.current = rows;
  const shape = rows.map(({ keys, does }) => `${keys} ${does}`).join();
  useLayoutEffect(() => {
    const live = rows.map((row, at) => ({ ...row, run: (event: KeyboardEvent) => now.current[at]?.run(event) }));
    const added: KeyGroup = { group, rows: live };
    keyGroups.value = [...keyGroups.peek(), added];
    return () => {
      keyGroups.value = keyGroups.peek().filter((other) => other !== added);
    };
  }, [group, shape]);
}

/** Listens to the keyboard; called once. */
export function startKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    const row = findRow(event);
    if (row === undefined) return;
    event.preventDefault();
    row.run(event);
  });
}

function findRow(event: KeyboardEvent): KeyRow | undefined {
  const name = nameOf(event);
  const target = event.target instanceof Element ? event.target : document.body;
  const isChord = name.includes('+');
  const isTyping = target.matches(FIELDS);
  // A dialog has keys of its own, and none of the page acts behind it.
  if (!isChord && document.querySelector('dialog[open]') !== null) return undefined;
  if (isControlKey(name) && target.matches(CONTROLS) && !target.matches('[data-row] > a.title')) return undefined;
  const isSingle = !isChord && name !== 'Escape' && name.length === 1;
  if (isSingle && !singleKeys.peek()) return undefined;
  const rows = keyGroups
    .peek()
    .toReversed()
    .flatMap((group) => group.rows)
    .filter(({ typing }) => typing === true || !isTyping);
  const said = performance.now() < pendingUntil ? `${pending} ${name}` : name;
  const found = rows.find((row) => waysOf(row).includes(said)) ?? rows.find((row) => waysOf(row).includes(name));
  const begins = found === undefined && rows.some((row) => waysOf(row).some((way) => way.startsWith(`${name} `)));
  pending = begins ? name : '';
  pendingUntil = begins ? performance.now() + SEQUENCE_MS : 0;
  return found;
}

function isControlKey(name: string): boolean {
  return name === 'Enter' || name === 'Space' || name.startsWith('Arrow') || name === 'Home' || name === 'End';
}

function waysOf({ keys }: KeyRow): string[] {
  return keys === '|' ? ['|'] : keys.split('|');
}

function nameOf(event: KeyboardEvent): string {
  const key = event.key === ' ' ? 'Space' : event.key;
  return event.ctrlKey || event.metaKey ? `Ctrl+${key.toLowerCase()}` : event.altKey ? `Alt+${key}` : key;
}
