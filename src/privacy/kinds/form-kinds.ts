import { isEncodedLogin } from './header-values.ts';
import { isCredential, isPlaceholder } from './secret-values.ts';
import { row, type TokenKind } from './token-kind.ts';

const isLiteral = (secret: string): boolean => !isPlaceholder(secret);

/** Secrets recognised by their context: headers, URLs, key files and password hashes. */
export const FORM_KINDS: readonly TokenKind[] = [
  {
    kind: 'jwt',
    anchors: ['eyJ'],
    pattern:
      /eyJ[\w-]{10,2000}\.(?:eyJ[\w-]{6,8000}(?:\.[\w-]{0,2000})?|[\w-]{0,800}\.[\w-]{10,40}\.[\w-]{10,8000}\.[\w-]{10,40})/y,
    strict: true,
    reach: /[\w-]{1,2000}/y,
  },
  {
    ...row('bearer-token', ['bearer ', 'bearer%20', 'bearer+'], /Bearer(?: {1,4}|%20|\+)([\w.~+/=-]{8,8000})/iy),
    accept: (secret) => isCredential(secret, 'literal'),
  },
  {
    ...row('basic-login', ['basic ', 'basic%20', 'basic+'], /Basic(?: {1,4}|%20|\+)([\w+/-]{6,1000}={0,2})/iy),
    accept: isEncodedLogin,
  },
  {
    kind: 'url-password',
    anchors: ['://', ':\\/\\/'],
    pattern: /:\\?\/\\?\/[^\s:@/?#"'<>\\`]{0,100}:([^\s/"'<>`\\]{1,200})(?=@(?!sha\d))/y,
    anywhere: true,
    accept: (secret) => secret.length > 2 && isLiteral(secret) && !/^\d{1,5}$/.test(secret),
  },
  row(
    'password-hash',
    [
      '$2a$',
      '$2b$',
      '$2y$',
      '$argon2',
      '$1$',
      '$5$',
      '$6$',
      '$y$',
      '$apr1$',
      '$scrypt$',
      'pbkdf2_sha',
      '{sha',
      '{ssha',
    ],
    /(?:\{S?SHA\d{0,3}\}[A-Za-z0-9+/]{27,120}={0,2}|\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:argon2(?:id|i|d)\$v=\d{1,3}|scrypt)\$[a-z0-9=,]{5,60}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/=]{16,128}|\$(?:[156y]|apr1)\$(?:[a-z0-9=]{1,20}\$)?[A-Za-z0-9./]{1,32}\$[A-Za-z0-9./]{22,86}|pbkdf2_sha\d{1,3}\$\d{1,8}\$[A-Za-z0-9]{4,64}\$[A-Za-z0-9+/=]{24,128})/y,
  ),
  row(
    'private-key',
    ['LS0tLS1CRUdJTi'],
    /LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BQUklWQVRF|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQg|BEU0EgUFJJVkFURS)[A-Za-z0-9+/=]{40,20000}/y,
  ),
  row(
    'private-key',
    ['Private-Lines: '],
    /Private-Lines: \d{1,4}((?:(?:\r?\n|\\r?\\?n)[A-Za-z0-9+/=]{1,76}(?=[\r\n\\"']|$)){1,200})/y,
  ),
];
