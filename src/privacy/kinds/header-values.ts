const PAIR = /[\w.$!-]{1,64}=([^;,\s"'\\${}]{1,4096})/g;

/** True for Base64 of `user:password`, as in Basic headers and in the configuration of registries. */
export function isEncodedLogin(value: string): boolean {
  if (value.length < 8) return false;
  const text = decodeBase64(value);
  return text !== undefined && /^[\x20-\x7e]{1,400}:[\x20-\x7e]{1,400}$/.test(text);
}

function decodeBase64(value: string): string | undefined {
  const plain = value.replace(/=+$/, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{4,2000}$/.test(plain) || plain.length % 4 === 1) return undefined;
  return atob(plain);
}

/** True for the value of a Cookie header in which a part looks like a session id: long, of letters and digits. */
export function holdsSession(value: string): boolean {
  for (const [, part = ''] of value.slice(0, 8_192).matchAll(PAIR)) {
    if (part.length >= 12 && /\d/.test(part) && /[A-Za-z]/.test(part)) return true;
  }
  return false;
}
