import { isEncodedLogin } from '../header-values.ts';
import { isCredential, isPlaceholder } from '../secret-values.ts';
import type { TokenKind } from '../token-kind.ts';

const isLiteral = (secret: string): boolean => !isPlaceholder(secret);

/** Secrets known by where they stand: headers, URLs, command lines, statements, key files and hashes of passwords. */
export const FORM_KINDS: readonly TokenKind[] = [
  {
    kind: 'jwt',
    description: 'JSON web token, signed or encrypted, also cut off',
    anchors: ['eyJ'],
    pattern:
      /eyJ[A-Za-z0-9_-]{10,2000}\.(?:eyJ[A-Za-z0-9_-]{6,8000}(?:\.[A-Za-z0-9_-]{0,2000})?|[A-Za-z0-9_-]{0,800}\.[A-Za-z0-9_-]{10,40}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]{10,40})/y,
    strict: true,
  },
  {
    kind: 'bearer-token',
    description: 'Token of a Bearer header',
    anchors: ['bearer ', 'bearer%20', 'bearer+'],
    pattern: /Bearer(?: {1,4}|%20|\+)([A-Za-z0-9._~+/=-]{8,8000})/iy,
    accept: (secret) => isCredential(secret, 'literal'),
  },
  {
    kind: 'basic-login',
    description: 'Login of a Basic header',
    anchors: ['basic ', 'basic%20', 'basic+'],
    pattern: /Basic(?: {1,4}|%20|\+)([A-Za-z0-9+/_-]{6,1000}={0,2})/iy,
    accept: isEncodedLogin,
  },
  {
    kind: 'url-password',
    description: 'Password in a URL, of a database, a registry or a site',
    anchors: ['://', ':\\/\\/'],
    pattern: /:\\?\/\\?\/[^\s:@/?#"'<>\\`]{0,100}:([^\s/"'<>`\\]{1,200})(?=@(?!sha\d))/y,
    anywhere: true,
    accept: (secret) => secret.length > 2 && isLiteral(secret) && !/^\d{1,5}$/.test(secret),
  },
  {
    kind: 'cli-password',
    description: 'Password behind a flag of a database client',
    anchors: ['mysql', 'mariadb'],
    pattern: /(?:mysql|mariadb)[a-z_-]{0,12} (?:[^\n|;]{0,120}? )?-p['"]?([^\s'"\\]{3,128})/y,
    accept: isLiteral,
  },
  {
    kind: 'cli-password',
    description: 'Password behind the short flag of a login command',
    anchors: ['sshpass ', 'docker login ', 'podman login ', 'registry login ', 'az login ', 'redis-cli '],
    pattern:
      /(?:sshpass|(?:docker|podman|registry|az) login|redis-cli) (?:[^\n|;]{0,100}? )?(?:-p|-a) ?['"]?([^\s'"\\-][^\s'"\\]{2,127})/y,
    anywhere: true,
    accept: isLiteral,
  },
  {
    kind: 'cli-password',
    description: 'Login behind the flag of curl',
    anchors: ['curl '],
    pattern: /curl [^\n|;]{0,160}?(?:-u|--user|--proxy-user)[ =]?['"]?[^\s:'"]{1,64}:([^\s'"\\]{3,128})/y,
    accept: isLiteral,
  },
  {
    kind: 'cli-password',
    description: 'Password of openssl',
    anchors: ['-pass pass:', '-passin pass:', '-passout pass:'],
    pattern: /-pass(?:in|out)? pass:([^\s'"\\]{1,128})/y,
    anywhere: true,
    accept: isLiteral,
  },
  {
    kind: 'sql-password',
    description: 'Password in a SQL statement',
    anchors: ['identified by '],
    pattern: /identified by (?:password )?\\?['"]([^'"\n\\]{1,128})(?=\\?['"])/iy,
    accept: isLiteral,
  },
  {
    kind: 'netrc-password',
    description: 'Password in .netrc',
    anchors: ['machine ', 'default login '],
    pattern:
      /(?:machine [\w.:-]{1,200}(?:\s|\\[nrt]){1,20}|default )login [^\s\\]{1,100}(?:\s|\\[nrt]){1,20}password ([^\s"'\\]{1,200})/y,
    accept: isLiteral,
  },
  {
    kind: 'pgpass-password',
    description: 'Password in .pgpass',
    anchors: [':5432:'],
    pattern: /:5432:[^:\s/]{1,64}:[^:\s/]{1,64}:([^\s"'\\]{1,200})/y,
    anywhere: true,
    accept: isLiteral,
  },
  {
    kind: 'password-hash',
    description: 'Hash of a password: bcrypt, argon2, scrypt, PBKDF2, crypt',
    anchors: ['$2a$', '$2b$', '$2y$', '$argon2', '$1$', '$5$', '$6$', '$y$', '$apr1$', '$scrypt$', 'pbkdf2_sha'],
    pattern:
      /(?:\$2[aby]\$\d\d\$[./A-Za-z0-9]{53}|\$(?:argon2(?:id|i|d)\$v=\d{1,3}|scrypt)\$[a-z0-9=,]{5,60}\$[A-Za-z0-9+/]{8,64}\$[A-Za-z0-9+/=]{16,128}|\$(?:[156y]|apr1)\$(?:[a-z0-9=]{1,20}\$)?[A-Za-z0-9./]{1,32}\$[A-Za-z0-9./]{22,86}|pbkdf2_sha\d{1,3}\$\d{1,8}\$[A-Za-z0-9]{4,64}\$[A-Za-z0-9+/=]{24,128})/y,
  },
  {
    kind: 'private-key',
    description: 'Private key in PEM form encoded in Base64, as kubeconfig holds it',
    anchors: ['LS0tLS1CRUdJTi'],
    pattern:
      /LS0tLS1CRUdJTi(?:BSU0EgUFJJVkFURS|BQUklWQVRF|BFQyBQUklWQVRF|BPUEVOU1NIIFBSSVZBVE|BFTkNSWVBURUQg|BEU0EgUFJJVkFURS)[A-Za-z0-9+/=]{40,20000}/y,
  },
  {
    kind: 'private-key',
    description: 'Private key of PuTTY',
    anchors: ['Private-Lines: '],
    pattern: /Private-Lines: \d{1,4}((?:(?:\r?\n|\\r?\\?n)[A-Za-z0-9+/=]{1,76}(?=[\r\n\\"']|$)){1,200})/y,
  },
  {
    kind: 'age-key',
    description: 'Secret key of age',
    anchors: ['AGE-SECRET-KEY-1'],
    pattern: /AGE-SECRET-KEY-1[A-Z0-9]{58}/y,
  },
  {
    kind: 'nostr-key',
    description: 'Secret key of Nostr',
    anchors: ['nsec1'],
    pattern: /nsec1[a-z0-9]{58}/y,
  },
];
