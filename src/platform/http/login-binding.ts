import { sha256 } from '../../core/hash.ts';
import { hostAndPath } from './server-url.ts';

// A login is bound to the address that the person typed, on both sides: by the redirect, which the provider compares with the
// one that is registered for that server's client, and by the PKCE verifier. Who forwards a login to another server gets
// neither a code from the browser nor a token for one.

/** The path to which the provider sends the browser back for a server: `/callback/` and its host. */
export function callbackPath(server: URL): string {
  return `/callback/${hostAndPath(server)}`;
}

/** The PKCE verifier (RFC 7636) of random text for a server: base64url of a SHA-256 over both, 43 characters. */
export function boundVerifier(random: string, server: URL): string {
  return sha256(`${random}\n${server.protocol}//${hostAndPath(server)}`).toString('base64url');
}

/** The S256 challenge of a PKCE verifier (RFC 7636). */
export function challengeOf(verifier: string): string {
  return sha256(verifier).toString('base64url');
}
