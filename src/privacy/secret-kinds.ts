import { CLOUD_KINDS } from './kinds/cloud-kinds.ts';
import { CODE_KINDS } from './kinds/code-kinds.ts';
import { FORM_KINDS } from './kinds/form-kinds.ts';
import { MODEL_KINDS } from './kinds/model-kinds.ts';
import { SERVICE_KINDS } from './kinds/service-kinds.ts';
import type { NamedKind } from './secret-names.ts';
import type { TokenKind } from './token-kind.ts';
import { matchToken } from './token-kind.ts';

/** All secrets that are known by their form. Where two could start at one place, the earlier row is tried first. */
export const TOKEN_KINDS: readonly TokenKind[] = [
  ...CLOUD_KINDS,
  ...CODE_KINDS,
  ...MODEL_KINDS,
  ...SERVICE_KINDS,
  ...FORM_KINDS,
];

/** No form is shorter. */
const SHORTEST_TOKEN = 15;

const NAMED_KINDS: Record<NamedKind, string> = {
  password: 'Value under the name of a password',
  secret: 'Value under the name of a secret or credential',
  token: 'Value under the name of a token',
  'api-key': 'Value under the name of a key',
  'aws-secret-access-key': 'AWS secret access key, by its name',
  'service-account-key': 'Id of the key of a Google service account, by its name',
  authorization: 'Value of an Authorization header of another scheme',
  cookie: 'Value of a Cookie or Set-Cookie header',
  'registry-auth': 'Login of a registry in the configuration of docker or npm',
};

/** Every kind that is redacted, with what it is; the kind is the name in `[redacted:kind]`. */
export const SECRET_KINDS: ReadonlyMap<string, string> = new Map([
  ...TOKEN_KINDS.map(({ kind, description }): [string, string] => [kind, description]),
  ['private-key', 'Private key in PEM, OpenSSH or PGP form, also cut off'],
  ...Object.entries(NAMED_KINDS),
]);

/** The kind whose form a text has as a whole; `undefined` for none. */
export function tokenKindOf(text: string): string | undefined {
  if (text.length < SHORTEST_TOKEN) return undefined;
  for (const row of TOKEN_KINDS) {
    if (row.before !== undefined) continue;
    const found = matchToken(row, text, 0);
    if (typeof found !== 'number' && found.start === 0 && found.end === text.length) return found.kind;
  }
  return undefined;
}
