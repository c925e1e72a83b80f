import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { calmSoon } from '../client/use-call.ts';
import { Empty } from '../parts/states.tsx';
import type { ViewRow } from '../views.ts';
import { Bar } from './bar.tsx';
import { matchView } from './match-view.ts';
import { go, place } from './router.ts';
import { scopedPath } from './scope.ts';
import type { ViewProps } from './view-props.ts';

type View = ComponentType<ViewProps>;

const loaded = new Map<string, View>();

/** The view of the place: it is loaded when it is first wanted; until then the one before stays. `home`: the first view's title. */
export function Outlet({ views, home }: { views: readonly ViewRow[]; home: string }) {
  const found = matchView(place.value.path, views);
  const [, show] = useState(0);
  const [failure, setFailure] = useState<string | undefined>(undefined);
  const last = useRef<{ view: View; params: Record<string, string>; name: string } | undefined>(undefined);
  const row = found?.view;
  useEffect(() => {
    // What is not shown yet may have been loaded meanwhile, by `loadViewsLater`: then this shows it.
    if (row === undefined || last.current?.name === row.name) return;
    loadView(row).then(
      () => {
        setFailure(undefined);
        show((count) => count + 1);
      },
      (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
    );
  }, [row]);
  if (found === undefined) return <NoView home={home} />;
  const view = loaded.get(found.view.name);
  if (view !== undefined) last.current = { view, params: found.params, name: found.view.name };
  else if (failure !== undefined || found.view.load === undefined)
    return <NoView home={home} title={found.view.title} why={failure} />;
  const now = last.current;
  if (now === undefined) return <Bar title={found.view.title} />;
  return <now.view key={now.name} params={now.params} />;
}

/** Begins to load the view of the place, before anything else is known. */
export function loadViewOfPlace(views: readonly ViewRow[]): void {
  const row = matchView(place.peek().path, views)?.view;
  if (row !== undefined) loadView(row).then(calmSoon, calmSoon);
  else calmSoon();
}

/** Loads the other views while there is nothing else to do, so that going there takes no time. */
export function loadViewsLater(views: readonly ViewRow[]): void {
  const rest = views.filter(({ name, load }) => load !== undefined && !loaded.has(name));
  const next = (): void => {
    const row = rest.shift();
    if (row === undefined) return;
    requestIdleCallback(() => loadView(row).then(next, next));
  };
  next();
}

async function loadView(row: ViewRow): Promise<void> {
  const view = await row.load?.();
  if (view !== undefined) loaded.set(row.name, view);
}

function NoView(props: { home: string; title?: string; why?: string | undefined }) {
  const { home, title = 'Nothing is here', why } = props;
  return (
    <>
      <Bar title={title} />
      <Empty
        says={why === undefined ? 'This address leads nowhere.' : 'This part of the page could not be loaded.'}
        action={
          <button
            type="button"
            class="btn"
            onClick={() => (why === undefined ? go(scopedPath('/')) : location.reload())}
          >
            {why === undefined ? `Go to ${home}` : 'Load again'}
          </button>
        }
      >
        {why ?? 'It may be of an earlier version.'}
      </Empty>
    </>
  );
}
