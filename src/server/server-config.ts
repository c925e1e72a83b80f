import type { BlockList } from 'node:net';
import { CairnError } from '../core/errors.ts';
import { isSealed } from '../platform/http/server-url.ts';
import { readProxies } from './access/remote-address.ts';
import type { ProviderConfig } from './login/identity-provider.ts';

/** The configuration of a server, which its environment holds: it has no file of settings. */
export interface ServerConfig {
  /** `postgres://…` as the role that owns nothing. */
  databaseUrl: string;
  /** Where searches and other reads go while it is not too far behind; absent: to the one database. */
  read?: { url: string; mostLagMs: number };
  host: string;
  port: number;
  /** Connections to the database, at most. */
  connections: number;
  /** Requests of one token a minute, on this server. */
  perMinute: number;
  /** Milliseconds that requests under way get when the server is asked to end. */
  drainMs: number;
  /** What Prometheus has to show; absent: metrics are not there. */
  metricsToken?: string;
  /** Where people log in; absent: nobody can. */
  provider?: ProviderConfig;
  /** The address of the server as people type it; always there with a provider. */
  address?: URL;
  /** Whose word on where a request came from is believed. */
  proxies: BlockList;
  /** Milliseconds until the token of a login ends. */
  loginMs: number;
}

/** The variables of a server: what each is for, and its default. */
export const SERVER_VARIABLES = {
  CAIRN_DATABASE_URL: { help: 'the database, as the role that owns nothing: postgres://cairn_app:…@host/cairn' },
  CAIRN_DATABASE_OWNER_URL: { help: 'the database, as the role that owns the tables; for migrate alone' },
  CAIRN_SERVER_READ_URL: { help: 'a streaming replica of the database, for search and other reads; as the same role' },
  CAIRN_SERVER_READ_LAG_SECONDS: { help: 'seconds that the replica may be behind', usual: '5' },
  CAIRN_SERVER_HOST: { help: 'the address to listen at', usual: '127.0.0.1' },
  CAIRN_SERVER_PORT: { help: 'the port to listen at; 0 for any', usual: '7420' },
  CAIRN_SERVER_CONNECTIONS: { help: 'connections to the database, at most', usual: '20' },
  CAIRN_SERVER_PER_MINUTE: { help: 'requests of one token a minute, on each server', usual: '1200' },
  CAIRN_SERVER_DRAIN_SECONDS: { help: 'seconds that requests under way get at the end', usual: '20' },
  CAIRN_SERVER_OIDC_ISSUER: { help: 'the identity provider at which people log in: https://id.acme.example' },
  CAIRN_SERVER_OIDC_CLIENT_ID: { help: 'what the provider knows this server as' },
  CAIRN_SERVER_OIDC_CLIENT_SECRET: { help: 'its secret there; without one, PKCE proves a login alone' },
  CAIRN_SERVER_PUBLIC_URL: {
    help: 'the address that people type, to log in and in a browser: https://cairn.acme.example',
  },
  CAIRN_SERVER_INSECURE: {
    help: '1: the public address may be one without TLS, in a private network; people then add --insecure',
  },
  CAIRN_SERVER_LOGIN_HOURS: { help: 'hours until the token of a login ends', usual: '12' },
  CAIRN_SERVER_PROXIES: {
    help: 'addresses and networks of balancers in front, with commas; their X-Forwarded-For is believed',
    usual: '127.0.0.0/8,::1',
  },
  CAIRN_SERVER_METRICS_TOKEN: { help: 'what Prometheus shows as its bearer token; without it there are no metrics' },
} as const satisfies Record<string, { help: string; usual?: string }>;

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads the configuration of a server. Throws `invalid_input`, with the variable, for what is missing or no number. */
export function readServerConfig(env: Variables): ServerConfig {
  const metricsToken = env.CAIRN_SERVER_METRICS_TOKEN;
  return {
    databaseUrl: databaseUrl(env, 'CAIRN_DATABASE_URL'),
    host: textOf(env, 'CAIRN_SERVER_HOST'),
    port: numberOf(env, 'CAIRN_SERVER_PORT', { least: 0, most: 65_535 }),
    connections: numberOf(env, 'CAIRN_SERVER_CONNECTIONS', { least: 2, most: 1_000 }),
    perMinute: numberOf(env, 'CAIRN_SERVER_PER_MINUTE', { least: 1, most: 1_000_000 }),
    drainMs: numberOf(env, 'CAIRN_SERVER_DRAIN_SECONDS', { least: 0, most: 600 }) * 1_000,
    loginMs: numberOf(env, 'CAIRN_SERVER_LOGIN_HOURS', { least: 1, most: 720 }) * 3_600_000,
    proxies: readProxies(textOf(env, 'CAIRN_SERVER_PROXIES')),
    ...publicAddress(env),
    ...readOf(env),
    ...providerOf(env),
    ...(metricsToken === undefined || metricsToken === '' ? {} : { metricsToken }),
  };
}

/** The address of the database for a use. Throws `invalid_input` where it is missing. */
export function databaseUrl(
  env: Variables,
  name: 'CAIRN_DATABASE_URL' | 'CAIRN_DATABASE_OWNER_URL' | 'CAIRN_SERVER_READ_URL',
): string {
  const url = env[name];
  if (url !== undefined && /^postgres(?:ql)?:\/\//.test(url)) return url;
  throw new CairnError('invalid_input', `${name} is ${url === undefined ? 'not set' : 'no postgres:// address'}.`, {
    fix: `${name}=postgres://USER:PASSWORD@HOST:5432/cairn: ${SERVER_VARIABLES[name].help}`,
  });
}

/** The address of the server where it is set; a provider needs it. */
function publicAddress(env: Variables): { address?: URL } {
  const isNeeded = (env.CAIRN_SERVER_OIDC_ISSUER ?? '') !== '';
  if (!isNeeded && (env.CAIRN_SERVER_PUBLIC_URL ?? '') === '') return {};
  const insecure = env.CAIRN_SERVER_INSECURE === '1';
  return { address: addressOf(env, 'CAIRN_SERVER_PUBLIC_URL', { example: 'https://cairn.acme.example', insecure }) };
}

function readOf(env: Variables): Pick<ServerConfig, 'read'> {
  if ((env.CAIRN_SERVER_READ_URL ?? '') === '') return {};
  const seconds = numberOf(env, 'CAIRN_SERVER_READ_LAG_SECONDS', { least: 1, most: 3_600 });
  return { read: { url: databaseUrl(env, 'CAIRN_SERVER_READ_URL'), mostLagMs: seconds * 1_000 } };
}

function providerOf(env: Variables): { provider?: ProviderConfig } {
  if ((env.CAIRN_SERVER_OIDC_ISSUER ?? '') === '') return {};
  const issuer = addressOf(env, 'CAIRN_SERVER_OIDC_ISSUER', { example: 'https://id.acme.example' });
  const clientId = env.CAIRN_SERVER_OIDC_CLIENT_ID ?? '';
  if (clientId === '') {
    throw new CairnError('invalid_input', 'CAIRN_SERVER_OIDC_CLIENT_ID is not set.', {
      fix: `CAIRN_SERVER_OIDC_CLIENT_ID: ${SERVER_VARIABLES.CAIRN_SERVER_OIDC_CLIENT_ID.help}`,
    });
  }
  const clientSecret = env.CAIRN_SERVER_OIDC_CLIENT_SECRET ?? '';
  return { provider: { issuer, clientId, ...(clientSecret === '' ? {} : { clientSecret }) } };
}

/** An https address, or one of this machine; with `insecure` any. Throws `invalid_input` for what is missing or another. */
function addressOf(
  env: Variables,
  name: keyof typeof SERVER_VARIABLES,
  { example, insecure = false }: { example: string; insecure?: boolean },
): URL {
  const text = env[name] ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url !== undefined && /^https?:$/.test(url.protocol) && (insecure || isSealed(url));
  if (isAllowed && url.username === '' && url.search === '' && url.hash === '') return url;
  throw new CairnError('invalid_input', `${name} is ${text === '' ? 'not set' : 'no https:// address'}.`, {
    fix: `export ${name}=${example} (${SERVER_VARIABLES[name].help})`,
  });
}

type Usual = {
  [Name in keyof typeof SERVER_VARIABLES]: (typeof SERVER_VARIABLES)[Name] extends { usual: string } ? Name : never;
}[keyof typeof SERVER_VARIABLES];

function textOf(env: Variables, name: Usual): string {
  const value = env[name];
  return value === undefined || value === '' ? SERVER_VARIABLES[name].usual : value;
}

function numberOf(env: Variables, name: Usual, { least, most }: { least: number; most: number }): number {
  const text = textOf(env, name);
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new CairnError('invalid_input', `${name} is "${text}"; it takes a whole number from ${least} to ${most}.`, {
    fix: `${name}=${SERVER_VARIABLES[name].usual}`,
  });
}
