import { hmacHex, isSameSecret, randomBytes } from '../../core/hash.ts';

/** Milliseconds between the start of a login and its end. */
const LASTS_MS = 600_000;
const NONCE = /^(\d{13})\.([\w-]{22})\.([0-9a-f]{32})$/;

/** What a login is bound to: the PKCE challenge and the address that its answer goes to. */
export interface LoginBinding {
  challenge: string;
  redirect: string;
}

/** A nonce for the ID token of one login, which any server of the team can check later: its end, random bits, a MAC. */
export function newNonce(key: Uint8Array, binding: LoginBinding, now: number): string {
  const head = `${now + LASTS_MS}.${randomBytes(16).toString('base64url')}`;
  return `${head}.${macOf(key, head, binding)}`;
}

/** Whether a team's server gave out the nonce for a login, at most ten minutes ago. */
export function isOwnNonce(
  key: Uint8Array,
  nonce: string,
  { now, ...binding }: LoginBinding & { now: number },
): boolean {
  const [, until, random, mac = ''] = NONCE.exec(nonce) ?? [];
  return isSameSecret(mac, macOf(key, `${until}.${random}`, binding)) && Number(until) > now;
}

function macOf(key: Uint8Array, head: string, { challenge, redirect }: LoginBinding): string {
  return hmacHex(key, JSON.stringify(['login', head, challenge, redirect]));
}
