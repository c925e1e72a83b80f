import { CairnError } from '../../core/errors.ts';
import { randomBytes } from '../../core/hash.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { WrongRequest } from '../../http/failure.ts';
import type { Principal, Principals } from '../access/principals.ts';
import type { PendingLogin } from '../login/browser-login.ts';

/** A value that a browser is given, and for how many seconds; 0 takes it away. */
interface Cookie {
  value: string;
  seconds: number;
}

const PENDING_SECONDS = 600;
const SECRET_BYTES = 32;
const COOKIE_BYTES = 8_192;

/** Cookies of the dashboard, as a browser at the address of the server is given them. */
export function pageCookies(address: URL) {
  const isSecure = address.protocol === 'https:';
  // Browsers take a name with this prefix from the host itself over TLS alone, never from a neighbour below the same domain.
  const own = isSecure ? '__Host-' : '';
  const [session, pending] = [`${own}cairn-team`, `${own}cairn-login`];
  const secure = isSecure ? '; Secure' : '';
  const line = (name: string, { value, seconds }: Cookie, more: string): string =>
    `${name}=${value}; Max-Age=${seconds}; HttpOnly${secure}; ${more}`;
  return {
    /** The token of who is signed in; no page of another site has a browser show it. */
    session: (token: string, seconds: number): string =>
      line(session, { value: token, seconds }, 'Path=/; SameSite=Strict'),
    noSession: (): string => line(session, { value: '', seconds: 0 }, 'Path=/; SameSite=Strict'),
    readSession: (request: Request): string | undefined => readCookie(request, session),
    /** A login that began. Lax: the provider's page is of another site, and sends the browser back. */
    pending: (login: PendingLogin): string => {
      const value = Buffer.from(JSON.stringify(login)).toString('base64url');
      return line(pending, { value, seconds: PENDING_SECONDS }, 'Path=/; SameSite=Lax');
    },
    noPending: (): string => line(pending, { value: '', seconds: 0 }, 'Path=/; SameSite=Lax'),
    readPending: (request: Request): PendingLogin | undefined => toPending(readCookie(request, pending)),
  };
}

/** Cookies of the dashboard. */
export type PageCookies = ReturnType<typeof pageCookies>;

/** A new secret of a login: PKCE verifier or state. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/**
 * Who asks a route of the dashboard: by the header `Authorization`, else by the cookie of a browser, whose page must be of this
 * server and whose token may do nothing but read. Throws `unauthorized` where neither counts.
 */
export async function findAsker(request: Request, principals: Principals, cookies: PageCookies): Promise<Principal> {
  const shown = cookies.readSession(request);
  if (request.headers.has('authorization') || shown === undefined) return principals.of(request);
  assertOwnPage(request);
  const who = await principals.ofToken(shown);
  assertReadsOnly(who);
  return who;
}

/** Throws `not_allowed` where a browser says that a page of another origin asks. */
export function assertOwnPage({ headers }: Request): void {
  const site = headers.get('sec-fetch-site') ?? 'same-origin';
  if (site === 'same-origin' || site === 'none') return;
  throw new CairnError('not_allowed', 'Pages of other origins may not ask this server.');
}

/** Throws `not_allowed` for a token that may do more than a browser needs. */
export function assertReadsOnly({ scopes }: Principal): void {
  if (scopes.size === 1 && scopes.has('read')) return;
  throw new CairnError('not_allowed', 'A browser signs in with a token that only reads.', {
    fix: 'cairn server token create NAME --name dashboard --scope read',
  });
}

/** Throws 415 for a body that a form of another page could send, too. */
export function assertJson({ headers }: Request): void {
  if (/^application\/json\b/i.test(headers.get('content-type') ?? '')) return;
  throw new WrongRequest(415, 'This route takes JSON.');
}

function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.get('cookie') ?? '';
  if (header.length > COOKIE_BYTES) return undefined;
  const start = `${name}=`;
  const found = header
    .split(';')
    .flatMap((part) => (part.trim().startsWith(start) ? [part.trim().slice(start.length)] : []));
  const [value] = found;
  // Two of a name come from two places, of which one is not this server.
  return found.length === 1 && value !== '' ? value : undefined;
}

function toPending(value: string | undefined): PendingLogin | undefined {
  if (value === undefined) return undefined;
  const fields: JsonObject = asObject(parseJson(Buffer.from(value, 'base64url').toString('utf8')));
  const [team, verifier] = [asString(fields.team), asString(fields.verifier)];
  const [state, nonce] = [asString(fields.state), asString(fields.nonce)];
  if (team === undefined || verifier === undefined || state === undefined || nonce === undefined) return undefined;
  return { team, verifier, state, nonce };
}
