import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { Provider } from 'oidc-provider';

/** An account at the provider. */
export interface Account {
  email: string;
  email_verified: boolean;
}

/** A real provider on loopback, for one client, and what a person does on its pages. */
export interface TestProvider {
  issuer: string;
  /** The variables of a server whose people log in here. */
  env: Record<string, string>;
  /** Publishes other keys from now on than those it signs with. */
  swapKeys(): void;
}

/** What a provider is started with. */
export interface TestProviderOptions {
  accounts: Readonly<Record<string, Account>>;
  /** The address of the team server that logs people in here. */
  address: string;
  /** A client with a secret; else it is a public one. */
  secret?: string;
  /** True where the address stands in the ID token itself, not behind the access token alone. */
  tellsInToken?: boolean;
}

const CLIENT = 'cairn';

/** An address of this machine at which nothing listens yet. */
export async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

/** Starts the provider; it is closed with the test. */
export async function startProvider(
  context: TestContext,
  { accounts, address, secret, tellsInToken = false }: TestProviderOptions,
): Promise<TestProvider> {
  let listener: RequestListener | undefined;
  const server = createServer((request, response) => listener?.(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { host, hostname } = new URL(address);
  // A browser is sent back to a server without TLS on this machine alone.
  const page = new URL('/v1/page/login/done', address).href;
  const client = {
    client_id: CLIENT,
    application_type: 'native',
    redirect_uris: [
      `http://127.0.0.1/callback/${host}`,
      ...(/^(?:127\.0\.0\.1|localhost)$/.test(hostname) ? [page] : []),
    ],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    ...(secret === undefined ? { token_endpoint_auth_method: 'none' } : { client_secret: secret }),
  };
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [newKey()] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !tellsInToken,
    pkce: { required: () => true },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ sub: id, ...accounts[id] }),
    }),
  });
  let others: { keys: unknown[] } | undefined;
  provider.use(async (asked, next) => {
    await next();
    if (asked.path === '/jwks' && others !== undefined) asked.body = others;
  });
  listener = provider.callback();
  return {
    issuer,
    env: {
      CAIRN_SERVER_OIDC_ISSUER: issuer,
      CAIRN_SERVER_OIDC_CLIENT_ID: CLIENT,
      CAIRN_SERVER_PUBLIC_URL: address,
      CAIRN_SERVER_PORT: new URL(address).port,
      ...(secret === undefined ? {} : { CAIRN_SERVER_OIDC_CLIENT_SECRET: secret }),
    },
    swapKeys() {
      const { kty, n, e, kid, alg, use } = newKey();
      others = { keys: [{ kty, n, e, kid, alg, use }] };
    },
  };
}

function newKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };
}

const STEPS = 20;

/** What a person's browser does from the page on: logs in as an account, consents, and follows until it is sent back. */
export async function throughPages(page: string, account: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(page) };
  for (let step = 0; step < STEPS; step += 1) {
    const { url, form } = next;
    if (url.pathname.startsWith('/callback/')) return url;
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    if (location !== null) next = { url: new URL(location, url) };
    else {
      const [, action = ''] = /action="([^"]+)"/.exec(text) ?? [];
      const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(text) ?? [];
      assert.notEqual(action, '', text);
      next = { url: new URL(action, url), form: new URLSearchParams({ prompt, login: account, password: 'x' }) };
    }
  }
  throw new Error('the pages have no end');
}
