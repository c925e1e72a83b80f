import { lazy } from '../core/lazy.ts';
import { memoizeLast } from '../core/memoize-last.ts';
import { type AnchorScanner, createAnchorScanner } from './anchors.ts';
import { createExclusion } from './exclude.ts';
import { codeTable } from './kinds/code-table.ts';
import { matchEnd } from './kinds/match-end.ts';
import { isDrawn, isRandomLooking } from './kinds/randomness.ts';
import { type AnchorPlace, type Look, MARK_START, type Secret } from './kinds/secret.ts';
import { isPlaceholder } from './kinds/secret-values.ts';
import { isTokenStart, matchToken } from './kinds/token-kind.ts';
import { findNamedSecret, isSecretOf, NAME_ANCHORS, startOfName } from './named-secrets.ts';
import { PLACE_ANCHORS } from './rare/place-anchors.ts';
import {
  AFTER_HEAD,
  BLOCK_ANCHORS,
  CODES_ANCHORS,
  DRAWN_ANCHORS,
  DRAWN_LITERAL,
  ENCODED_ANCHORS,
  FILE_ANCHORS,
  FOREIGN_ANCHORS,
  NEAR_ANCHORS,
  PRIVATE_KEY_ANCHORS,
  ROWS_ANCHORS,
  SECRET_DOCUMENT_ANCHORS,
} from './rare/rare-anchors.ts';
import { rareForms } from './rare/rare-forms.ts';
import type { SecretTests } from './rare/secret-tests.ts';
import { TOKEN_KINDS } from './secret-kinds.ts';
import { secretNameKind } from './secret-names.ts';
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
/** Characters behind a name that is no head of a column. */
const NO_HEAD = codeTable('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_:=.(-');
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
  const isSecretFile = lazy(() => memoizeLast(createExclusion({ paths: [], projects: [] }).path));
  const tests: SecretTests = {
    hasSecret: (inner) => findSecrets(inner).length > 0,
    isPlaceholder,
    isRandomLooking,
    isSecretFile: (path) => isSecretFile()(path),
    isSecretOf,
    isTokenStart,
    matchToken,
    secretNameKind,
    startOfName,
  };
  const add = (anchors: readonly string[], rule: SecretRule, isBound = false) => {
    rules.push(rule);
    for (const anchor of anchors.map((word) => word.toLowerCase())) {
      const known = byAnchor.get(anchor);
      if (known === undefined) byAnchor.set(anchor, [rules.length - 1]);
      else known.push(rules.length - 1);
      if (!isBound) anywhere.add(anchor);
    }
  };
  add(PRIVATE_KEY_ANCHORS, (text, at) => rareForms().findPrivateKey(text, at));
  for (const row of TOKEN_KINDS) {
    add(
      row.anchors,
      (text, { start }) => matchToken(row, text, start),
      row.anywhere !== true && row.before === undefined,
    );
  }
  for (const [form, anchors] of PLACE_ANCHORS.entries()) {
    const ofForm = { ...tests, form };
    add(anchors, (text, at) => rareForms().findAtPlace(text, at, ofForm));
  }
  add(NAME_ANCHORS, findNamedSecret);
  add(NAME_ANCHORS, (text, at) =>
    NO_HEAD[text.charCodeAt(at.end)] === 1 || matchEnd(AFTER_HEAD, text, at.end) < 0
      ? at.end
      : rareForms().findSecretColumns(text, at, tests),
  );
  const nearRule = rules.length;
  add(NEAR_ANCHORS, (text, at) => rareForms().findNearSecret(text, at, tests));
  add(DRAWN_ANCHORS, (text, at) => {
    const literalEnd = matchEnd(DRAWN_LITERAL, text, at.end);
    return literalEnd < 0 ? at.end : rareForms().findDrawnLiteral(text, at, { literalEnd, isDrawn });
  });
  add(FILE_ANCHORS, (text, at) => rareForms().findSecretLines(text, at, tests));
  add(ENCODED_ANCHORS, (text, at) => rareForms().findEncodedSecret(text, at, tests));
  add(SECRET_DOCUMENT_ANCHORS, (text, at) => rareForms().findSecretDocument(text, at));
  add(CODES_ANCHORS, (text, at) => rareForms().findRecoveryCodes(text, at));
  add(FOREIGN_ANCHORS, (text, at) => rareForms().findForeignSecret(text, at, tests));
  add(BLOCK_ANCHORS, (text, at) => rareForms().findSecretBlock(text, at, tests));
  add(ROWS_ANCHORS, (text, at) => rareForms().findSqlRows(text, at, tests));
  const anchors = [...byAnchor.keys()];
  return {
    scanner: createAnchorScanner(anchors),
    rules,
    byAnchor: [...byAnchor.values()],
    nearRule,
    startsToken: anchors.map((anchor) => !anywhere.has(anchor)),
  };
}
