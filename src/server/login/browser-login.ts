import { CairnError } from '../../core/errors.ts';
import { challengeOf } from '../../platform/http/login-binding.ts';
import type { GivenToken } from '../access/manage-team.ts';
import { LOGINS, signIn } from '../access/sign-in.ts';
import { isOwnNonce, newNonce } from './login-nonce.ts';
import { keyOf, type LoginDeps, providerOf, teamOf } from './login-routes.ts';

/** What a browser keeps between the start and the end of its login. */
export interface PendingLogin {
  team: string;
  verifier: string;
  state: string;
  nonce: string;
}

/** Begins a login of a browser that comes back to this server itself: the provider's page, and what the browser keeps until then. */
export async function beginBrowserLogin(
  deps: LoginDeps,
  asked: { team: string | undefined; redirect: URL; verifier: string; state: string; from: string },
): Promise<{ page: URL; pending: PendingLogin }> {
  const { provider } = providerOf(deps);
  deps.limit(`login ${asked.from}`);
  const { redirect, verifier, state } = asked;
  const team = await teamOf(deps, asked.team === undefined ? {} : { team: asked.team });
  const challenge = challengeOf(verifier);
  const nonce = newNonce(await keyOf(deps, team), { challenge, redirect: redirect.href }, deps.now());
  const page = await provider.pageFor({ redirect, challenge, state, nonce });
  return { page, pending: { team, verifier, state, nonce } };
}

/** Ends a login of a browser: a token that reads. Throws `unauthorized` for one that was not begun by this browser. */
export async function endBrowserLogin(
  deps: LoginDeps,
  { pending, callback, from }: { pending: PendingLogin; callback: URL; from: string },
): Promise<GivenToken> {
  const { provider } = providerOf(deps);
  const { verifier, state, nonce } = pending;
  const team = await teamOf(deps, { team: pending.team });
  const redirect = new URL(callback.pathname, callback.origin).href;
  const binding = { challenge: challengeOf(verifier), redirect, now: deps.now() };
  if (!isOwnNonce(await keyOf(deps, team), nonce, binding)) {
    deps.limit(`login ${from}`);
    throw new CairnError('unauthorized', 'This login was not begun here, or is older than ten minutes.');
  }
  deps.limitFinish(`login ${nonce}`);
  const identity = await provider.identify({ callback, verifier, state, nonce });
  return signIn(deps.engineOf(team), identity, { ...deps, login: LOGINS.page });
}
