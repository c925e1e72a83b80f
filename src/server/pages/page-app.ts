import type { Memory } from '../../api/contract.ts';
import { PAGE_PATHS, type PageWho } from '../../api/team/team-pages.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { asObject, asString, parseJson } from '../../core/json.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { WrongRequest } from '../../http/failure.ts';
import { BROWSER_HEADERS, openPageFiles, type PageFiles } from '../../platform/http/page-files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { readTenant } from '../../store/postgres/team/tenants.ts';
import { manageTeam } from '../access/manage-team.ts';
import { assertScope, type Principal, type Principals } from '../access/principals.ts';
import { beginBrowserLogin, endBrowserLogin } from '../login/browser-login.ts';
import type { LoginDeps } from '../login/login-routes.ts';
import { readText } from '../sync/read-body.ts';
import {
  assertJson,
  assertOwnPage,
  assertReadsOnly,
  findAsker,
  newSecret,
  type PageCookies,
  pageCookies,
} from './page-session.ts';
import { teamAnswer } from './team-answers.ts';

/** What the dashboard is answered from. */
export interface PageDeps {
  principals: Principals;
  /** Counts a request of a token. Throws `too_many` when it is one too many. */
  limit: (key: string) => void;
  login: LoginDeps;
  engineOf: (tenant: string, project?: string) => Engine;
  /** The memory of a team, or of a token's project, as who asks may read it. */
  memoryOf: (who: Principal) => Promise<Memory>;
  /** Where browsers reach the server. */
  address: () => URL;
  /** The folder of the built page; absent: the server has none. */
  folder: string | undefined;
}

/** A route of the dashboard: what metrics call it, and how it is answered. */
export interface PageRoute {
  name: string;
  answer: () => Promise<Response>;
}

/** Finds the route of a request that came from an address; `undefined` for a path that is none of the dashboard's. */
export type PageApp = (request: Request, from: string) => PageRoute | undefined;

const SIGN_IN_BYTES = 4_096;
/** Paths of other routes: no page is there. */
const NOT_PAGES = /^\/(?:api|mcp|v1|webhooks|health|ready|metrics)(?:\/|$)/;

/** What a route is answered from, with the cookies of the server's address. */
interface Own extends PageDeps {
  cookies: PageCookies;
  /** The address that attempts to sign in are counted for. */
  from: string;
}

const ROUTES: Readonly<
  Record<string, { method: 'GET' | 'POST'; answer: (own: Own, request: Request) => Promise<Response> }>
> = {
  [PAGE_PATHS.who]: { method: 'GET', answer: answerWho },
  [PAGE_PATHS.signIn]: { method: 'POST', answer: answerSignIn },
  [PAGE_PATHS.signOut]: { method: 'POST', answer: answerSignOut },
  [PAGE_PATHS.login]: { method: 'GET', answer: answerLogin },
  [PAGE_PATHS.callback]: { method: 'GET', answer: answerCallback },
};

/** Builds the routes of the dashboard. */
export function createPageApp(deps: PageDeps): PageApp {
  const files = deps.folder === undefined ? undefined : openPageFiles(deps.folder);
  return (request, from) => {
    const { pathname } = new URL(request.url);
    const own = (): Own => ({ ...deps, from, cookies: pageCookies(deps.address()) });
    const route = Object.hasOwn(ROUTES, pathname) ? ROUTES[pathname] : undefined;
    if (route !== undefined)
      return {
        name: 'page',
        answer: async () => guarded(await only(request, route.method, () => route.answer(own(), request))),
      };
    const told = teamAnswer(pathname);
    if (told !== undefined)
      return {
        name: 'team',
        answer: async () => guarded(await only(request, 'GET', () => answerTeam(own(), request, told))),
      };
    if (files === undefined || NOT_PAGES.test(pathname) || !['GET', 'HEAD'].includes(request.method)) return undefined;
    return { name: 'file', answer: async () => answerFile(files, request, pathname) };
  };
}

async function only(request: Request, method: string, answer: () => Promise<Response>): Promise<Response> {
  if (request.method === method) return answer();
  throw new WrongRequest(405, `This route takes ${method}; it got ${request.method}.`, { headers: { allow: method } });
}

/** An answer that no frame shows, no other origin reads, and no cache keeps. */
function guarded(answer: Response): Response {
  for (const [name, value] of Object.entries(BROWSER_HEADERS)) answer.headers.set(name, value);
  return answer;
}

function answerFile(files: PageFiles, request: Request, pathname: string): Response {
  const { status, headers, bytes } = files(pathname, request.headers.get('if-none-match') ?? undefined);
  const body = request.method === 'HEAD' || status === 304 ? null : new Uint8Array(bytes);
  return new Response(body, { status, headers: { ...BROWSER_HEADERS, ...headers } });
}

async function answerTeam(
  own: Own,
  request: Request,
  told: NonNullable<ReturnType<typeof teamAnswer>>,
): Promise<Response> {
  const who = await askerOf(own, request);
  const engine = own.engineOf(who.tenant, who.project);
  const query = new URL(request.url).searchParams;
  const answer = await told({ who, engine, query, memory: () => own.memoryOf(who) });
  // The token may have stopped to count while the answer was made.
  await findAsker(request, own.principals, own.cookies);
  return Response.json(answer);
}

async function askerOf({ principals, cookies, limit }: Own, request: Request): Promise<Principal> {
  const who = await findAsker(request, principals, cookies);
  limit(who.tokenId);
  assertScope(who, 'read');
  return who;
}

/** Says who a browser is, and how it signs in. */
async function answerWho(own: Own, request: Request): Promise<Response> {
  const { provider, teamIds } = own.login;
  const answer: PageWho = { way: provider === undefined ? 'token' : 'login' };
  if (provider !== undefined && (await teamIds()).length > 1) answer.hasTeams = true;
  try {
    const who = await askerOf(own, request);
    const { person, role, project, expiresAt, tenant } = who;
    const team = (await readTenant(own.engineOf(tenant)))?.name ?? tenant;
    answer.who = {
      person,
      role,
      team,
      ...(project !== undefined && { project }),
      ...(expiresAt !== null && { until: isoTime(expiresAt) }),
    };
  } catch (error) {
    const { code } = toCairnError(error);
    if (code !== 'unauthorized' && code !== 'not_allowed') throw error;
  }
  return Response.json(answer);
}

/** Signs a browser in by a token that only reads, where nobody can log in. */
async function answerSignIn(own: Own, request: Request): Promise<Response> {
  const { principals, cookies, login, limit, from } = own;
  limit(`sign-in ${from}`);
  assertOwnPage(request);
  assertJson(request);
  if (login.provider !== undefined)
    throw new CairnError('not_allowed', 'People of this server log in at its identity provider.');
  const { token } = asObject(parseJson(await readText(request, SIGN_IN_BYTES)));
  const shown = (asString(token) ?? '').trim();
  const who = await principals.ofToken(shown);
  limit(who.tokenId);
  assertReadsOnly(who);
  return withCookies(Response.json({}), cookies.session(shown, secondsOf(own, who.expiresAt)));
}

/** Signs a browser out; the token of a login ends with it. */
async function answerSignOut(own: Own, request: Request): Promise<Response> {
  const { cookies, login, principals, engineOf } = own;
  assertOwnPage(request);
  assertJson(request);
  const shown = cookies.readSession(request);
  if (login.provider !== undefined && shown !== undefined) {
    const who = await findAsker(request, principals, cookies);
    const manager = { actor: `${who.person} by signing out`, now: login.now };
    await manageTeam(engineOf(who.tenant), manager).revokeToken(who.tokenId);
  }
  return withCookies(Response.json({}), cookies.noSession());
}

/** Sends a browser to the provider's page. */
async function answerLogin({ cookies, login, address, from }: Own, request: Request): Promise<Response> {
  const team = new URL(request.url).searchParams.get('team') ?? '';
  try {
    const { page, pending } = await beginBrowserLogin(login, {
      team: team === '' ? undefined : team,
      redirect: new URL(PAGE_PATHS.callback, address()),
      verifier: newSecret(),
      state: newSecret(),
      from,
    });
    return withCookies(redirectTo(page), cookies.pending(pending));
  } catch (error) {
    return redirectTo(backTo(address(), error));
  }
}

/** Signs a browser in that comes back from the provider's page, and shows it the dashboard; a refusal by its code alone. */
async function answerCallback({ cookies, login, address, from }: Own, request: Request): Promise<Response> {
  const pending = cookies.readPending(request);
  const gone = cookies.noPending();
  try {
    if (pending === undefined) throw new CairnError('unauthorized', 'This browser began no login.');
    const callback = new URL(`${PAGE_PATHS.callback}${new URL(request.url).search}`, address());
    const { token } = await endBrowserLogin(login, { pending, callback, from });
    const session = cookies.session(token, Math.floor(login.lastsMs / 1_000));
    return withCookies(redirectTo(new URL('/', address())), session, gone);
  } catch (error) {
    return withCookies(redirectTo(backTo(address(), error)), gone);
  }
}

function backTo(address: URL, error: unknown): URL {
  ignore(error, 'a login in a browser was refused');
  return new URL(`/?refused=${toCairnError(error).code}`, address);
}

function redirectTo(url: URL): Response {
  return new Response(null, { status: 303, headers: { location: url.href } });
}

function withCookies(answer: Response, ...lines: readonly string[]): Response {
  for (const line of lines) answer.headers.append('set-cookie', line);
  return answer;
}

/** Seconds for which a browser stays signed in: as long as a login lasts, and not longer than its token. */
function secondsOf({ login }: Own, expiresAt: number | null): number {
  const leftMs = expiresAt === null ? login.lastsMs : Math.min(login.lastsMs, expiresAt - login.now());
  return Math.max(1, Math.floor(leftMs / 1_000));
}
