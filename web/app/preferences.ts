import { effect, signal } from '@preact/signals';
import { keepChoice, readChoice } from './kept-choice.ts';

/** The theme: that of the system, or one of the two. */
export type Theme = 'system' | 'light' | 'dark';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,12}Z$/;
const KEYS = { theme: 'cairn.theme', singleKeys: 'cairn.keys', looked: 'cairn.looked' } as const;

/** The theme that the reader chose; kept in this browser, and set before the first paint by `theme.ts`. */
export const theme = signal<Theme>(THEMES.find((name) => name === readChoice(KEYS.theme, /^\w+$/)) ?? 'system');

/** Whether keys without Ctrl or Cmd do something. */
export const singleKeys = signal(readChoice(KEYS.singleKeys, /^off$/) === undefined);

/** When the reader last looked at Today (ISO 8601), before this visit; `undefined` the first time. */
export const lastLooked = readLastLooked();

/** The next theme in turn. */
export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.peek()) + 1) % THEMES.length] ?? 'system';
}

/** Writes what is chosen to the page and to this browser; called once. */
export function startPreferences(): void {
  effect(() => {
    if (theme.value === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
    keepChoice(KEYS.theme, theme.value);
  });
  effect(() => keepChoice(KEYS.singleKeys, singleKeys.value ? 'on' : 'off'));
}

/** Remembers that Today was looked at now. */
export function markLooked(at: string): void {
  keepChoice(KEYS.looked, at);
}

// A visit that is loaded again keeps the time before it.
function readLastLooked(): string | undefined {
  const kept = sessionStorage.getItem(KEYS.looked);
  const before = kept ?? readChoice(KEYS.looked, TIME) ?? '';
  sessionStorage.setItem(KEYS.looked, before);
  return before === '' ? undefined : before;
}
