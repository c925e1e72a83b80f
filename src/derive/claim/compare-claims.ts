import { wordSet } from '../../core/text/word-set.ts';
import type { Claim } from './claim-patterns.ts';

/** A claim, with what decides whether it may supersede another. */
export interface AttributedClaim {
  claim: Claim;
  /** Stated on purpose: knowledge, a note, or a sentence that its author wants remembered. */
  deliberate: boolean;
  /** Stated in an agent's message, which mostly reports on its work. */
  isReport: boolean;
}

/** Stems that distinguish two things of one name: a claim about one says nothing about the other. */
const APART = wordSet(
  `production stage development test local ci window linux maco web mobil io android frontend backend client server nightli
  integr unit e2 debug releas internal extern public privat primari replica read write input output first second left right
  min max minimum maximum request respons`,
);

/** A single word of at least this many characters identifies a subject by itself, as a compound does. */
const NAME_CHARS = 12;

/** `same`: a newer claim repeats an older one. `other`: it contradicts it. `undefined`: they are about different things. */
export function compareClaims(newer: AttributedClaim, older: AttributedClaim): 'same' | 'other' | undefined {
  const { claim } = newer;
  const before = older.claim;
  if (before.says === 'retracts') return undefined;
  if (before.says === 'ends') return isBack(newer, older) ? 'other' : undefined;
  if (claim.says === 'retracts') return names(claim.subject, before) ? 'other' : undefined;
  const isOfSubject = isSameSubject(claim.subject, before.subject);
  if (claim.former.length > 0 && canReplace(newer, older) && !isNarrower(claim, before)) {
    const isFormer = sameValue(claim.former, before.value) && (isOfSubject || isOpen(claim, before));
    if (isFormer || names(claim.former, before)) return 'other';
  }
  if (!isOfSubject || claim.value.length === 0) return undefined;
  if (sameValue(claim.value, before.value)) return 'same';
  if (claim.says === 'changes' && (areSpecific(claim, before) || areMeasures(claim, before))) return 'other';
  return newer.deliberate && older.deliberate && areAlternatives(claim, before) ? 'other' : undefined;
}

/** True when a newer claim uses again what an older one ended. */
function isBack(newer: AttributedClaim, older: AttributedClaim): boolean {
  const { value, says } = newer.claim;
  const isStated = !newer.isReport && !older.isReport;
  if (says === 'ends' || !isStated || isNarrower(older.claim, newer.claim)) return false;
  return sameValue(value, older.claim.former) && isOpen(newer.claim, older.claim);
}

/** True when `ending` is limited to one case and `using` is not: "do not use Redis in tests" says nothing about the rest. */
function isNarrower(ending: Claim, using: Claim): boolean {
  return ending.says === 'ends' && ending.subject.length > 0 && using.subject.length === 0;
}

/** A report by an agent on its work supersedes another such report only where one of the two is deliberate. */
function canReplace(newer: AttributedClaim, older: AttributedClaim): boolean {
  return !older.isReport || !newer.isReport || older.deliberate || newer.deliberate;
}

/** True when one of two claims names no subject, or their subjects overlap by more than 0.3. */
function isOpen(newer: Claim, older: Claim): boolean {
  return newer.subject.length === 0 || older.subject.length === 0 || overlapOf(newer.subject, older.subject) > 0.3;
}

/** True when one subject contains all words of the other, at most half of its own are left over, and none distinguishes them. */
function isSameSubject(newer: readonly string[], older: readonly string[]): boolean {
  if (newer.length === 0 || older.length === 0) return false;
  const shared = newer.filter((word) => older.includes(word)).length;
  if (shared < Math.min(newer.length, older.length)) return false;
  const odd = [...newer.filter((word) => !older.includes(word)), ...older.filter((word) => !newer.includes(word))];
  if (odd.some((word) => APART.has(word) || /\d/.test(word))) return false;
  return (
    shared >= 0.5 * Math.max(newer.length, older.length) &&
    (newer.length <= older.length || (odd.length === 1 && older.length > 1))
  );
}

/** Number of shared words over the length of the longer list, 0 to 1. */
function overlapOf(one: readonly string[], other: readonly string[]): number {
  const shared = one.filter((word) => other.includes(word)).length;
  return shared / Math.max(one.length, other.length, 1);
}

/** True for the same value in more or fewer words. */
function sameValue(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return false;
  const [few, many] = one.length < other.length ? [one, other] : [other, one];
  return few.every((word) => many.includes(word)) && few.length > 0.5 * many.length;
}

/** True when a claim contains most of the words named, and more than one of them unless only one is named. */
function names(named: readonly string[], { subject, value }: Claim): boolean {
  const said = [...subject, ...value];
  const shared = named.filter((word) => said.includes(word));
  if (shared.length === 0 || (shared.length === 1 && named.length > 1)) return false;
  return shared.length >= 0.6 * Math.min(said.length, named.length) && shared.length >= 0.5 * said.length;
}

/** True when both subjects have more than one word, or are a name or one long word. */
function areSpecific(newer: Claim, older: Claim): boolean {
  const [first = ''] = newer.subject;
  if (first.length >= NAME_CHARS && newer.subject.length === older.subject.length) return true;
  return isName(first) || (newer.subject.length > 1 && older.subject.length > 1);
}

/** True for two numbers, versions, paths or addresses: one subject has only one of them. */
function areMeasures(newer: Claim, older: Claim): boolean {
  const kind = kindOfValue(newer.value);
  return kind !== undefined && kind !== 'name' && kind === kindOfValue(older.value);
}

/** True for two values of one kind of which an identified subject can have only one. */
function areAlternatives(newer: Claim, older: Claim): boolean {
  const kind = kindOfValue(newer.value);
  const isRule = newer.deliberate && older.deliberate;
  return (
    (isRule || areSpecific(newer, older)) &&
    newer.subject.length === older.subject.length &&
    kind !== undefined &&
    kind === kindOfValue(older.value)
  );
}

function kindOfValue(value: readonly string[]): 'number' | 'place' | 'name' | undefined {
  if (value.length > 4) return undefined;
  if (value.some((word) => /^v?\d[\d.]*\w{0,3}$/.test(word))) return 'number';
  if (value.some((word) => /[/:@]/.test(word))) return 'place';
  return value.length <= 2 ? 'name' : undefined;
}

function isName(word: string): boolean {
  return /[\d_./:@$]/.test(word);
}
