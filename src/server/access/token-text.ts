// server/access: who asks, what they may do, and how often. A token is random, shown once, and kept as its hash alone.
// No route is known here, and no name that a request says is believed.

import { hashBase32, randomBytes, sha256Hex } from '../../core/hash.ts';

const TENANT_CHARS = 12;
const SECRET_BYTES = 32;
const TOKEN = /^cairn_(t[a-z2-7]{12})_[\w-]{43}$/;
const BEARER = /^Bearer +([\w-]{1,200})$/i;

/** A new id of a tenant: `t` and 12 base32 characters. */
export function newTenantId(): string {
  return `t${hashBase32([randomBytes(SECRET_BYTES).toString('hex')], TENANT_CHARS)}`;
}

/** A new id, such as `k_` and 16 base32 characters. */
export function newId(prefix: 'k' | 'm'): string {
  return `${prefix}_${hashBase32([randomBytes(SECRET_BYTES).toString('hex')])}`;
}

/** A new token of a tenant: `cairn_TENANT_SECRET`, with 256 random bits. */
export function newToken(tenant: string): string {
  return `cairn_${tenant}_${randomBytes(SECRET_BYTES).toString('base64url')}`;
}

/** The hash under which a token is kept. A token has 256 random bits, so that no slow hash is needed. */
export function tokenHash(token: string): string {
  return sha256Hex(token);
}

/** A token, and the tenant that it names. */
export interface ShownToken {
  token: string;
  tenant: string;
}

/** The token of a request's header `Authorization`; `undefined` for anything else. */
export function readToken(authorization: string | null | undefined): ShownToken | undefined {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : toShown(token);
}

/** A text as a token; `undefined` where it is none. */
export function toShown(text: string): ShownToken | undefined {
  const tenant = TOKEN.exec(text)?.[1];
  return tenant === undefined ? undefined : { token: text, tenant };
}
