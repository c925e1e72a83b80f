import { Count } from '../parts/figures.tsx';
import { Icon } from '../parts/icon.tsx';
import { VIEWS } from '../views.ts';
import { matchView } from './match-view.ts';
import { isPaletteOpen } from './palette/palette-state.ts';
import { place } from './router.ts';
import { scopedPath } from './scope.ts';
import { useWaiting } from './use-waiting.ts';

const TABS: readonly { name: string; label: string }[] = [
  { name: 'today', label: 'Today' },
  { name: 'search', label: 'Search' },
  { name: 'review', label: 'Review' },
  { name: 'next', label: 'Next' },
];

/** The tabs at the bottom of narrow screens; More opens the palette, which has every view. */
export function TabBar() {
  const { count: waiting } = useWaiting();
  const now = matchView(place.value.path, VIEWS)?.view.name;
  return (
    <nav class="tabbar" aria-label="Views, short">
      {TABS.map(({ name, label }) => {
        const view = VIEWS.find((one) => one.name === name);
        if (view === undefined) return null;
        return (
          <a key={name} href={scopedPath(view.path)} aria-current={now === name ? 'page' : undefined}>
            <Icon name={view.icon} />
            <span>{label}</span>
            {name === 'review' && waiting > 0 && <Count value={waiting} accent label="waiting:" />}
          </a>
        );
      })}
      <button
        type="button"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        <Icon name="more" />
        <span>More</span>
      </button>
    </nav>
  );
}
