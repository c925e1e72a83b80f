// context/proof: of drafted lines those that still hold in the checkout at hand. What a line names is looked up on the
// disk, within limits; what cannot be decided stays. Nothing here words a line or changes a memory.

import { assertNever } from '../../core/errors.ts';
import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { type ClaimChecker, openChecker } from '../../retrieval/proof/check-claims.ts';
import type { DiskClaim, Verdict } from '../../retrieval/proof/disk-claim.ts';
import { namesInText } from '../../retrieval/proof/names-in-text.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ContextLine } from '../lines/context-line.ts';
import { withoutNames } from './without-names.ts';

/** Where the lines of a block are proven. */
export interface ProofPlace {
  store: Store;
  project?: ProjectId | undefined;
  /** Root of the checkout. */
  root: string;
}

/** Proves lines of one block; the limits count for all of them together. */
export interface Prover {
  /**
   * Each line as it may be told, in their order: without the names of its list that are gone; `undefined` for one that
   * does not hold.
   */
  prove(lines: readonly ContextLine[]): Promise<(ContextLine | undefined)[]>;
  /** What a line names that was not found, in words; `undefined` for one that holds. */
  failureOf(line: ContextLine): string | undefined;
}

/** Upper bounds on questions to the store about where a name was seen, and on symbols that are looked up of one line. */
const LOOKUPS = { path: 8, symbol: 10 };
const SYMBOLS = 10;
const FILES_OF_SYMBOL = 4;
const SEEN_MAX = 12;
const ID = /^\[[a-z]_[a-z2-7]{16}\]\s*/;
/** Sections whose lines say what to do, whatever the checkout holds. */
const HELD = new Set(['tripwires']);
/** A line of what is still to be made. */
const OPEN = /^open\b/i;

/** Opens a prover; without a checkout below the root it takes all lines for true. */
export function openProver(place: ProofPlace): Prover {
  const checker = openChecker(place.root);
  if (checker === undefined) return { prove: async (lines) => [...lines], failureOf: () => undefined };
  const left = { ...LOOKUPS };
  const proven = new Map<string, ContextLine | undefined>();
  const failures = new Map<string, string>();
  return {
    async prove(lines) {
      const items = await place.store.items.get(lines.map(({ id }): ItemId => id));
      const byId = new Map(items.map((item) => [item.id, item]));
      for (const line of lines) {
        if (!proven.has(line.text)) {
          proven.set(line.text, await proveLine(line, { ...place, checker, left, failures, item: byId.get(line.id) }));
        }
      }
      return lines.map((line) => proven.get(line.text));
    },
    failureOf: ({ text }) => failures.get(text),
  };
}

interface Proof extends ProofPlace {
  checker: ClaimChecker;
  left: { path: number; symbol: number };
  failures: Map<string, string>;
  item: Item | undefined;
}

async function proveLine(line: ContextLine, proof: Proof): Promise<ContextLine | undefined> {
  if (HELD.has(line.section)) return line;
  const words = line.text.replace(ID, '');
  const { paths, symbols, scripts } = namesInText(words);
  const claims = [...(line.claims ?? []), ...claimsOf(proof.item), ...scripts];
  const fails = (says: string): undefined => {
    proof.failures.set(line.text, says);
  };
  const failed = claims.find((claim) => proof.checker.check(claim) === 'fails');
  if (failed !== undefined) return fails(describeClaim(failed));
  const gone: string[] = [];
  for (const path of paths) if ((await checkPath(path, proof)) === 'fails') gone.push(path);
  const named = paths.filter((path) => !gone.includes(path));
  if (namesItsCode(line, words, proof.item)) {
    for (const symbol of symbols.slice(0, SYMBOLS)) {
      if ((await checkSymbol(symbol, named, proof)) === 'fails') return fails(`${symbol} is not in the code any more`);
    }
  }
  return gone.length === 0
    ? line
    : (withoutNames(line, gone, named) ?? fails(`${gone.join(', ')} is not in the checkout any more`));
}

/** What the item itself must still be: a commit in the history, a read or written file as it was. */
function claimsOf(item: Item | undefined): DiskClaim[] {
  if (item?.kind === 'commit' && item.detail.commit !== undefined) {
    return [{ kind: 'commit', hash: item.detail.commit.hash }];
  }
  if (item?.kind !== 'observation' || item.detail.fileHash === undefined) return [];
  const [path] = item.detail.filesChanged ?? item.detail.filesRead ?? [];
  return path === undefined ? [] : [{ kind: 'content', path, hash: item.detail.fileHash, at: item.at }];
}

/** True for a line that says how code is: a wish of a person and an open task name what may be still to be made. */
function namesItsCode(line: ContextLine, words: string, item: Item | undefined): boolean {
  return (
    item !== undefined &&
    item.kind !== 'prompt' &&
    item.author !== 'person' &&
    !OPEN.test(words) &&
    line.kind !== 'prompt'
  );
}

/** A path that is not there fails only when memory knows it as a file of the project. */
async function checkPath(path: string, proof: Proof): Promise<Verdict> {
  const own = proof.checker.check({ kind: 'path', path });
  if (own !== 'fails') return own;
  const known = filesOf(proof.item).filter((file) => isEnd(file, path));
  const paths = known.length > 0 ? known : await knownPaths(path, proof);
  return anyHolds(paths.map((one) => proof.checker.check({ kind: 'path', path: one })));
}

/** What fails, in words for a person. */
function describeClaim(claim: DiskClaim): string {
  switch (claim.kind) {
    case 'path':
      return `${claim.path} is not in the checkout any more`;
    case 'text':
      return `${claim.text} is not in the code any more`;
    case 'script':
      return `${claim.name} is not in ${claim.in} any more`;
    case 'commit':
      return `the commit ${claim.hash} is not in the history any more`;
    case 'content':
      return `${claim.path} is not as it was`;
    default:
      return assertNever(claim);
  }
}

function anyHolds(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes('holds')) return 'holds';
  return verdicts.length === 0 || verdicts.includes('unknown') ? 'unknown' : 'fails';
}

async function knownPaths(path: string, { store, project, left }: Proof): Promise<string[]> {
  if (left.path === 0 || project === undefined) return [];
  left.path -= 1;
  const items = await store.items.list({ project, file: path, fileEnd: true }, { limit: SEEN_MAX });
  return [...new Set(items.flatMap(filesOf).filter((file) => isEnd(file, path)))];
}

/** A symbol fails when neither the files named with it nor those in which memory saw it hold it any more. */
async function checkSymbol(text: string, named: readonly string[], proof: Proof): Promise<Verdict> {
  const near = [...new Set([...named, ...filesOf(proof.item)])].slice(0, FILES_OF_SYMBOL);
  if (near.length > 0 && proof.checker.check({ kind: 'text', text, paths: near }) === 'holds') return 'holds';
  if (proof.left.symbol === 0 || proof.project === undefined) return 'unknown';
  proof.left.symbol -= 1;
  const { candidates } = await proof.store.candidates.query({
    words: wordsOf(text),
    all: true,
    phrases: [],
    filter: { project: proof.project, kinds: ['observation', 'snippet'] },
    limit: SEEN_MAX,
  });
  const seen = candidates.filter(({ item }) => item.text.includes(text)).flatMap(({ item }) => filesOf(item));
  const paths = [...new Set([...near, ...seen])].slice(0, 2 * FILES_OF_SYMBOL);
  return seen.length === 0 ? 'unknown' : proof.checker.check({ kind: 'text', text, paths });
}

/** The files that an item knows: those it read and changed, of a checkpoint and a pattern those they list. */
function filesOf(item: Item | undefined): string[] {
  if (item === undefined) return [];
  const { detail } = item;
  const listed = item.kind === 'pattern' ? (item.detail.pattern?.files ?? []) : [];
  const stopped = item.kind === 'checkpoint' ? (item.detail.checkpoint?.filesChanged ?? []) : [];
  return [...(detail.filesChanged ?? []), ...(detail.filesRead ?? []), ...listed, ...stopped];
}

function isEnd(file: string, end: string): boolean {
  return file === end || file.endsWith(`/${end}`);
}
