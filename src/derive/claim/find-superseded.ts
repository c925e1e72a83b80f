import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { isTask, unquotedText } from '../provenance/quoted.ts';
import { claimsIn } from './claim.ts';
import { type Claim, DELIBERATE } from './claim-patterns.ts';
import { type AttributedClaim, compareClaims } from './compare-claims.ts';
import { detectHedging } from './detect-hedging.ts';
import { isOfOnePlace, isOfTheMoment } from './is-passing.ts';
import { type Stance, stancesIn } from './stance.ts';

/** Upper bounds on the items looked at, the first of the list, and on the newest claims that each is compared with. */
export const MOST = { compared: 200, changes: 100 } as const;
/** Least share of an item's text, 0 to 1, that the outdated claim must have for the item to be superseded. */
const SHARE_MIN = 0.4;
/** Upper bounds on texts that may supersede: longer ones report on much, or are pasted documents. */
const MESSAGE_CHARS = 600;
const PROMPT_CHARS = 1_500;

const TRUST = { person: 2, agent: 1, exposed: 0 } as const;

/** Words that tell of a change for all work, and not of a choice for the work at hand. */
const CHANGES =
  /\b(?:from now on|going forward|as of|no longer|any ?more|switch(?:ed|ing)|mov(?:ed|ing)|migrat(?:ed|ing)|chang(?:ed|ing)|renamed|upgrad(?:ed|ing)|adopt(?:ed|ing)?|standardi[sz](?:ed|ing)|deprecat(?:ed|ing)|decided|agreed|policy|convention|rule|now|update|correction|ab sofort|ab jetzt)\b/i;

/** A claim and the item that makes it. */
interface AuthoredClaim extends AttributedClaim {
  item: Item;
}

/** An item and the stance of a rule that it states. */
interface RuleStance {
  item: Item;
  stance: Stance;
}

/** What limits a comparison. */
export interface Comparison {
  /** Upper bounds on the items looked at, and on the newest claims that each is compared with. */
  compared: number;
  changes: number;
  /** The number of items, from the first on, that may be superseded; the others only supersede. Default all. */
  asked?: number;
  /** Statements that were judged: the prompts and messages that they were read from no longer claim the same. */
  judged?: readonly Item[];
}

/** Maps each superseded item to the item that supersedes it, the latest on the same subject. Pure. */
export function findSuperseded(
  items: readonly Item[],
  { asked = items.length, judged = [], ...most }: Comparison = MOST,
): Map<ItemId, ItemId> {
  const compared = items.slice(0, most.compared).filter(canClaim);
  const claimsOf = createClaimReader();
  const settling = compared.filter(maySettle);
  const ruled = new Map<ItemId, RuleStance[]>();
  for (const item of settling.filter(isDeliberate)) if (!ruled.has(item.id)) ruled.set(item.id, rulesIn(item));
  const rules = [...ruled.values()].flat().sort(byNewest);
  const newer = settling
    .flatMap((item) => claimsOf(item, isDeliberate(item) || (item.kind === 'prompt' && DELIBERATE.test(item.text))))
    .filter(({ item, claim, deliberate }) => (claim.says !== 'states' || deliberate) && !detectHedging(item).doubtful)
    .sort(byNewest)
    .slice(0, most.changes)
    // What a person may have judged in its place: its item, and the statements that were read from the same words.
    .map((made) => ({ ...made, statements: [made.item, ...judged.filter((one) => isStatementOf(one, made))] }))
    .filter(({ statements }) => !statements.some(isWithdrawn));
  const out = new Map<ItemId, ItemId>();
  if (newer.length + rules.length < 1 && !compared.some((item) => questionOf(item) !== undefined)) return out;
  for (const older of items.slice(0, Math.min(asked, most.compared)).filter(canClaim)) {
    const standing = newer.filter(
      ({ statements }) => !statements.some(({ detail }) => detail.supersededBy === older.id),
    );
    const by = answeredAnew(older, compared) ?? settledBy(older, standing, claimsOf) ?? opposedBy(older, rules, ruled);
    if (by !== undefined) out.set(older.id, by);
  }
  return out;
}

/** True for words of people and agents; tool output and file contents claim nothing. */
function canClaim(item: Item): boolean {
  const { kind, detail } = item;
  if (detail.echo === true) return false;
  return kind === 'knowledge' || kind === 'prompt' || kind === 'message' || isNote(item);
}

function isNote({ kind, detail }: Item): boolean {
  return kind === 'observation' && detail.observation === 'note';
}

function isWithdrawn({ detail }: Pick<Item, 'detail'>): boolean {
  return detail.status === 'withdrawn' || detail.hidden === true;
}

/** False for words of tools, repositories and pages, for withdrawn or hidden items, and for long texts. */
function maySettle({ kind, author, text, detail }: Item): boolean {
  if (author !== 'person' && author !== 'agent') return false;
  if (isWithdrawn({ detail })) return false;
  return text.length <= (kind === 'message' ? MESSAGE_CHARS : PROMPT_CHARS);
}

function isDeliberate(item: Item): boolean {
  return item.kind === 'knowledge' || isNote(item);
}

type ClaimReader = (item: Item, all: boolean) => readonly AuthoredClaim[];

/** Reads the claims of items, those of one id once. */
function createClaimReader(): ClaimReader {
  const read = { all: new Map<ItemId, AuthoredClaim[]>(), some: new Map<ItemId, AuthoredClaim[]>() };
  return (item, all) => {
    const known = all ? read.all : read.some;
    const claims = known.get(item.id) ?? claimsMade(item, all);
    known.set(item.id, claims);
    return claims;
  };
}

function claimsMade(item: Item, all: boolean): AuthoredClaim[] {
  return claimsIn(ownWords(item), { all }).map((claim) => ({
    item,
    claim,
    deliberate: claim.deliberate || isDeliberate(item),
    isReport: item.kind === 'message',
  }));
}

/** The newest item that contradicts a claim of an older one, unless a newer claim repeats it. */
function settledBy(older: Item, newer: readonly AuthoredClaim[], claimsOf: ClaimReader): ItemId | undefined {
  const text = older.text.toLowerCase();
  const near = newer.filter(
    ({ item, claim }) =>
      isLater(item, older) && mayReplace(item, older) && isAsLasting(item, older) && couldBeAbout(claim, text),
  );
  if (near.length === 0) return undefined;
  for (const one of claimsOf(older, true)) {
    if (one.claim.share < SHARE_MIN && !isDeliberate(older)) continue;
    for (const other of near) {
      const verdict = compareClaims(other, one);
      if (verdict === 'same') break;
      if (verdict === 'other') return other.item.id;
    }
  }
  return undefined;
}

/** True for the statement that was read from the same words, and claims the same. */
function isStatementOf(one: Item, { item, claim }: AuthoredClaim): boolean {
  if (one.event === undefined || one.event !== item.event) return false;
  return claimsIn(one.text, { all: true }).some((said) => isSameClaim(said, claim));
}

function isSameClaim(one: Claim, other: Claim): boolean {
  const parts = ({ says, subject, value, former }: Claim): string => JSON.stringify([says, subject, value, former]);
  return parts(one) === parts(other);
}

/** The newest answer of a person to the question that an older one answers. */
function answeredAnew(older: Item, compared: readonly Item[]): ItemId | undefined {
  const question = questionOf(older);
  if (question === undefined) return undefined;
  const again = compared.filter(
    (item) => questionOf(item) === question && isLater(item, older) && mayReplace(item, older) && maySettle(item),
  );
  return again.toSorted((one, other) => byNewest({ item: one }, { item: other }))[0]?.id;
}

function questionOf(item: Item): string | undefined {
  const { reply } = detailOfKind(item, 'knowledge');
  return reply?.to === 'question' ? reply.about?.toLowerCase() : undefined;
}

/** The newest rule on the same subject, where its stance is the opposite; `ruled` has the rules read so far. */
function opposedBy(
  older: Item,
  rules: readonly RuleStance[],
  ruled: ReadonlyMap<ItemId, readonly RuleStance[]>,
): ItemId | undefined {
  if (!isDeliberate(older)) return undefined;
  for (const { stance } of rules.length === 0 ? [] : (ruled.get(older.id) ?? rulesIn(older))) {
    const latest = rules.find(
      ({ item, stance: { about } }) =>
        about === stance.about && isLater(item, older) && mayReplace(item, older) && isAsLasting(item, older),
    );
    if (latest !== undefined && latest.stance.side !== stance.side) return latest.item.id;
  }
  return undefined;
}

function rulesIn(item: Item): RuleStance[] {
  return detectHedging(item).doubtful ? [] : stancesIn(ownWords(item)).map((stance) => ({ item, stance }));
}

/** A person's words as they are, an agent's without what it quotes. */
function ownWords(item: Item): string {
  return item.author === 'person' ? item.text : unquotedText(item);
}

/** Newest first; of one event the statement before the words that it was read from, since it can be judged. */
function byNewest({ item: one }: { item: Item }, { item: other }: { item: Item }): number {
  const first = Number(isDeliberate(other)) - Number(isDeliberate(one));
  return other.at - one.at || first || (one.id < other.id ? -1 : 1);
}

/** Cheap filter: false when a text lacks the words it needs to be about the subject of a claim. */
function couldBeAbout({ subject, former, value }: Claim, text: string): boolean {
  const holds = (word: string): boolean => text.includes(word.length > 3 ? word.slice(0, -1) : word);
  const isNamed = former.some(holds) || (subject.length === 0 && value.some(holds));
  return isNamed || 2 * subject.filter(holds).length >= Math.max(subject.length, 1);
}

function isLater(one: Item, other: Item): boolean {
  const isSameEvent = one.event !== undefined && one.event === other.event;
  return one.at > other.at && !isSameEvent;
}

/**
 * True for two items of one project where the newer one is trusted at least as much as the older. Of a person's words only a
 * statement replaces a person's statement: a prompt, or the reason of a refusal, may tell what others say.
 */
function mayReplace(newer: Item, older: Item): boolean {
  if (older.kind === 'knowledge' && trustIn(older) === TRUST.person && isRaw(newer)) return false;
  return newer.project === older.project && trustIn(newer) >= (isInDoubt(older) ? TRUST.person : trustIn(older));
}

/**
 * False where an order of a task, or words of one place or time, would replace what a person stated for all work: both stay
 * until a person chooses. What a person stated on purpose, or words that say that something changed, replace it.
 */
function isAsLasting(newer: Item, older: Item): boolean {
  if (older.kind !== 'knowledge' || trustIn(older) !== TRUST.person || !isForAllWork(older)) return true;
  if (isOnPurpose(newer)) return true;
  const words = ownWords(newer);
  if (isOfTheMoment(words) || isOfOnePlace(words)) return false;
  return isForAllWork(newer) || CHANGES.test(words);
}

function isForAllWork(item: Item): boolean {
  return isOnPurpose(item) || detailOfKind(item, 'knowledge').standing === true;
}

/** True for what a person stated or confirmed on purpose, and did not only say in a prompt. */
function isOnPurpose({ rule, author, detail }: Item): boolean {
  return detail.status === 'confirmed' || (author === 'person' && rule.startsWith('noted@'));
}

/** True for words that a person said for another end than to state something. */
function isRaw(item: Item): boolean {
  return item.kind === 'prompt' || detailOfKind(item, 'knowledge').reply?.to === 'refusal';
}

/** True for a rule that may be a person's: only a person's words replace it. */
function isInDoubt(item: Item): boolean {
  return detailOfKind(item, 'knowledge').takenBack === true;
}

/** Rank of trust: stated or confirmed by a person, by an agent, by an agent after it read untrusted words. */
function trustIn(item: Item): number {
  if (item.author === 'person' || item.detail.status === 'confirmed') return TRUST.person;
  return item.author !== 'agent' || item.exposed || isTask(item) ? TRUST.exposed : TRUST.agent;
}
