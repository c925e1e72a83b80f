/** The kinds of secret that a telltale name announces. */
export const NAMED_KINDS = [
  'password',
  'secret',
  'token',
  'api-key',
  'aws-secret-access-key',
  'service-account-key',
  'authorization',
  'cookie',
  'registry-auth',
  'service-key',
] as const;
/** A kind that a telltale name announces. A mnemonic is judged by rules of its own, and counted as a secret. */
export type NamedKind = (typeof NAMED_KINDS)[number] | 'mnemonic';

/** Suffixes after which the value is still the secret itself: `SECRET_KEY_BASE`, `password_old`. */
export const SUFFIXES =
  'value|content|string|plain(?:text)?|raw|encoded|base(?:64)?|b64|old|new|current|prod(?:uction)?|dev|test|live|staging';
const SUFFIX = new RegExp(`^(?:${SUFFIXES}|\\d+)$`);

const NAME = /^[\w .$@:/-]{1,100}$/;
/** Matches a part of every telltale name: a name that it does not match needs no further test. */
const TELLTALE =
  /pass|wo?o?r[dt]|pw|totp|psk|cred|auth|cookie|key|token|secret|mnemonic|phrase|seed|salt|api_?hash|ssel|senha|contrase|geheim|_pat/i;
const PASSWORD =
  /(?:password|passwd|passphrase|passwort|kennwort|passcode|wachtwoord|pwd)s?$|^(?:pw|senha|contrase|rootpw|bindpw)$/;
/** `db_pass`, `smtppass`; not `bypass`, `compass`, `bandpass`. */
const PASS = /(?<!^(?:by|com|encom|tres|sur|over|under|im|high|low|band|all|multi|single|test))passe?$/;
const KEY_OF =
  /(?:api|access|secret|private|auth|account|shared|encryption|decryption|encrypt|signing|master|storage|license|encrypted|service|consumer|deploy|webhook|session|jwt|hmac|crypto|cipher|subscription|admin|preshared|symm|product|serial|activation)keys?$|apihash$/;
const TOKEN = /tokens?$/;
const SECRET = /secrets?$/;
const MNEMONIC =
  /(?:^|[a-z])(?:mnemonic|(?:seed|recovery|wallet|backup|secret)(?:phrase|words|seed))$|^(?:seed|phrase)$/;
const SALT = /(?:auth|key|in|nonce|hash|cookie|ticket|password)salt$|^salt$/;
const AWS_SECRET = /(?:secretaccess|awssecret)key$/;

/** Tokens that are no secrets: pagination tokens and token counts. */
const PLAIN_TOKEN =
  /^(?:page|next|prev|previous|continuation|continue|cursor|sync|resume|cancel|cancellation|stop|start|end|max|min|total|num|input|output|prompt|completion|context|eos|bos|pad|unk|sep|mask|special|parse|lex|syntax|design|color|first|last)$/;
const PLAIN_KEY =
  /^(?:public|primary|foreign|cache|partition|sort|range|hash|routing|idempotency|dedup|object|bucket|map|index|item|row|group|translation|query|lock|registry|host|i18n|config|settings|sitemap|local|lookup|search|feature|pub)$/;

/** Cache of the kinds of the last thousand names, since names recur. */
const known = new Map<string, NamedKind | undefined>();
const KNOWN_MAX = 1_000;

/** The kind of secret in a variable, field, flag or header of this name; `undefined` when the name announces none. */
export function secretNameKind(name: string): NamedKind | undefined {
  const before = known.get(name);
  if (before !== undefined || known.has(name)) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const kind = kindOf(name);
  known.set(name, kind);
  return kind;
}

function kindOf(name: string): NamedKind | undefined {
  if (!TELLTALE.test(name) || !NAME.test(name)) return undefined;
  const words = nameWords(name);
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  const whole = words.join('');
  if (PASSWORD.test(last) || PASS.test(last)) return 'password';
  if (/^(?:psk|cred|creds|credential|credentials|geheimnis|authtok|totp)$/.test(last)) return 'secret';
  if (last === 'pbkdf' && PASSWORD.test(before)) return 'password';
  if (MNEMONIC.test(whole)) return 'mnemonic';
  if (last === 'authorization') return 'authorization';
  if (last === 'cookie') return 'cookie';
  if (last === 'auth' || /authident$/.test(whole)) return 'registry-auth';
  // The end of a German word for a key: its value decides.
  if (last === 'ssel') return 'service-key';
  if (AWS_SECRET.test(whole)) return 'aws-secret-access-key';
  if (/privatekeyid$/.test(whole)) return 'service-account-key';
  if (last === 'pat' && words.length > 1) return 'token';
  if (TOKEN.test(last)) return PLAIN_TOKEN.test(before) ? undefined : 'token';
  if (SECRET.test(last) || SALT.test(whole)) return 'secret';
  if (KEY_OF.test(whole)) return 'api-key';
  if (!(last === 'key' || (last === 'keys' && words.length > 1)) || PLAIN_KEY.test(before)) return undefined;
  // Any key may be of a service: then its value says so.
  return words.length > 1 && /^[A-Z0-9_]+$/.test(name) ? 'api-key' : 'service-key';
}

function nameWords(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/([a-z])\d{1,3}(?![a-z0-9])/g, '$1')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  while (words.length > 1 && SUFFIX.test(words.at(-1) ?? '')) words.pop();
  return words;
}
