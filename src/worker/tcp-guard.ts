import type { IncomingMessage } from 'node:http';
import { CairnError } from '../core/errors.ts';
import { isSameSecret } from '../core/hash.ts';

const BEARER = /^Bearer +([\w-]{1,200})$/i;

/** A request that is refused before anything of it is read. */
export interface Refusal {
  status: 401 | 403;
  error: CairnError;
}

/**
 * Why a request on TCP is refused; `undefined` when it may pass. Its Host must be the address that the owner listens at
 * (a name that someone pointed at 127.0.0.1 is not), its Origin, when there is one, the same, and its token right.
 */
export function refusalOf(
  { headers, url }: Pick<IncomingMessage, 'headers' | 'url'>,
  own: { port: number; token: string },
): Refusal | undefined {
  const host = headers.host?.toLowerCase() ?? '';
  if (!hostsOf(own.port).includes(host) || url?.startsWith('/') !== true) {
    const fix = `Ask at http://127.0.0.1:${own.port}/`;
    return { status: 403, error: new CairnError('not_allowed', 'This is no address of Cairn.', { fix }) };
  }
  if (headers.origin !== undefined && headers.origin.toLowerCase() !== `http://${host}`) {
    const fix = `Ask from http://${host}/`;
    return { status: 403, error: new CairnError('not_allowed', 'Pages of other origins may not ask Cairn.', { fix }) };
  }
  const [, token = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  if (isSameSecret(token, own.token)) return undefined;
  const fix = 'Send the header "Authorization: Bearer TOKEN" with the token of http.json';
  return { status: 401, error: new CairnError('unauthorized', 'The token is missing or wrong.', { fix }) };
}

function hostsOf(port: number): string[] {
  const names = ['127.0.0.1', 'localhost'];
  return [...names.map((name) => `${name}:${port}`), ...(port === 80 ? names : [])];
}
