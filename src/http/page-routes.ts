import { checkFields } from '../api/check-input.ts';
import type { AppDeps, PageOwner, PageShown, SignInCode, SignIns } from '../api/http-answers.ts';
import { PAGE_HEADER, pageCookie, pageCookieName } from '../api/routes.ts';
import { CairnError } from '../core/errors.ts';
import { asString, type JsonValue } from '../core/json.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { OWN_ROUTES } from './own-routes.ts';
import { readCaller } from './read-caller.ts';

const PAGE_COOKIE = /^cairn-\d+$/;
/** Cookies of pages at other ports, of other homes or workers that left, that a browser keeps when a page signs in. */
const OTHERS_MAX = 8;

/** Makes a code with which one page signs in: as a person where a person asks for it in a terminal, else to read. */
export async function answerSignInCode(deps: AppDeps, request: Request): Promise<Response> {
  const { person, terminal } = readCaller(request.headers, deps);
  const by: PageOwner = person ? { as: 'person', ...omitUndefined({ terminal }) } : { as: 'reader' };
  const signIns = signInsOf(deps);
  const { url } = await (deps.listenForPages?.() ?? Promise.reject(noPages()));
  return Response.json({ url: `${url}/`, code: signIns.createCode(by), as: by.as } satisfies SignInCode);
}

/** Signs a page in by its code: it gets a cookie that no script reads, and a key that no page of another origin reads. */
export function answerSignIn(deps: AppDeps, request: Request, body: JsonValue): Response {
  const { code } = checkFields('sign-in', OWN_ROUTES['sign-in'].input, body);
  const { cookie, key, session, seconds } = signInsOf(deps).signIn(asString(code) ?? '', shownBy(request.headers));
  const headers = new Headers({ 'set-cookie': cookieLine(pageCookieName(hostOf(request)), cookie, seconds) });
  for (const name of oldCookies(request)) headers.append('set-cookie', cookieLine(name, '', 0));
  return Response.json({ key, ...whoIs(session) }, { headers });
}

/** Signs a page out. */
export function answerSignOut(deps: AppDeps, request: Request): Response {
  signInsOf(deps).signOut(shownBy(request.headers));
  return Response.json({}, { headers: { 'set-cookie': cookieLine(pageCookieName(hostOf(request)), '', 0) } });
}

/** Who asks: a signed-in page as a person or to read, or a program that shows the token. */
export function answerWhoAmI(deps: AppDeps, request: Request): Response {
  const session = deps.signIns?.find(shownBy(request.headers));
  if (session !== undefined) return Response.json(whoIs(session));
  return Response.json({ as: readCaller(request.headers, deps).person ? 'person' : 'program' });
}

/** What a page shows of itself. */
export function shownBy(headers: Headers): PageShown {
  return {
    cookie: pageCookie(headers.get('host') ?? '', headers.get('cookie') ?? ''),
    key: headers.get(PAGE_HEADER) ?? undefined,
  };
}

function whoIs({ as, until }: { as: PageOwner['as']; until: number }): Record<string, string> {
  return { as, until: new Date(until).toISOString() };
}

function signInsOf({ signIns }: Pick<AppDeps, 'signIns'>): SignIns {
  if (signIns === undefined) throw noPages();
  return signIns;
}

function noPages(): CairnError {
  return new CairnError('unsupported', 'Pages cannot sign in here.');
}

/** The cookies of pages at other ports that the browser sends, but for the newest: browsers send the oldest first. */
function oldCookies(request: Request): string[] {
  const names = (request.headers.get('cookie') ?? '').split(';').map((part) => part.trim().split('=', 1)[0] ?? '');
  const others = names.filter((name) => PAGE_COOKIE.test(name) && name !== pageCookieName(hostOf(request)));
  return others.slice(0, -OTHERS_MAX);
}

function hostOf({ headers }: Request): string {
  return headers.get('host') ?? '';
}

function cookieLine(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/api/; Max-Age=${seconds}; HttpOnly; SameSite=Strict`;
}
