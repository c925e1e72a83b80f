import { CairnError } from '../../core/errors.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { boundVerifier, callbackPath, challengeOf } from '../../platform/http/login-binding.ts';
import { hostAndPath } from '../../platform/http/server-url.ts';
import type { Engine } from '../../store/postgres/engine/engine.ts';
import { readTenant, readTenantKey } from '../../store/postgres/team/tenants.ts';
import type { RequestLimit } from '../access/request-limits.ts';
import { type Identity, LOGINS, signIn } from '../access/sign-in.ts';
import { readText } from '../sync/read-body.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { isOwnNonce, newNonce } from './login-nonce.ts';

/** Paths of the two routes. */
export const LOGIN_PATHS = { start: '/v1/login/start', finish: '/v1/login/finish' } as const;

/** What a login is answered from. */
export interface LoginDeps {
  /** Absent where no provider is set. */
  provider: IdentityProvider | undefined;
  /** The address of this server, as people type it; there with a provider. */
  address: URL | undefined;
  engineOf: (tenant: string) => Engine;
  /** The teams of this server that are not disabled. */
  teamIds: () => Promise<readonly string[]>;
  /** Counts what comes from an address before it is known to be of a login. Throws `too_many` when it is one too many. */
  limit: RequestLimit;
  /** Counts the ends of one login. */
  limitFinish: RequestLimit;
  /** Milliseconds until the token of a login ends. */
  lastsMs: number;
  now: () => number;
}

const BODY_BYTES = 32_768;
const CHALLENGE = /^[\w-]{43}$/;
const RANDOM = /^[\w-]{43}$/;
const STATE = /^[\w-]{16,128}$/;
const TENANT = /^t[a-z2-7]{12}$/;

/** Begins a login for who asks from an address: where the provider's page is, and the nonce that its answer has to carry. */
export async function answerLoginStart(deps: LoginDeps, request: Request, from: string): Promise<Response> {
  const { provider, address } = providerOf(deps);
  deps.limit(`login ${from}`);
  const body = asObject(parseJson(await readText(request, BODY_BYTES)));
  const redirect = ownRedirect(fieldOf(body, 'redirect', /^http:/), address);
  const challenge = fieldOf(body, 'challenge', CHALLENGE);
  const state = fieldOf(body, 'state', STATE);
  const tenant = await teamOf(deps, body);
  const nonce = newNonce(await keyOf(deps, tenant), { challenge, redirect: redirect.href }, deps.now());
  const page = await provider.pageFor({ redirect, challenge, state, nonce });
  return Response.json({ team: tenant, page: page.href, nonce });
}

/**
 * Ends a login: who came back from the provider's page gets a token of this server, if the team knows them. The verifier is made
 * with the own address: what was begun for another server ends here in nothing.
 */
export async function answerLoginFinish(deps: LoginDeps, request: Request, from: string): Promise<Response> {
  const { provider, address } = providerOf(deps);
  const body = asObject(parseJson(await readText(request, BODY_BYTES)));
  const tenant = await teamOf(deps, body);
  const callback = ownRedirect(fieldOf(body, 'callback', /^http:/), address);
  const verifier = boundVerifier(fieldOf(body, 'random', RANDOM), address);
  const state = fieldOf(body, 'state', STATE);
  const nonce = asString(body.nonce) ?? '';
  const redirect = new URL(callback.pathname, callback.origin).href;
  const binding = { challenge: challengeOf(verifier), redirect, now: deps.now() };
  if (!isOwnNonce(await keyOf(deps, tenant), nonce, binding)) {
    deps.limit(`login ${from}`);
    throw new CairnError('unauthorized', 'This login was not begun here, or is older than ten minutes.', {
      fix: 'Log in again: cairn login',
    });
  }
  // Only who began this login knows its nonce: nobody else can use up its attempts.
  deps.limitFinish(`login ${nonce}`);
  const identity: Identity = await provider.identify({ callback, verifier, state, nonce });
  const { token, person, scopes, expiresAt } = await signIn(deps.engineOf(tenant), identity, {
    ...deps,
    login: LOGINS.home,
  });
  return Response.json({ team: tenant, token, person, scopes, expiresAt });
}

/** The provider, and the address of this server. Throws `unsupported` where nobody can log in. */
export function providerOf({ provider, address }: LoginDeps): { provider: IdentityProvider; address: URL } {
  if (provider !== undefined && address !== undefined) return { provider, address };
  throw new CairnError('unsupported', 'This server has no identity provider.', {
    fix: 'An owner of the team gives out tokens: cairn server token create',
  });
}

/** The team that a login names, or the only one of the server. */
export async function teamOf({ teamIds }: LoginDeps, { team }: JsonObject): Promise<string> {
  if (typeof team === 'string' && TENANT.test(team)) return team;
  const [first, ...others] = team === undefined ? await teamIds() : [];
  if (first !== undefined && others.length === 0) return first;
  throw new CairnError('invalid_input', 'Which team?', { fix: 'cairn login ADDRESS --team ID' });
}

/** The key of a team. Throws `not_found` for one that is not there, or disabled. */
export async function keyOf({ engineOf }: LoginDeps, tenant: string): Promise<Uint8Array> {
  const engine = engineOf(tenant);
  const team = await readTenant(engine);
  const key = team?.disabledAt === undefined ? await readTenantKey(engine) : undefined;
  if (key !== undefined) return key;
  throw new CairnError('not_found', 'There is no such team.', { fix: 'Ask an owner of the team for its id.' });
}

/**
 * An address on which a program of the person's machine listens for an answer that is for this server. Throws `invalid_input` for
 * one of another machine, and for a login that was begun for another address.
 */
function ownRedirect(text: string, address: URL): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isLocal = url?.protocol === 'http:' && ['127.0.0.1', '[::1]'].includes(url.hostname) && url.port !== '';
  if (url === undefined || !isLocal || url.username !== '' || url.hash !== '')
    throw new CairnError('invalid_input', 'A login comes back to http://127.0.0.1:PORT alone.');
  if (url.pathname === callbackPath(address)) return url;
  const own = `${address.protocol}//${hostAndPath(address)}`;
  throw new CairnError('invalid_input', `People log in here at ${own}; this login is for another address.`, {
    fix: `cairn login ${own}, with a Cairn as new as the server's`,
  });
}

function fieldOf(body: JsonObject, name: string, pattern: RegExp): string {
  const value = asString(body[name]);
  if (value !== undefined && pattern.test(value)) return value;
  throw new CairnError('invalid_input', `${name}: is missing, or of another form.`);
}
