import { lazy } from '../core/lazy.ts';
import { type AnchorScanner, createAnchorScanner } from './anchors.ts';
import { DRAWN_ANCHORS, findDrawnLiteral } from './drawn-literals.ts';
import { type AnchorPlace, type Look, MARK_START, type Secret } from './kinds/secret.ts';
import { matchToken } from './kinds/token-kind.ts';
import { findNamedSecret, NAME_ANCHORS } from './named-secrets.ts';
import { findPrivateKey, PRIVATE_KEY_ANCHORS } from './private-keys.ts';
import { TOKEN_KINDS } from './secret-kinds.ts';

type SecretRule = (text: string, at: AnchorPlace) => Look;

interface SecretRules {
  scanner: AnchorScanner;
  /** For each anchor the rules to try there, in order. */
  byAnchor: readonly (readonly SecretRule[])[];
}

const MARK_MAX = 60;
/** Length of the shortest text, in characters, that can contain a secret and its anchor. */
const SHORTEST = 7;
/**
 * Upper bound on how often one rule reads the same stretch without a match before it skips that stretch: this keeps the
 * search linear.
 */
const TRIES = 2;

const rules = lazy(buildRules);

/**
 * The secrets of a text in order, without overlaps. One pass finds the anchors of all kinds; after an anchor its rules
 * read a bounded stretch, and no rule reads a stretch more than twice without a match: the work is linear in the text.
 */
export function findSecrets(text: string): Secret[] {
  if (text.length < SHORTEST) return [];
  const { scanner, byAnchor } = rules();
  const secrets: Secret[] = [];
  const vain = new Map<SecretRule, { end: number; tries: number }>();
  let floor = 0;
  scanner.scan(text, (anchor, start, end) => {
    if (start < floor) return end;
    if (anchor === 0) return endOfMark(text, end);
    for (const rule of byAnchor[anchor] ?? []) {
      const look = lookOnce(rule, text, { at: { start, end, floor }, vain });
      if (look === undefined || look.start < floor) continue;
      secrets.push(look);
      floor = look.end;
      return Math.max(look.end, end);
    }
    return end;
  });
  return secrets;
}

function lookOnce(
  rule: SecretRule,
  text: string,
  from: { at: AnchorPlace; vain: Map<SecretRule, { end: number; tries: number }> },
): Secret | undefined {
  const { at, vain } = from;
  const before = vain.get(rule);
  const again = before !== undefined && at.start < before.end;
  if (again && before.tries >= TRIES) return undefined;
  const look = rule(text, at);
  if (typeof look !== 'number') return look;
  if (look > at.end) vain.set(rule, { end: Math.max(look, before?.end ?? 0), tries: again ? before.tries + 1 : 1 });
  return undefined;
}

/** End of an existing `[redacted:…]` mark, which is skipped whole, so that words inside it do not count as names. */
function endOfMark(text: string, end: number): number {
  const close = text.slice(end, end + MARK_MAX).indexOf(']');
  return close < 0 ? end : end + close + 1;
}

/** The mark of a redacted secret is the first anchor and has no rule. */
function buildRules(): SecretRules {
  const byAnchor = new Map<string, SecretRule[]>([[MARK_START, []]]);
  const add = (anchors: readonly string[], rule: SecretRule) => {
    for (const anchor of anchors) {
      const known = byAnchor.get(anchor.toLowerCase());
      if (known === undefined) byAnchor.set(anchor.toLowerCase(), [rule]);
      else known.push(rule);
    }
  };
  add(PRIVATE_KEY_ANCHORS, findPrivateKey);
  for (const row of TOKEN_KINDS) add(row.anchors, (text, { start }) => matchToken(row, text, start));
  add(NAME_ANCHORS, findNamedSecret);
  add(DRAWN_ANCHORS, findDrawnLiteral);
  return { scanner: createAnchorScanner([...byAnchor.keys()]), byAnchor: [...byAnchor.values()] };
}
