import { lazy } from '../core/lazy.ts';
import { CLOUD_KINDS } from './kinds/cloud-kinds.ts';
import { CODE_KINDS } from './kinds/code-kinds.ts';
import { FORM_KINDS } from './kinds/form-kinds.ts';
import { MODEL_KINDS } from './kinds/model-kinds.ts';
import { PREFIX_KINDS } from './kinds/prefix-kinds.ts';
import { SERVICE_KINDS } from './kinds/service-kinds.ts';
import { matchToken, type TokenKind } from './kinds/token-kind.ts';
import { NAMED_KINDS } from './secret-names.ts';

/**
 * All secrets that are recognised by their form. When two could start at the same place, the earlier row is tried
 * first.
 */
export const TOKEN_KINDS: readonly TokenKind[] = [
  ...CLOUD_KINDS,
  ...CODE_KINDS,
  ...MODEL_KINDS,
  ...SERVICE_KINDS,
  ...PREFIX_KINDS,
  ...FORM_KINDS,
];

/** Length of the shortest form, in characters. */
const SHORTEST_TOKEN = 15;

/** Every kind that is redacted: by form, by place, private keys, and values after telltale names. */
export const SECRET_KINDS: ReadonlySet<string> = new Set([
  ...TOKEN_KINDS.map(({ kind }) => kind),
  'private-key',
  ...['cli-password', 'sql-password', 'netrc-password', 'pgpass-password', 'session', 'url-token'],
  ...NAMED_KINDS,
]);

/**
 * Rows by the first letter that they match: their anchors' first letter, unless the pattern allows text before the
 * anchor.
 */
const byLetter = lazy(rowsByLetter);

/** The kind whose form the whole text has; `undefined` for none. */
export function tokenKindOf(text: string): string | undefined {
  if (text.length < SHORTEST_TOKEN) return undefined;
  for (const row of byLetter().get(text.charAt(0).toLowerCase()) ?? []) {
    const found = matchToken(row, text, 0);
    if (typeof found !== 'number' && found.start === 0 && found.end === text.length) return found.kind;
  }
  return undefined;
}

function rowsByLetter(): Map<string, TokenKind[]> {
  const rows = TOKEN_KINDS.filter((row) => row.before === undefined && row.anywhere !== true);
  const letters = new Map<string, TokenKind[]>();
  for (const row of rows) {
    for (const letter of new Set(row.anchors.map((anchor) => anchor.charAt(0).toLowerCase()))) {
      letters.set(letter, [...(letters.get(letter) ?? []), row]);
    }
  }
  return letters;
}
