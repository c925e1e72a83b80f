import { holdsSession, isEncodedLogin } from './kinds/header-values.ts';
import { matchEnd } from './kinds/match-end.ts';
import { isDrawn } from './kinds/randomness.ts';
import { type AnchorPlace, type Look, MARK_START } from './kinds/secret.ts';
import {
  isCredential,
  isMnemonic,
  isPassword,
  isPlaceholder,
  isStatedSecret,
  type ValueForm,
} from './kinds/secret-values.ts';
import { endOfWrapped, isWordCode } from './kinds/token-kind.ts';
import { tokenKindOf } from './secret-kinds.ts';
import { type NamedKind, SUFFIXES, secretNameKind } from './secret-names.ts';
import { type Joint, jointAfter } from './value-joint.ts';
import { type NamedValue, readValue } from './value-reader.ts';

/** Words in which a telltale name ends, except for a suffix as in `SECRET_KEY_BASE`. */
export const NAME_ANCHORS: readonly string[] = [
  ...['password', 'passwd', 'passphrase', 'passwort', 'kennwort', 'passcode', 'pass', 'passe', 'pwd', 'pw', 'psk'],
  ...['wachtwoord', 'senha', 'contrase', 'geheimnis', 'ssel', 'authtok', 'authident', 'api_hash', '_pat', 'totp'],
  ...['secret', 'secrets', 'token', 'tokens', 'key', 'keys', 'key_id', 'keyid', 'key-id'],
  ...['cred', 'creds', 'credential', 'credentials', 'auth', 'authorization', 'cookie'],
  ...['mnemonic', 'phrase', 'seed', 'words', 'salt'],
];

const NAME_MAX = 80;
const DOT = 0x2e;
const SUFFIX = new RegExp(`(?:[_-]?(?:${SUFFIXES}|pbkdf2))?(?:[_-]?\\d{1,3})?(?![A-Za-z0-9_-])`, 'iy');
/** `user/password`, `user:password`. */
const LOGIN = /^[\w.@-]{1,40}[:/]([^\s/:]{5,})$/;
const SCHEME = /^(?:token|apikey|api-key|key|digest|ssws|oauth)[ \t]{1,4}/i;

/**
 * The secret after a telltale name that ends in an anchor, or the offset up to which the text was read without a match.
 */
export function findNamedSecret(text: string, { start, end }: AnchorPlace): Look {
  const code = text.charCodeAt(end);
  // No value follows a dot.
  if (code === DOT) return end;
  const nameEnd = isNameCode(code) ? matchEnd(SUFFIX, text, end) : end;
  if (nameEnd < 0) return end;
  const nameStart = startOfName(text, start);
  const name = text.slice(nameStart, nameEnd);
  const kind = secretNameKind(name);
  // Spanish: the anchor has no more letters than ASCII has.
  const joint = kind && jointAfter(text, nameStart, nameEnd + (text.startsWith('ña', nameEnd) ? 2 : 0));
  if (kind === undefined || joint === undefined) return end;
  const isHeader = kind === 'authorization' || kind === 'cookie';
  const value = readValue(text, joint, { text: name, start: nameStart, isHeader });
  if (value === undefined || (/^pass$/i.test(name) && !isNameOfField(joint, value))) return end;
  const shown = beforeMark(value.text);
  const scheme = kind === 'authorization' ? (SCHEME.exec(shown)?.[0].length ?? 0) : 0;
  const secret = shown.slice(scheme);
  if (!isSecretOf(kind, secret, { form: value.form, quotedName: joint.quotedName })) return value.end;
  const { fullEnd } = value;
  const whole = fullEnd === undefined ? shown : beforeMark(text.slice(value.start, fullEnd()));
  const secretEnd = endOfWrapped(text, value.start, value.start + whole.length);
  return { start: value.start + scheme, end: secretEnd, kind: tokenKindOf(secret) ?? countedAs(kind) };
}

/** A value up to the mark of another secret inside it. */
function beforeMark(value: string): string {
  const mark = value.indexOf(MARK_START);
  return mark < 0 ? value : value.slice(0, mark);
}

/** False for `PASS: test 3`, which is a test result; a field is written `"pass": …`, `pass=…` or `pass: '…'`. */
function isNameOfField(joint: Joint, { text, form }: NamedValue): boolean {
  const isAlone = form === 'quoted' || (form === 'line' && /[a-z]\S*\d|\d\S*[a-z]/.test(text));
  return joint.quotedName || /^[=>]$/.test(joint.operator) || (isAlone && isPassword(text, 'bare'));
}

/** The kind of secret that a field of this name and value contains; `undefined` when it contains none. */
export function isNamedSecret(name: string, value: string): string | undefined {
  const kind = secretNameKind(name);
  const shown = kind === 'authorization' ? value.replace(SCHEME, '') : value;
  return kind !== undefined && isSecretOf(kind, shown, { form: 'literal', quotedName: true })
    ? countedAs(kind)
    : undefined;
}

function countedAs(kind: NamedKind): string {
  return kind === 'mnemonic' ? 'secret' : kind;
}

/** True when a value behind a name of a kind is a secret of it. */
export function isSecretOf(kind: NamedKind, value: string, place: { form: ValueForm; quotedName: boolean }): boolean {
  switch (kind) {
    case 'password':
      return isPassword(value, place.form);
    case 'cookie':
      return holdsSession(value);
    case 'registry-auth':
      return (
        isEncodedLogin(value) ||
        isPassword(LOGIN.exec(value)?.[1] ?? '', 'bare') ||
        (place.form !== 'bare' && isStrong(value))
      );
    case 'service-key':
      return isDrawn(value) || (place.form !== 'bare' && isStrong(value));
    case 'service-account-key':
      return /^[0-9a-f]{40}$/.test(value);
    case 'authorization':
      return !/\s/.test(value) && isCredential(value, 'literal');
    case 'secret':
      return isCredential(value, place.form) || isStatedSecret(value, place.form);
    case 'api-key':
      return isKey(value, place.form) || (place.form === 'quoted' && isCredential(value, 'literal'));
    case 'mnemonic':
      return isMnemonic(value);
    default:
      return isKey(value, place.form);
  }
}

/** Groups of capitals and digits, as keys for licences and for recovery have. */
const GROUPED = /^(?=.*\d)(?=.*[A-Z])[A-Z\d]{4,8}(?:-[A-Z\d]{4,8}){3,9}$/;

/** True for a value of letters of both cases, digits and signs, none of them an address or code, and for a key in groups. */
function isStrong(value: string): boolean {
  if (GROUPED.test(value)) return true;
  return (
    /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[!#%*+@^~])[^\s"'<>/\\{}()$&?:;,]{10,128}$/.test(value) &&
    !isPlaceholder(value)
  );
}

/** True for a credential, and for a short one of hexadecimal digits where it is a literal. */
function isKey(value: string, form: ValueForm): boolean {
  return isCredential(value, form) || (form !== 'bare' && /^(?=.*\d)(?=.*[a-f])[\da-f]{8,31}$/.test(value));
}

/** Scans back over the characters of a name; `API key` in prose is a name of two words. */
export function startOfName(text: string, start: number): number {
  const least = Math.max(0, start - NAME_MAX);
  let at = start;
  while (at > least && isNameCode(text.charCodeAt(at - 1))) at -= 1;
  if (at === start && text.charAt(at - 1) === ' ' && /^keys?\b/i.test(text.slice(start, start + 5))) {
    at -= 1;
    while (at > least && isNameCode(text.charCodeAt(at - 1))) at -= 1;
  }
  const escaped = text.charAt(at - 1) === '\\' && /^[nrt]/.test(text.charAt(at)) && at < start;
  return escaped ? at + 1 : at;
}

/** Letters, digits, `_`, `-` and `.`. */
function isNameCode(code: number): boolean {
  return isWordCode(code) || code === 0x2d || code === DOT;
}
