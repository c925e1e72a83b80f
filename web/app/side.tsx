import { useCall } from '../client/use-call.ts';
import { Agent, LiveBadge } from '../parts/badge.tsx';
import { Keys } from '../parts/button.tsx';
import { Count } from '../parts/figures.tsx';
import { formatAgo } from '../parts/format.ts';
import { Icon } from '../parts/icon.tsx';
import { ChoiceMenu } from '../parts/menu.tsx';
import { VIEWS, type ViewRow } from '../views.ts';
import { isActive } from './live.ts';
import { Logo } from './logo.tsx';
import { matchView } from './match-view.ts';
import { isPaletteOpen } from './palette/palette-state.ts';
import { place, setQuery } from './router.ts';
import { scopedPath, scopedProject } from './scope.ts';
import { useRecentSessions } from './use-recent-sessions.ts';
import { useWaiting } from './use-waiting.ts';

const GROUPS = [
  { group: 'work', title: '' },
  { group: 'memory', title: 'Memory' },
  { group: 'machine', title: 'This machine' },
] as const;
const MOST_PROJECTS = 100;

/** The side of the page: project, palette, all views with what waits in them, and the agents that were seen last. */
export function Side() {
  const { count: waiting } = useWaiting();
  return (
    <aside class="side" aria-label="Cairn">
      <div class="brand">
        <Logo />
        <span class="lbl">Cairn</span>
        <ProjectMenu />
      </div>
      <button
        type="button"
        class="find"
        onClick={() => {
          isPaletteOpen.value = true;
        }}
      >
        <Icon name="search" small />
        <span class="lbl grow">Find or do</span>
        <Keys keys="Ctrl+K" />
      </button>
      <nav aria-label="Views">
        {GROUPS.map(({ group, title }) => (
          <>
            {title !== '' && <h2>{title}</h2>}
            {VIEWS.filter((view) => view.group === group).map((view) => (
              <SideLink key={view.name} view={view} waiting={view.name === 'review' ? waiting : 0} />
            ))}
          </>
        ))}
      </nav>
      <LastSeen />
    </aside>
  );
}

function SideLink({ view, waiting }: { view: ViewRow; waiting: number }) {
  const now = matchView(place.value.path, VIEWS)?.view;
  const isHere =
    now?.name === view.name || (now !== undefined && now.group === undefined && now.path.startsWith(`${view.path}/`));
  return (
    <a href={scopedPath(view.path)} title={view.title} aria-current={isHere ? 'page' : undefined}>
      <Icon name={view.icon} />
      <span class="lbl">{view.title}</span>
      <span class="end">
        {waiting > 0 ? (
          <Count value={waiting} accent={!isHere} label="waiting:" />
        ) : (
          <Keys keys={view.key === undefined ? '/' : `g ${view.key}`} />
        )}
      </span>
    </a>
  );
}

function ProjectMenu() {
  const { value } = useCall('list', { kinds: ['project'], limit: MOST_PROJECTS }, { live: 20, later: true });
  const projects = value?.entries ?? [];
  const chosen = scopedProject();
  const name = projects.find(({ id }) => id === chosen)?.title ?? chosen ?? 'all projects';
  return (
    <ChoiceMenu
      class="proj"
      label="Project"
      choices={[
        { value: '', label: 'All projects' },
        ...projects.map(({ id, title }) => ({ value: id, label: title })),
      ]}
      chosen={chosen}
      onChoose={(id) => setQuery({ project: id, sel: undefined, peek: undefined }, { push: true })}
    >
      <span class="sr">Project: </span>
      <bdi class="clip">{name}</bdi>
      <Icon name="down" small />
    </ChoiceMenu>
  );
}

function LastSeen() {
  const sessions = useRecentSessions();
  const latest = new Map<string, { at: string; sessionId: string }>();
  for (const { agent, at, id } of sessions) {
    if (agent !== undefined && !latest.has(agent)) latest.set(agent, { at, sessionId: id });
  }
  if (latest.size === 0) return null;
  return (
    <section class="watch" aria-label="Agents">
      <h2>Last seen</h2>
      <ul>
        {[...latest].slice(0, 6).map(([agent, { at, sessionId }]) => (
          <li key={agent}>
            <Agent name={agent} />
            <span>{isActive(sessionId) ? <LiveBadge /> : formatAgo(Date.now() - Date.parse(at))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
