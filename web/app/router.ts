import { signal } from '@preact/signals';

/** Where the page is: the path and the query are the whole state of a view. */
export interface Place {
  path: string;
  query: URLSearchParams;
  /** Names this entry of the history: scroll positions are kept under it. */
  entry: string;
}

/** What a change of the query sets; `undefined` and empty text take a field out. */
export type QueryChanges = Readonly<Record<string, string | undefined>>;

const SCROLL_KEY = 'cairn.scroll';

/** The place now. */
export const place = signal<Place>(readPlace());

/** Goes to an address of the page; `replace` leaves no entry in the history. */
export function go(to: string, { replace = false }: { replace?: boolean } = {}): void {
  const state = { entry: replace ? place.peek().entry : newEntry() };
  if (replace) history.replaceState(state, '', to);
  else history.pushState(state, '', to);
  place.value = readPlace();
}

/** Changes fields of the query and stays at the path; leaves an entry in the history only with `push`. */
export function setQuery(changes: QueryChanges, { push = false }: { push?: boolean } = {}): void {
  const { path, query } = place.peek();
  const to = withQuery(path, query, changes);
  if (to !== path + (query.size === 0 ? '' : `?${query}`)) go(to, { replace: !push });
}

/** A path with a query and changes to it, as an address. */
export function withQuery(path: string, query: URLSearchParams, changes: QueryChanges): string {
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next.size === 0 ? path : `${path}?${next}`;
}

/** The address of whatever has an id. */
export function idPath(id: string): string {
  return `/id/${encodeURIComponent(id)}`;
}

/** Follows the history and takes over plain clicks on links of the page; called once. */
export function startRouter(): void {
  history.replaceState({ ...history.state, entry: place.peek().entry }, '');
  history.scrollRestoration = 'manual';
  addEventListener('popstate', () => {
    place.value = readPlace();
  });
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(link instanceof HTMLAnchorElement) || !isOwnClick(event, link)) return;
    event.preventDefault();
    // A place on the page is no state of the view.
    if (link.hash !== '') document.getElementById(link.hash.slice(1))?.focus();
    else go(link.pathname + link.search);
  });
}

/** The scroll position that this entry of the history had in the part of that name. */
export function keptScroll(name: string): number {
  return readScrolls()[`${place.peek().entry} ${name}`] ?? 0;
}

/** Keeps a scroll position for when the reader comes back, or loads the page again. */
export function keepScroll(name: string, top: number, entry = place.peek().entry): void {
  const scrolls = readScrolls();
  scrolls[`${entry} ${name}`] = top;
  sessionStorage.setItem(SCROLL_KEY, JSON.stringify(Object.fromEntries(Object.entries(scrolls).slice(-100))));
}

function readScrolls(): Record<string, number> {
  return JSON.parse(sessionStorage.getItem(SCROLL_KEY) ?? '{}');
}

function readPlace(): Place {
  const entry: unknown = history.state?.entry;
  const query = new URLSearchParams(location.search);
  return { path: location.pathname, query, entry: typeof entry === 'string' ? entry : newEntry() };
}

function newEntry(): string {
  return crypto.randomUUID().slice(0, 8);
}

function isOwnClick(event: MouseEvent, link: HTMLAnchorElement): boolean {
  const isPlain = event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const isHere = link.origin === location.origin && link.target === '' && !link.hasAttribute('download');
  const isPage = !/^\/(?:api|v1)\//.test(link.pathname);
  return isPlain && isHere && isPage && !event.defaultPrevented;
}
