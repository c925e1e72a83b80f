import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { isTask, unquotedText } from '../provenance/quoted.ts';
import { claimsIn } from './claim.ts';
import { DELIBERATE } from './claim-patterns.ts';
import type { Claim } from './claim-type.ts';
import { type AttributedClaim, compareClaims } from './compare-claims.ts';
import { detectHedging } from './detect-hedging.ts';
import { type Stance, stancesIn } from './stance.ts';

/** Items looked at, the first of a list, and how much of what changes something is compared with each. */
const MOST = { compared: 200, changes: 100 } as const;
/** An item gives way when the claim that no longer holds takes so much of its text. */
const SHARE_MIN = 0.4;
/** Longer ones report on much, or are documents that were handed over. */
const MESSAGE_CHARS = 600;
const PROMPT_CHARS = 1_500;

const TRUST = { person: 2, agent: 1, exposed: 0 } as const;

/** A claim and who made it. */
interface AuthoredClaim extends AttributedClaim {
  item: Item;
}

/** A rule that somebody stated, with the side it takes. */
interface RuleStance {
  item: Item;
  stance: Stance;
}

/** For each of some items that no longer holds the one that says so: the latest on the same subject. Pure. */
export function findSuperseded(
  items: readonly Item[],
  most: { compared: number; changes: number } = MOST,
): Map<ItemId, ItemId> {
  const compared = items.slice(0, most.compared).filter(canClaim);
  const settling = compared.filter(maySettle);
  const ruled = new Map(settling.filter(isDeliberate).map((item) => [item, ruledIn(item)]));
  const rules = [...ruled.values()].flat().sort(byNewest);
  const newer = settling
    .flatMap((item) => made(item, isDeliberate(item) || (item.kind === 'prompt' && DELIBERATE.test(item.text))))
    .filter(({ item, claim, deliberate }) => (claim.says !== 'states' || deliberate) && !detectHedging(item).doubtful)
    .sort(byNewest)
    .slice(0, most.changes);
  const out = new Map<ItemId, ItemId>();
  if (newer.length + rules.length < 1) return out;
  for (const older of compared) {
    const by = settledBy(older, newer) ?? opposedBy(older, rules, ruled);
    if (by !== undefined) out.set(older.id, by);
  }
  return out;
}

/** What people and agents say; what tools print and files hold claims nothing. */
function canClaim({ kind, detail }: Item): boolean {
  if (detail.echo === true) return false;
  return kind === 'knowledge' || kind === 'prompt' || kind === 'message' || isNote({ kind, detail });
}

function isNote({ kind, detail }: Pick<Item, 'kind' | 'detail'>): boolean {
  return kind === 'observation' && detail.observation === 'note';
}

/** Words of tools, repositories and pages take nothing's place; nor what was withdrawn, nor one line of a long text. */
function maySettle({ kind, author, text, detail }: Item): boolean {
  if (author !== 'person' && author !== 'agent') return false;
  if (detail.status === 'withdrawn' || detail.hidden === true) return false;
  return text.length <= (kind === 'message' ? MESSAGE_CHARS : PROMPT_CHARS);
}

function isDeliberate(item: Item): boolean {
  return item.kind === 'knowledge' || isNote(item);
}

function made(item: Item, all: boolean): AuthoredClaim[] {
  const said = item.author === 'person' ? item.text : unquotedText(item);
  return claimsIn(said, { all }).map((claim) => ({
    item,
    claim,
    deliberate: claim.deliberate || isDeliberate(item),
    isTelling: item.kind === 'message',
  }));
}

/** The item that settles what an older one claims: the latest that is on its subject, unless that says the same. */
function settledBy(older: Item, newer: readonly AuthoredClaim[]): ItemId | undefined {
  const text = older.text.toLowerCase();
  const near = newer.filter(
    ({ item, claim }) => isLater(item, older) && mayReplace(item, older) && couldBeAbout(claim, text),
  );
  if (near.length === 0) return undefined;
  for (const one of made(older, true)) {
    if (one.claim.share < SHARE_MIN && !isDeliberate(older)) continue;
    for (const other of near) {
      const verdict = compareClaims(other, one);
      if (verdict === 'same') break;
      if (verdict === 'other') return other.item.id;
    }
  }
  return undefined;
}

/** The latest rule about the same that takes another side; `ruled` holds what was read already. */
function opposedBy(
  older: Item,
  rules: readonly RuleStance[],
  ruled: ReadonlyMap<Item, readonly RuleStance[]>,
): ItemId | undefined {
  if (!isDeliberate(older)) return undefined;
  for (const { stance } of rules.length === 0 ? [] : (ruled.get(older) ?? ruledIn(older))) {
    const latest = rules.find(
      ({ item, stance: { about } }) => about === stance.about && isLater(item, older) && mayReplace(item, older),
    );
    if (latest !== undefined && latest.stance.side !== stance.side) return latest.item.id;
  }
  return undefined;
}

function ruledIn(item: Item): RuleStance[] {
  const said = item.author === 'person' ? item.text : unquotedText(item);
  return detectHedging(item).doubtful ? [] : stancesIn(said).map((stance) => ({ item, stance }));
}

function byNewest({ item: one }: { item: Item }, { item: other }: { item: Item }): number {
  return other.at - one.at || (one.id < other.id ? -1 : 1);
}

/** Cheap: false when a text lacks what it must hold to be about what a claim is about. */
function couldBeAbout({ subject, former, value }: Claim, text: string): boolean {
  const holds = (word: string): boolean => text.includes(word.length > 3 ? word.slice(0, -1) : word);
  const isNamed = former.some(holds) || (subject.length === 0 && value.some(holds));
  return isNamed || 2 * subject.filter(holds).length >= Math.max(subject.length, 1);
}

function isLater(one: Item, other: Item): boolean {
  const isOneBreath = one.event !== undefined && one.event === other.event;
  return one.at > other.at && !isOneBreath;
}

/** Of one project; and no memory gives way to words that are trusted less than its own (design §9). */
function mayReplace(newer: Item, older: Item): boolean {
  return newer.project === older.project && trustIn(newer) >= trustIn(older);
}

/** A person's words or what one confirmed, an agent's, and those of an agent that others may have told what to say. */
function trustIn(item: Item): number {
  if (item.author === 'person' || item.detail.status === 'confirmed') return TRUST.person;
  return item.author !== 'agent' || item.exposed || isTask(item) ? TRUST.exposed : TRUST.agent;
}
