import { findSecrets } from './find-secrets.ts';
import { MARK_START, type Secret } from './kinds/secret.ts';
import { isNamedSecret } from './named-secrets.ts';
import { tokenKindOf } from './secret-kinds.ts';

/** A text without its secrets, and the number of replacements by kind. */
export interface Redacted {
  text: string;
  counts: Record<string, number>;
}

/** Upper bound on redaction passes: replacing one secret can expose another. No text has needed more than three. */
const PASSES = 8;

/**
 * Replaces every secret by `[redacted:kind]` and keeps everything else. Linear in the length of the text, whatever it
 * contains; redacting twice changes nothing.
 */
export function redact(text: string): Redacted {
  const counts: Record<string, number> = {};
  let clean = text;
  for (let pass = 0; pass < PASSES; pass += 1) {
    const secrets = findSecrets(clean);
    if (secrets.length === 0) break;
    for (const { kind } of secrets) counts[kind] = (counts[kind] ?? 0) + 1;
    clean = replaceSecrets(clean, secrets);
  }
  return { text: clean, counts };
}

/** Like `redact`, for the value of a field: after a telltale name the whole value can be the secret. */
export function redactField(name: string, value: string): Redacted {
  const kind = value.includes(MARK_START) ? undefined : isNamedSecret(name, value);
  if (kind === undefined) return redact(value);
  const known = tokenKindOf(value) ?? kind;
  return { text: markOf(known), counts: { [known]: 1 } };
}

/** Replaces each secret by `[redacted:kind]`. */
export function replaceSecrets(text: string, secrets: readonly Secret[]): string {
  let out = '';
  let at = 0;
  for (const { start, end, kind } of secrets) {
    out += text.slice(at, start) + markOf(kind);
    at = end;
  }
  return out + text.slice(at);
}

function markOf(kind: string): string {
  return `${MARK_START}${kind}]`;
}
