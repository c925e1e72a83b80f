// web/access: who the page is to the worker: it signs in with a one-time code, and shows its key with every request.
// The cookie goes to every port of 127.0.0.1; the key lies in the storage of this origin alone, so neither is enough.

import { PAGE_HEADER, routePath } from '../../src/api/routes.ts';

/** Who the page is: `person` may do what a person may, `reader` only reads; `undefined` when it has to sign in. */
export type PageRole = 'person' | 'reader' | undefined;

const KEY = 'cairn.key';
const CODE = /^#code=([\w-]{1,200})$/;

/** The headers that every request under `/api/v1` shows. */
export function pageHeaders(): Record<string, string> {
  return { [PAGE_HEADER]: localStorage.getItem(KEY) ?? '' };
}

/**
 * Signs in with the code of the address, when there is one, and takes it out of the address at once. Returns who the page
 * is, as the worker says; rejects when the worker cannot be reached.
 */
export async function signIn(): Promise<PageRole> {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
    const answer = await post('sign-in', { code });
    if (answer.ok) localStorage.setItem(KEY, ((await answer.json()) as { key: string }).key);
  }
  return whoAmI();
}

/** Who the page is now. */
export async function whoAmI(): Promise<PageRole> {
  const answer = await fetch(routePath('whoami'), { headers: pageHeaders() });
  if (!answer.ok) return undefined;
  return ((await answer.json()) as { as: 'person' | 'reader' }).as;
}

/** Signs out: the cookie and the key are worth nothing afterwards. */
export async function signOut(): Promise<void> {
  await post('sign-out', {});
  localStorage.removeItem(KEY);
}

function post(route: string, body: unknown): Promise<Response> {
  const headers = { ...pageHeaders(), 'content-type': 'application/json' };
  return fetch(routePath(route), { method: 'POST', headers, body: JSON.stringify(body) });
}
