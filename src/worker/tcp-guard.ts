import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { PageShown, SignIns } from '../api/http-answers.ts';
import { PAGE_HEADER, pageCookie, routePath } from '../api/routes.ts';
import { CairnError } from '../core/errors.ts';
import { isSameSecret } from '../core/hash.ts';
import { isPageRequest } from './pages/page-files.ts';

const SIGN_IN_BYTES = 1_000;
const ADDRESS = '127.0.0.1';
const BEARER = /^Bearer +([\w-]{1,200})$/i;

/** What a server on TCP compares requests with. */
export interface GuardOptions {
  port: number;
  token: string;
  /** The pages that are signed in; `undefined` where none are served, at a port that somebody chose. */
  signIns?: Pick<SignIns, 'find'> | undefined;
  /** Whether the user who asks is the one whose pages may sign in, as far as the system tells. */
  isOwn: () => boolean;
}

/** A request that is refused before anything of it is read, or one that may pass. */
export type Judgement =
  | { kind: 'refused'; status: 401 | 403; error: CairnError }
  /** `public`: nobody showed who they are, and nothing that is asked for tells a fact. */
  | { kind: 'public' }
  | { kind: 'known' };

type Asked = Pick<IncomingMessage, 'headers' | 'headersDistinct' | 'method' | 'url'>;

/**
 * Whether a request on TCP may pass. Its Host must be the address that the worker listens at (a name that someone pointed at
 * 127.0.0.1 is not, and "localhost" for programs alone), said once; its Origin, when there is one, the same; a browser must not say that another page asks. Then
 * the pages, where there are any, and whether the worker answers may be asked for by anybody, the rest with the token or by a
 * page of this user that signs in or is signed in, which writes only where its browser says that it asks for itself.
 */
export function judge(request: Asked, { port, token, signIns, isOwn }: GuardOptions): Judgement {
  const { headers, headersDistinct, method = '', url = '' } = request;
  const host = headers.host?.toLowerCase() ?? '';
  if (headersDistinct.host?.length !== 1 || !hostsOf(port).includes(host) || !url.startsWith('/')) {
    return refused('This is no address of Cairn.', `Ask at http://127.0.0.1:${port}/`);
  }
  const isForeign = headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`;
  if (isForeign || (isByAnotherPage(headers) && !isVisit(request))) {
    return refused('Pages of other origins may not ask Cairn.', `Ask from http://${host}/`);
  }
  const isSignIn = method === 'POST' && url === routePath('sign-in');
  if (signIns === undefined && (isSignIn || isPageRequest(request))) {
    return refused('No pages are served at a port that was chosen: any program may have had it before.', 'cairn ui');
  }
  // At `localhost` another user may listen by IPv6: whoever had both would have what a page keeps.
  const isNamed = !host.startsWith(ADDRESS);
  if (isNamed && (isSignIn || isPageRequest(request))) {
    return refused('Pages are served at 127.0.0.1 alone, not at a name of it.', `Open http://${ADDRESS}:${port}/`);
  }
  if (isPublic(request)) return { kind: 'public' };
  const [, shown = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (isSameSecret(shown, token)) return { kind: 'known' };
  const signsIn = isSignIn && isShort(headers);
  const isSignedIn = !isNamed && signIns?.find(shownBy(headers)) !== undefined;
  if ((signsIn || isSignedIn) && (isRead(method) || headers.origin !== undefined)) {
    if (!isOwn()) return refused('Another user of this machine asks.', 'cairn ui, as the user whose memory it is');
    return { kind: signsIn ? 'public' : 'known' };
  }
  const fix = 'Send the header "Authorization: Bearer TOKEN" with the token of http.json; a page signs in: cairn ui';
  return {
    kind: 'refused',
    status: 401,
    error: new CairnError('unauthorized', 'The token is missing or wrong.', { fix }),
  };
}

/** True for what tells no fact: pages and their files, and whether the worker answers. */
function isPublic(request: Asked): boolean {
  const { method, url, headers } = request;
  const isAlive = method === 'GET' && (url === '/health' || url === '/ready');
  return (
    (isAlive || isPageRequest(request)) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** True for a body of the length of a code: whoever signs in has shown nothing yet. */
function isShort(headers: IncomingHttpHeaders): boolean {
  return Number(headers['content-length'] ?? Number.NaN) <= SIGN_IN_BYTES && headers['transfer-encoding'] === undefined;
}

/** True when the browser says that a page of another origin, also one on another port, makes it ask. */
function isByAnotherPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** True for a page that is gone to as a whole, as by a link. */
function isVisit(request: Asked): boolean {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': dest } = request.headers;
  return isPageRequest(request) && mode === 'navigate' && dest === 'document';
}

function shownBy(headers: IncomingHttpHeaders): PageShown {
  const key = headers[PAGE_HEADER];
  return {
    cookie: pageCookie(headers.host ?? '', headers.cookie ?? ''),
    key: typeof key === 'string' ? key : undefined,
  };
}

function refused(message: string, fix: string): Judgement {
  return { kind: 'refused', status: 403, error: new CairnError('not_allowed', message, { fix }) };
}

function hostsOf(port: number): string[] {
  const names = [ADDRESS, 'localhost'];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}
