import { lazy } from '../core/lazy.ts';
import { type AnchorScanner, createAnchorScanner } from './anchors.ts';
import { DRAWN_ANCHORS, findDrawnLiteral } from './drawn-literals.ts';
import { type AnchorPlace, type Look, MARK_START, type Secret } from './kinds/secret.ts';
import { isTokenStart, matchToken } from './kinds/token-kind.ts';
import { findNamedSecret, NAME_ANCHORS } from './named-secrets.ts';
import { findNearSecret, NEAR_ANCHORS } from './near-secrets.ts';
import { findPrivateKey, PRIVATE_KEY_ANCHORS } from './private-keys.ts';
import { findSecretColumns } from './secret-columns.ts';
import { TOKEN_KINDS } from './secret-kinds.ts';
import { FILE_ANCHORS, findSecretLines } from './secret-lines.ts';
import { viewsOf } from './views.ts';

type SecretRule = (text: string, at: AnchorPlace) => Look | readonly Secret[];

interface SecretRules {
  scanner: AnchorScanner;
  rules: readonly SecretRule[];
  /** For each anchor the numbers of the rules to try there, in order. */
  byAnchor: readonly (readonly number[])[];
  /** For each anchor whether all its rules want it where a token can start. */
  startsToken: readonly boolean[];
  nearRule: number;
}

const MARK_MAX = 60;
/** Length of the shortest text, in characters, that can contain a secret and its anchor. */
const SHORTEST = 7;
/**
 * Upper bound on how often one rule reads the same stretch without a match before it skips that stretch: this keeps the
 * search linear.
 */
const TRIES = 2;

const secretRules = lazy(buildRules);

/**
 * The secrets of a text in order, without overlaps: those of the first of its views that has any. One pass over a view
 * finds the anchors of all kinds; after an anchor its rules read a bounded stretch, and no rule reads a stretch more than
 * twice without a match: the work is linear in the text.
 */
export function findSecrets(text: string): Secret[] {
  if (text.length < SHORTEST) return [];
  for (const view of viewsOf(text)) {
    const found = secretsIn(view.text);
    if (found.length === 0) continue;
    const { at } = view;
    return at === undefined
      ? found
      : found.map(({ start, end, kind }) => ({ start: at(start), end: at(end - 1) + 1, kind }));
  }
  return [];
}

function secretsIn(text: string): Secret[] {
  const { scanner, rules, byAnchor, startsToken, nearRule } = secretRules();
  const secrets: Secret[] = [];
  const near: Secret[] = [];
  // For each rule, up to where it has read in vain, and how often.
  const vainEnds = new Int32Array(rules.length);
  const vainTries = new Uint8Array(rules.length);
  let floor = 0;
  scanner.scan(text, (anchor, start, end) => {
    if (start < floor) return end;
    if (anchor === 0) return endOfMark(text, end);
    if (startsToken[anchor] && !isTokenStart(text, start)) return end;
    const at = { start, end, floor };
    for (const number of byAnchor[anchor] ?? []) {
      const again = start < (vainEnds[number] as number);
      if (again && (vainTries[number] as number) >= TRIES) continue;
      const look = (rules[number] as SecretRule)(text, at);
      if (typeof look === 'number') {
        if (look <= end) continue;
        vainEnds[number] = Math.max(look, vainEnds[number] as number);
        vainTries[number] = again ? (vainTries[number] as number) + 1 : 1;
        continue;
      }
      if (number === nearRule) {
        if ('kind' in look && look.start >= (near.at(-1)?.end ?? 0)) near.push(look);
        continue;
      }
      const found = 'kind' in look ? [look] : look;
      if ((found[0]?.start ?? -1) < floor) continue;
      secrets.push(...found);
      floor = secrets.at(-1)?.end ?? floor;
      return Math.max(floor, end);
    }
    return end;
  });
  // What only stands near a word waits until all that is known by itself has been replaced.
  return secrets.length > 0 ? secrets : near;
}

/** End of an existing `[redacted:…]` mark, which is skipped whole, so that words inside it do not count as names. */
function endOfMark(text: string, end: number): number {
  const close = text.slice(end, end + MARK_MAX).indexOf(']');
  return close < 0 ? end : end + close + 1;
}

/** The mark of a redacted secret is the first anchor and has no rule. */
function buildRules(): SecretRules {
  const rules: SecretRule[] = [];
  const byAnchor = new Map<string, number[]>([[MARK_START, []]]);
  const anywhere = new Set<string>();
  const add = (anchors: readonly string[], rule: SecretRule, isBound = false) => {
    rules.push(rule);
    for (const anchor of anchors.map((word) => word.toLowerCase())) {
      const known = byAnchor.get(anchor);
      if (known === undefined) byAnchor.set(anchor, [rules.length - 1]);
      else known.push(rules.length - 1);
      if (!isBound) anywhere.add(anchor);
    }
  };
  add(PRIVATE_KEY_ANCHORS, findPrivateKey);
  for (const row of TOKEN_KINDS) {
    add(
      row.anchors,
      (text, { start }) => matchToken(row, text, start),
      row.anywhere !== true && row.before === undefined,
    );
  }
  add(NAME_ANCHORS, findNamedSecret);
  add(NAME_ANCHORS, findSecretColumns);
  const nearRule = rules.length;
  add(NEAR_ANCHORS, findNearSecret);
  add(DRAWN_ANCHORS, findDrawnLiteral);
  add(FILE_ANCHORS, findSecretLines);
  const anchors = [...byAnchor.keys()];
  return {
    scanner: createAnchorScanner(anchors),
    rules,
    byAnchor: [...byAnchor.values()],
    nearRule,
    startsToken: anchors.map((anchor) => !anywhere.has(anchor)),
  };
}
