import { useEffect, useRef } from 'preact/hooks';
import type { PageWho } from '../../src/api/team/team-pages.ts';
import { footWords } from '../app/foot.tsx';
import { useKeys } from '../app/keys.ts';
import { Logo } from '../app/logo.tsx';
import { matchView } from '../app/match-view.ts';
import { Outlet } from '../app/outlet.tsx';
import { KeySheet } from '../app/palette/key-sheet.tsx';
import { isKeySheetOpen } from '../app/palette/palette-state.ts';
import { nextTheme } from '../app/preferences.ts';
import { go, place } from '../app/router.ts';
import { Toaster } from '../app/toaster.tsx';
import { Keys } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Line } from '../parts/stored-text.tsx';
import type { ViewRow } from '../views.ts';
import { pageWho } from './ask-team.ts';
import { TeamSignIn } from './team-sign-in.tsx';
import { TEAM_VIEWS } from './team-views.ts';

type Signed = NonNullable<PageWho['who']>;

/** The whole page: the frame with the view of the place, or how to come in. */
export function TeamApp() {
  const who = pageWho.value?.who;
  return who === undefined ? <TeamSignIn /> : <Frame who={who} />;
}

/** The views that someone may open: the audit log is for owners. */
function viewsFor({ role, project }: Signed): readonly ViewRow[] {
  return TEAM_VIEWS.filter(({ name }) => name !== 'audit' || (role === 'owner' && project === undefined));
}

function Frame({ who }: { who: Signed }) {
  const views = viewsFor(who);
  useFrameKeys(views);
  const main = useRef<HTMLElement>(null);
  const { path } = place.value;
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== path) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  return (
    <>
      <a class="btn primary skip" href="#main">
        To the content
      </a>
      <aside class="side" aria-label="Cairn">
        <div class="brand">
          <Logo />
          <span class="lbl clip">
            <Line text={who.team} />
          </span>
        </div>
        <nav aria-label="Views">
          {views.map((view) => (
            <a key={view.name} href={view.path} title={view.title} aria-current={isHere(view) ? 'page' : undefined}>
              <Icon name={view.icon} />
              <span class="lbl">{view.title}</span>
              <span class="end">
                <Keys keys={`g ${view.key}`} />
              </span>
            </a>
          ))}
        </nav>
        <section class="watch team-me" aria-label="You">
          <h2>You</h2>
          <p class="clip">
            <Line text={who.person} />
          </p>
          <p class="quiet">
            {who.role}
            {who.project !== undefined && ', one project'}
          </p>
        </section>
      </aside>
      <main id="main" tabIndex={-1} ref={main}>
        <Outlet views={views} home="People" />
      </main>
      <footer class="foot">
        <span class="clip">{footWords.value}</span>
        <span class="end hide-m">
          <span>{location.host}</span>
          <span>
            keys <Keys keys="?" />
          </span>
        </span>
      </footer>
      <nav class="tabbar" aria-label="Views, short">
        {views.map((view) => (
          <a key={view.name} href={view.path} aria-current={isHere(view) ? 'page' : undefined}>
            <Icon name={view.icon} />
            <span>{view.name === 'knows' ? 'Who knows' : view.title}</span>
          </a>
        ))}
      </nav>
      {isKeySheetOpen.value && <KeySheet />}
      <Toaster />
    </>
  );
}

function isHere({ name }: ViewRow): boolean {
  return matchView(place.value.path, TEAM_VIEWS)?.view.name === name;
}

function useFrameKeys(views: readonly ViewRow[]): void {
  useKeys('Everywhere', [
    { keys: '/', does: 'Search the knowledge', run: () => goToSearch() },
    {
      keys: '?',
      does: 'This sheet',
      run: () => {
        isKeySheetOpen.value = true;
      },
    },
    { keys: 'T', does: 'Theme', run: () => nextTheme() },
  ]);
  useKeys(
    'Go to',
    views.map(({ key, title, path }) => ({ keys: `g ${key}`, does: title, run: () => go(path) })),
  );
}

function goToSearch(): void {
  if (place.peek().path !== '/knowledge') go('/knowledge');
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('main input[type=search]')?.focus());
}
