import { matchEnd } from '../kinds/match-end.ts';
import type { AnchorPlace, Look } from '../kinds/secret.ts';
import type { SecretTests } from './secret-tests.ts';

/** Words for a password and for a key in languages whose letters the names in code do not have. */
const OF_PASSWORD =
  /^(?:пароль|парола|hasło|heslo|şifre|parola|passord|adgangskode|salasana|senord|パスワード|密码|密碼|비밀번호)$/i;
const OF_KEY = /^(?:clé|clave|llave|ключ)$/i;
/** What the word says that it is for, and how the value is joined to it. */
const JOINT =
  /(?: (?:de|du|d'|do|para|pour|для|API)[^\n:：=]{0,24}?)?[ \t]{0,2}(?:[:：=]|(?<= )(?:es|est|è|é|to|jest|это|是|は)(?= ))[ \t　]{0,2}["'`«]?/y;
const VALUE = /[^\s"'`«»,;<>]{5,200}/y;

/** The secret behind a word for one in another language, or the offset up to which was read without one. */
export function findForeignSecret(text: string, { start, end }: AnchorPlace, { isSecretOf }: SecretTests): Look {
  const word = text.slice(start, end);
  const isKey = OF_KEY.test(word);
  if (!isKey && !OF_PASSWORD.test(word)) return end;
  const at = matchEnd(JOINT, text, end);
  const valueEnd = at < 0 ? -1 : matchEnd(VALUE, text, at);
  if (valueEnd < 0) return end;
  const value = text.slice(at, valueEnd).replace(/[.:?!)]+$/, '');
  const isSecret = isSecretOf(isKey ? 'service-key' : 'password', value, {
    form: isKey ? 'line' : 'bare',
    quotedName: false,
  });
  return isSecret ? { start: at, end: at + value.length, kind: isKey ? 'service-key' : 'password' } : valueEnd;
}
