import type { AnchorScanner } from './anchors.ts';
import { createAnchorScanner } from './anchors.ts';
import type { Secret } from './named-secrets.ts';
import { findNamedSecret, isNamedSecret, NAME_ANCHORS } from './named-secrets.ts';
import { findPrivateKey, PRIVATE_KEY_ANCHORS } from './private-keys.ts';
import { TOKEN_KINDS } from './secret-kinds.ts';
import { matchToken } from './token-kind.ts';

/** A text without its secrets, and how many were replaced, by kind. */
export interface Redacted {
  text: string;
  counts: Record<string, number>;
}

type Find = (text: string, at: { start: number; end: number; floor: number }) => Secret | undefined;

interface Rules {
  scanner: AnchorScanner;
  /** For each anchor what to try there, in order. */
  finds: readonly Find[];
}

const MARK = '[redacted:';
/** What one pass takes out can lay bare what another finds; each pass leaves less, and more than three were never seen. */
const PASSES = 8;

let rules: Rules | undefined;

/**
 * Replaces every secret by `[redacted:kind]` and keeps everything else. Linear in the length of the text whatever it holds;
 * redacting twice changes nothing.
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

/** Like `redact`, for the value of a field: under a telling name the whole value can be the secret. */
export function redactField(name: string, value: string): Redacted {
  const kind = value.startsWith(MARK) ? undefined : isNamedSecret(name, value);
  if (kind === undefined) return redact(value);
  const known = tokenKindOf(value) ?? kind;
  return { text: markOf(known), counts: { [known]: 1 } };
}

/** The secrets of a text in order, none overlapping another: one pass over the text. Offsets are UTF-16. */
export function findSecrets(text: string): Secret[] {
  rules ??= buildRules();
  const { scanner, finds } = rules;
  const secrets: Secret[] = [];
  let floor = 0;
  scanner.scan(text, (word, start, end) => {
    if (start < floor) return end;
    if (word === 0) return endOfMark(text, end);
    const secret = finds[word]?.(text, { start, end, floor });
    if (secret === undefined || secret.start < floor) return end;
    secrets.push(secret);
    floor = secret.end;
    return Math.max(secret.end, end);
  });
  return secrets;
}

/** Puts `[redacted:kind]` in the place of each secret. */
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
  return `${MARK}${kind}]`;
}

/** A mark from before is passed over whole, so that its own words name nothing. */
function endOfMark(text: string, end: number): number {
  const close = text.indexOf(']', end);
  return close >= 0 && close - end <= 40 ? close + 1 : end;
}

function tokenKindOf(value: string): string | undefined {
  for (const row of TOKEN_KINDS) {
    if (row.before !== undefined) continue;
    const place = matchToken(row, value, 0);
    if (place !== undefined && place.start === 0 && place.end === value.length) return row.kind;
  }
  return undefined;
}

/** One find for each distinct anchor, which tries the rows with this anchor in their order. The mark comes first. */
function buildRules(): Rules {
  const rows = new Map<string, Find[]>([[MARK, []]]);
  const add = (anchors: readonly string[], find: Find) => {
    for (const anchor of anchors) rows.set(anchor.toLowerCase(), [...(rows.get(anchor.toLowerCase()) ?? []), find]);
  };
  add(PRIVATE_KEY_ANCHORS, (text, { start, floor }) => findPrivateKey(text, start, floor));
  for (const row of TOKEN_KINDS) {
    add(row.anchors, (text, { start }) => {
      const place = matchToken(row, text, start);
      return place === undefined ? undefined : { ...place, kind: row.kind };
    });
  }
  add(NAME_ANCHORS, (text, { start, end }) => {
    const secret = findNamedSecret(text, start, end);
    return secret && { ...secret, kind: tokenKindOf(text.slice(secret.start, secret.end)) ?? secret.kind };
  });
  const finds = [...rows.values()].map(
    (list): Find =>
      (text, at) =>
        firstFound(list, text, at),
  );
  return { scanner: createAnchorScanner([...rows.keys()]), finds };
}

function firstFound(finds: readonly Find[], ...args: Parameters<Find>): Secret | undefined {
  for (const find of finds) {
    const secret = find(...args);
    if (secret !== undefined) return secret;
  }
  return undefined;
}
