import { signOut } from '../../access/page-key.ts';
import { role } from '../../client/session-state.ts';
import { useCall } from '../../client/use-call.ts';
import { formatMoment } from '../../parts/format.ts';
import type { IconName } from '../../parts/icons.ts';
import { nameKind } from '../../parts/kinds.ts';
import { VIEWS } from '../../views.ts';
import { type KeyRow, keyGroups } from '../keys.ts';
import { go, idPath } from '../router.ts';
import { projectInput, scopedPath } from '../scope.ts';
import { useSettled } from '../use-settled.ts';

/** One thing that the palette finds or does. */
export interface PaletteEntry {
  id: string;
  icon: IconName;
  label: string;
  note?: string;
  keys?: string;
  run: () => unknown;
}

/** Entries under one heading. */
export interface PaletteGroup {
  title: string;
  entries: readonly PaletteEntry[];
}

const SEARCH_MS = 40;
const MOST_HITS = 6;
const MOST_SESSIONS = 5;

/** What answers the words of the palette: memories, then where to go, then what to do. `>` before the words: only the last. */
export function usePaletteGroups(typed: string): { groups: PaletteGroup[]; tookMs: number | undefined } {
  const isAction = typed.startsWith('>');
  const words = (isAction ? typed.slice(1) : typed).trim();
  const asked = useSettled(isAction ? '' : words, SEARCH_MS);
  const found = useCall('search', asked === '' ? undefined : { query: asked, limit: MOST_HITS, ...projectInput() });
  const sessions = useCall('list', { kinds: ['session'], limit: MOST_SESSIONS, ...projectInput() });

  // Until the new words are answered, of what answered those before only what holds them too.
  const hits = (asked === '' ? [] : (found.value?.hits ?? [])).filter(
    ({ title }) => asked === words || matches(title, words),
  );
  const memories = hits.map((hit) => ({
    id: hit.id,
    icon: nameKind(hit).icon,
    label: hit.title,
    note: `${nameKind(hit).says} · ${formatMoment(new Date(hit.at))}`,
    run: () => go(idPath(hit.id)),
  }));
  const views = VIEWS.filter(({ group, title }) => group !== undefined && matches(title, words)).map((view) => ({
    id: `view-${view.name}`,
    icon: view.icon,
    label: view.title,
    keys: view.key === undefined ? '/' : `g ${view.key}`,
    run: () => go(scopedPath(view.path)),
  }));
  const recent = (sessions.value?.entries ?? [])
    .filter(({ title }) => matches(title, words))
    .map(({ id, title, agent, at }) => ({
      id,
      icon: 'sessions' as const,
      label: title,
      note: `${agent ?? 'session'} · ${formatMoment(new Date(at))}`,
      run: () => go(scopedPath(`/sessions/${id}`)),
    }));
  const searching = {
    id: 'search-all',
    icon: 'search' as const,
    label: `Search all memories for “${words}”`,
    keys: '/',
    run: () => go(scopedPath(`/search?${new URLSearchParams({ q: words })}`)),
  };
  const doing = [...(words === '' || isAction ? [] : [searching]), ...actionsOf(words), ...leavingOf(words)];
  const going = { title: 'Go to', entries: [...views, ...recent] };
  const isViewMeant =
    words.length > 1 && views.some(({ label }) => label.toLowerCase().startsWith(words.toLowerCase()));
  const groups = isAction
    ? [{ title: 'Do', entries: doing }]
    : [
        ...(isViewMeant ? [going] : []),
        { title: 'Memories', entries: memories },
        ...(isViewMeant ? [] : [going]),
        { title: 'Do', entries: doing },
      ];
  return {
    groups: groups.filter(({ entries }) => entries.length > 0),
    tookMs: asked === '' ? undefined : found.tookMs,
  };
}

/** What the keys of the page do that are more than moving about, as entries. */
function actionsOf(words: string): PaletteEntry[] {
  const rows = keyGroups.value
    .filter(({ group }) => group !== 'Go to' && group !== 'In a list')
    .flatMap(({ rows: all }) => all);
  const named = rows.filter(
    (row): row is KeyRow & { does: string } => row.does !== undefined && matches(row.does, words),
  );
  return named
    .filter(({ keys }) => !keys.startsWith('Ctrl+K'))
    .map((row) => ({
      id: `do-${row.keys}`,
      icon: 'command' as const,
      label: row.does,
      keys: row.keys.split('|')[0] ?? row.keys,
      run: () => row.run(new KeyboardEvent('keydown')),
    }));
}

/** Ends what this page may do: it asks for `cairn ui` afterwards. */
function leavingOf(words: string): PaletteEntry[] {
  if (!matches('Sign out', words)) return [];
  const leave = async (): Promise<void> => {
    await signOut();
    role.value = undefined;
  };
  return [{ id: 'do-sign-out', icon: 'lock', label: 'Sign out', run: leave }];
}

function matches(text: string, words: string): boolean {
  return text.toLowerCase().includes(words.toLowerCase());
}
