import type { ItemId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import type { Claim } from './claim.ts';
import { claimsIn } from './claim.ts';
import { saidOfItself } from './said-of-itself.ts';

/** Items looked at, the first of a list, and how much of what changes something is compared with each. */
const COMPARED_MAX = 200;
const CHANGES_MAX = 100;
/** An item gives way when the claim that no longer holds takes so much of its text. */
const SHARE_MIN = 0.4;
/** What sets things of one name apart: a claim about one says nothing of the other. */
const APART = new Set(
  `production stage development test local ci window linux maco web mobil io android frontend backend client server nightli
  integr unit e2 debug releas internal extern public privat primari replica read write input output first second left right
  min max minimum maximum request respons`.split(/\s+/),
);

/** A claim with what is needed to weigh it against others. */
interface Made {
  item: Item;
  claim: Claim;
  /** Said on purpose: knowledge, a note, or a sentence that is to be remembered. */
  deliberate: boolean;
}

/** For each of some items that no longer holds the one that says so: the latest on the same subject. Pure. */
export function givingWay(items: readonly Item[]): Map<ItemId, ItemId> {
  const compared = items.slice(0, COMPARED_MAX).filter(canClaim);
  const newer = compared
    .filter((item) => maySettle(item))
    .flatMap((item) => made(item, isDeliberate(item)))
    .filter(({ item, claim, deliberate }) => (claim.says !== 'states' || deliberate) && !saidOfItself(item).doubtful)
    .sort((one, other) => other.item.at - one.item.at || (one.item.id < other.item.id ? -1 : 1))
    .slice(0, CHANGES_MAX);
  const out = new Map<ItemId, ItemId>();
  if (newer.length === 0) return out;
  for (const older of compared) {
    const by = settledBy(older, newer);
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

/** Words of tools, repositories and pages take nothing's place; nor what was withdrawn. */
function maySettle({ author, detail }: Item): boolean {
  return (author === 'person' || author === 'agent') && detail.status !== 'withdrawn' && detail.hidden !== true;
}

function isDeliberate(item: Item): boolean {
  return item.kind === 'knowledge' || isNote(item);
}

function made(item: Item, all: boolean): Made[] {
  return claimsIn(item.text, { all: all || item.kind === 'prompt' }).map((claim) => ({
    item,
    claim,
    deliberate: claim.deliberate || isDeliberate(item),
  }));
}

/** The item that settles what an older one claims: the latest that is on its subject, unless that says the same. */
function settledBy(older: Item, newer: readonly Made[]): ItemId | undefined {
  const near = newer.filter(({ item }) => isLater(item, older) && mayReplace(item, older));
  if (near.length === 0) return undefined;
  for (const one of made(older, true)) {
    if (one.claim.share < SHARE_MIN && !isDeliberate(older)) continue;
    for (const other of near) {
      const verdict = compare(other, one);
      if (verdict === 'same') break;
      if (verdict === 'other') return other.item.id;
    }
  }
  return undefined;
}

function isLater(one: Item, other: Item): boolean {
  return one.at > other.at && one.id !== other.id && one.event !== other.event;
}

/** Of one project; and what a person stated or confirmed gives way to a person's words alone. */
function mayReplace(newer: Item, older: Item): boolean {
  if (newer.project !== older.project) return false;
  const isGuarded = older.author === 'person' || older.detail.status === 'confirmed';
  return !isGuarded || newer.author === 'person' || newer.detail.status === 'confirmed';
}

/** Whether a newer claim says the same as an older one, another thing of the same subject, or is about something else. */
function compare(newer: Made, older: Made): 'same' | 'other' | undefined {
  const { claim } = newer;
  const before = older.claim;
  if (before.says === 'retracts' || before.says === 'ends') return undefined;
  if (claim.says === 'retracts') return names(claim.subject, before) ? 'other' : undefined;
  const isOfSubject = isSameSubject(claim.subject, before.subject);
  if (claim.former.length > 0) {
    const isFormer = sameValue(claim.former, before.value) && (isOfSubject || isOpen(claim, before));
    if (isFormer || (claim.says === 'ends' && names(claim.former, before))) return 'other';
  }
  if (!isOfSubject || claim.value.length === 0) return undefined;
  if (sameValue(claim.value, before.value)) return 'same';
  if (claim.says === 'changes' && (claim.subject.length > 1 || isName(claim.subject[0]) || areMeant(newer, older))) {
    return 'other';
  }
  return areMeant(newer, older) && areAlternatives(claim, before) ? 'other' : undefined;
}

function areMeant(newer: Made, older: Made): boolean {
  return newer.deliberate && older.deliberate;
}

/** True where one of the two says of nothing in particular what it is about. */
function isOpen(newer: Claim, older: Claim): boolean {
  return newer.subject.length === 0 || older.subject.length === 0 || isPart(newer.subject, older.subject) > 0.3;
}

/** True when all words of one subject, the newer's first of all, are the other's as well and little is left over. */
function isSameSubject(newer: readonly string[], older: readonly string[]): boolean {
  if (newer.length === 0 || older.length === 0) return false;
  const shared = newer.filter((word) => older.includes(word)).length;
  if (shared < Math.min(newer.length, older.length)) return false;
  const odd = [...newer.filter((word) => !older.includes(word)), ...older.filter((word) => !newer.includes(word))];
  if (odd.some((word) => APART.has(word) || /\d/.test(word))) return false;
  return shared >= 0.5 * Math.max(newer.length, older.length) && (newer.length <= older.length || odd.length <= 1);
}

/** Share of the words of one that another has, both ways: the smaller counts. */
function isPart(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / Math.max(one.length, other.length, 1);
}

/** True for the same value, said in more or fewer words. */
function sameValue(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.every((word) => many.includes(word)) && few.length > 0.5 * many.length;
}

/** True when what is named is what a claim is about: most of its words, and more than one of them or a name. */
function names(named: readonly string[], { subject, value }: Claim): boolean {
  const said = [...subject, ...value];
  const shared = named.filter((word) => said.includes(word));
  if (shared.length === 0 || (shared.length === 1 && named.length > 1)) return false;
  return shared.length >= 0.6 * Math.min(said.length, named.length) && shared.length >= 0.5 * said.length;
}

/** Values of which only one can be: of one short kind, as numbers, versions, paths or names. */
function areAlternatives(newer: Claim, older: Claim): boolean {
  if (newer.subject.length < 2 && !isName(newer.subject[0])) return false;
  if (newer.subject.length !== older.subject.length) return false;
  const [one, other] = [kindOfValue(newer.value), kindOfValue(older.value)];
  return one !== undefined && one === other;
}

function kindOfValue(value: readonly string[]): string | undefined {
  const [first = ''] = value;
  if (value.length > 4) return undefined;
  if (/^v?\d[\d.]*\w{0,3}$/.test(first)) return 'number';
  if (/[/:@]/.test(first)) return 'place';
  return value.length <= 2 ? 'name' : undefined;
}

function isName(word: string | undefined): boolean {
  return word !== undefined && /[\d_./:@$]/.test(word);
}
