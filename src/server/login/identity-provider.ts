// server/login: people log in at their identity provider, by an authorization code with PKCE. Nothing is kept between start
// and end, so that the two may reach different servers.

import * as oidc from 'openid-client';
import { CairnError } from '../../core/errors.ts';
import { readText } from '../../platform/http/post-json.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Identity } from '../access/sign-in.ts';

/** The provider, and what it knows this server as. */
export interface ProviderConfig {
  issuer: URL;
  clientId: string;
  /** Absent for a client that has none: PKCE proves it alone. */
  clientSecret?: string;
}

/** Where a login begins and ends, and what only its own answer carries. */
export interface LoginRequest {
  redirect: URL;
  challenge: string;
  state: string;
  nonce: string;
}

/** What comes back from the provider's page, and what proves who asked for it. */
export interface LoginAnswer {
  callback: URL;
  verifier: string;
  state: string;
  nonce: string;
}

/** The identity provider of this server's teams. */
export interface IdentityProvider {
  /** The address of the page on which a person logs in. Throws `not_running` when the provider does not answer. */
  pageFor(request: LoginRequest): Promise<URL>;
  /** Who logged in. Throws `unauthorized` unless the provider's keys sign it for this very login. */
  identify(answer: LoginAnswer): Promise<Identity>;
}

const SCOPE = 'openid email profile';
const TIMEOUT_S = 10;
/** Upper bound on bytes of an answer: what providers say of themselves and their keys has some thousands. */
const ANSWER_BYTES = 1024 * 1024;

/** Builds the provider; it is asked what it offers at the first login. */
export function createIdentityProvider(config: ProviderConfig): IdentityProvider {
  let known: Promise<oidc.Configuration> | undefined;
  const provider = (): Promise<oidc.Configuration> => {
    known ??= discover(config).catch((cause: unknown) => {
      known = undefined;
      throw new CairnError('not_running', 'The identity provider does not answer.', { cause });
    });
    return known;
  };
  return {
    async pageFor({ redirect, challenge, state, nonce }) {
      return oidc.buildAuthorizationUrl(await provider(), {
        redirect_uri: redirect.href,
        scope: SCOPE,
        code_challenge: challenge,
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    async identify({ callback, verifier, state, nonce }) {
      const from = await provider();
      try {
        const checks = {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        };
        const tokens = await oidc.authorizationCodeGrant(from, callback, checks);
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the answer has no ID token');
        // Many providers tell the address only where the access token is shown.
        const told =
          claims.email === undefined && from.serverMetadata().userinfo_endpoint !== undefined
            ? await oidc.fetchUserInfo(from, tokens.access_token, claims.sub)
            : claims;
        const email = told.email_verified === true && typeof told.email === 'string' ? told.email : undefined;
        return { subject: `${claims.iss} ${claims.sub}`, ...(email === undefined ? {} : { email }) };
      } catch (cause) {
        ignore(cause, 'a login was refused');
        throw new CairnError('unauthorized', 'The identity provider does not vouch for this login.', {
          fix: 'Log in again: cairn login',
          cause,
        });
      }
    },
  };
}

/** As `fetch`; an answer that is too long is an error before it fills the memory. */
async function fetchBounded(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  const response = await fetch(url, options as RequestInit);
  const text = await readText(response, ANSWER_BYTES);
  if (text === undefined) throw new Error(`the identity provider answers with more than ${ANSWER_BYTES} bytes`);
  const { status, headers } = response;
  return new Response(text === '' ? null : text, { status, headers });
}

async function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<oidc.Configuration> {
  const isLoopback = issuer.protocol === 'http:';
  const provider = await oidc.discovery(
    issuer,
    clientId,
    clientSecret,
    clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT_S,
      [oidc.customFetch]: fetchBounded,
      ...(isLoopback ? { execute: [oidc.allowInsecureRequests] } : {}),
    },
  );
  // The signature of each ID token is compared with the provider's keys, over TLS as well.
  oidc.enableNonRepudiationChecks(provider);
  return provider;
}
