// cli/login: a person logs in at a team server, on the page of the team's identity provider. This program makes the PKCE
// verifier and hears the code on 127.0.0.1; the server exchanges it, and checks who it was. Both are of the address that the
// person typed, so that a server that forwards the login to another gets nothing from it.

import { CairnError, ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { randomBytes } from '../../core/hash.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../core/json.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { awaitCallback } from '../../platform/http/await-callback.ts';
import { boundVerifier, callbackPath, challengeOf } from '../../platform/http/login-binding.ts';
import { assertSealed, belowUrl, isSealed, toServerUrl } from '../../platform/http/server-url.ts';

/** Milliseconds for the person on the page, and for one answer of the server. */
const PAGE_MS = 300_000;
const ANSWER_MS = 30_000;

/** Where to log in, and how the person gets there. */
export interface LoginOptions {
  address: string;
  team?: string;
  /** The person said that the server may be one without TLS. */
  insecure?: boolean;
  signal: AbortSignal;
  /** Shows the page to the person: in the browser, or as an address. The login is for a server, by its host. */
  show: (page: string, server: string) => Promise<void>;
}

/** What a login gave. */
export interface LoggedIn {
  /** The server's address, as sync names it. */
  url: string;
  team: string;
  person: string;
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Logs a person in. Throws what the server says, `not_running` when it cannot be reached, `timeout` when nobody came back,
 * `invalid_input` for an address without TLS that is not of this machine unless `insecure`, `not_allowed` for a page that answers for another server.
 */
export async function logIn({ address, team, insecure = false, signal, show }: LoginOptions): Promise<LoggedIn> {
  const server = toServerUrl(address, { name: 'login', keyVariable: 'sync add --token' });
  assertSealed(server, { command: 'cairn login', insecure });
  const [random, state] = [randomText(), randomText()];
  const page = `You may close this page. Cairn logs you in at ${server.host}: the terminal says how it went.\n`;
  const callback = await awaitCallback({ path: callbackPath(server), state, timeoutMs: PAGE_MS, signal, page });
  try {
    const challenge = challengeOf(boundVerifier(random, server));
    const asked = { redirect: callback.url, challenge, state, ...(team !== undefined && { team }) };
    const begun = await post(server, { path: '/v1/login/start', body: asked, signal });
    const [answer] = await Promise.all([callback.answer, show(pageOf(begun, asked), server.host)]);
    const back = { callback: answer.href, random, state, nonce: begun.nonce ?? null, team: begun.team ?? null };
    const given = await post(server, { path: '/v1/login/finish', body: back, signal });
    const [token, person, of] = [asString(given.token), asString(given.person), asString(given.team)];
    const { expiresAt } = given;
    if (token === undefined || person === undefined || of === undefined || typeof expiresAt !== 'number')
      throw foreign(server);
    return { url: server.href, team: of, person, token, expiresAt };
  } finally {
    callback.close();
  }
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}

/** The page to open: a web page, which is asked for this very login. Anything else would start something else. */
function pageOf(
  { page }: JsonObject,
  { redirect, challenge, state }: { redirect: string; challenge: string; state: string },
): string {
  const url = typeof page === 'string' && URL.canParse(page) ? new URL(page) : undefined;
  const asks = { redirect_uri: redirect, code_challenge: challenge, code_challenge_method: 'S256', state };
  const isOurs = Object.entries(asks).every(([name, value]) => url?.searchParams.get(name) === value);
  if (isOurs && url !== undefined && isSealed(url) && /^https?:$/.test(url.protocol)) return url.href;
  throw new CairnError('unsupported', 'The server names no page to log in on.');
}

async function post(
  server: URL,
  { path, body, signal }: { path: string; body: JsonObject; signal: AbortSignal },
): Promise<JsonObject> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(belowUrl(server, path), {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]),
    });
    text = await response.text();
  } catch (cause) {
    if (signal.aborted) throw new CairnError('cancelled', 'Cancelled.', { cause });
    throw new CairnError('not_running', `The team server ${server.host} cannot be reached.`, { cause });
  }
  const value = asObject(parseJson(text));
  if (response.ok) return value;
  throw failureOf(asObject(value.error)) ?? foreign(server);
}

/** What the server says of its failure, safe to show. */
function failureOf({ code, message, fix }: JsonObject): CairnError | undefined {
  if (typeof code !== 'string' || !Object.hasOwn(ERROR_CODES, code) || typeof message !== 'string') return undefined;
  const detail = typeof fix === 'string' ? { fix: safeText(fix).slice(0, 500) } : {};
  return new CairnError(code as ErrorCode, safeText(message).slice(0, 500), detail);
}

function foreign({ host }: URL): CairnError {
  return new CairnError('unsupported', `${host} does not answer as a team server of Cairn does.`, {
    fix: 'cairn login https://cairn.acme.example',
  });
}
