// app: the frame around every view: side, bar, foot, palette, keys, toasts, the history and the live connection. It knows the
// views by their table alone.

import { useEffect, useRef } from 'preact/hooks';
import { role } from '../client/session-state.ts';
import { copyText } from '../parts/announce.ts';
import { VIEWS } from '../views.ts';
import { Foot } from './foot.tsx';
import { useKeys } from './keys.ts';
import { Outlet } from './outlet.tsx';
import { KeySheet } from './palette/key-sheet.tsx';
import { Palette } from './palette/palette.tsx';
import { isKeySheetOpen, isPaletteOpen } from './palette/palette-state.ts';
import { nextTheme } from './preferences.ts';
import { go, idPath, place } from './router.ts';
import { scopedPath } from './scope.ts';
import { Side } from './side.tsx';
import { SignIn } from './sign-in.tsx';
import { TabBar } from './tab-bar.tsx';
import { Toaster } from './toaster.tsx';
import { undoLatest } from './toasts.ts';

/** The whole page: the frame with the view of the place, or how to sign in. */
export function App() {
  if (role.value === undefined) return <SignIn />;
  return <Frame />;
}

function Frame() {
  useFrameKeys();
  const main = useRef<HTMLElement>(null);
  const { path } = place.value;
  const before = useRef(path);
  useEffect(() => {
    // A view that asks for words took the focus already.
    const isField =
      document.activeElement instanceof HTMLInputElement && main.current?.contains(document.activeElement);
    if (before.current !== path && isField !== true) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <>
      <a class="btn primary skip" href="#main">
        To the content
      </a>
      <Side />
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet views={VIEWS} home="Today" />
      </main>
      <Foot />
      <TabBar />
      {isPaletteOpen.value && <Palette />}
      {isKeySheetOpen.value && <KeySheet />}
      <Toaster />
    </>
  );
}

function useFrameKeys(): void {
  useKeys('Everywhere', [
    { keys: 'Ctrl+K|Ctrl+k', does: 'Find or do', typing: true, run: () => togglePalette() },
    { keys: '/', does: 'Search', run: () => goToSearch() },
    { keys: '?', does: 'This sheet', run: () => openSheet() },
    { keys: 'z', does: 'Undo', run: () => undoLatest() },
    { keys: 'y', does: 'Copy link to this', run: () => copyLink() },
    { keys: 'T', does: 'Theme', run: () => nextTheme() },
  ]);
  useKeys(
    'Go to',
    VIEWS.flatMap(({ key, title, path }) =>
      key === undefined ? [] : [{ keys: `g ${key}`, does: title, run: () => go(scopedPath(path)) }],
    ),
  );
}

function togglePalette(): void {
  isPaletteOpen.value = !isPaletteOpen.peek();
}

function openSheet(): void {
  isKeySheetOpen.value = true;
}

function goToSearch(): void {
  if (place.peek().path !== '/search') go(scopedPath('/search'));
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus());
}

function copyLink(): void {
  const selected = place.peek().query.get('sel');
  copyText(new URL(selected === null ? location.href : idPath(selected), location.href).href, 'Link');
}
