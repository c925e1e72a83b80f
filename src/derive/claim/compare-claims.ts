import type { Claim } from './claim-type.ts';

/** A claim with what is needed to weigh it against others. */
export interface AttributedClaim {
  claim: Claim;
  /** Said on purpose: knowledge, a note, or a sentence that is to be remembered. */
  deliberate: boolean;
  /** Told by an agent about its work. */
  isTelling: boolean;
}

/** What sets things of one name apart: a claim about one says nothing of the other. */
const APART = new Set(
  `production stage development test local ci window linux maco web mobil io android frontend backend client server nightli
  integr unit e2 debug releas internal extern public privat primari replica read write input output first second left right
  min max minimum maximum request respons`.split(/\s+/),
);

/** A single word so long is telling enough: as compounds are. */
const NAME_CHARS = 12;

/** Whether a newer claim says the same as an older one, another thing of the same subject, or is about something else. */
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
  if (claim.says === 'changes' && (areTold(claim, before) || areMeasures(claim, before))) return 'other';
  return areMeant(newer, older) && areAlternatives(claim, before) ? 'other' : undefined;
}

/** True when what was ruled out is to be used again. */
function isBack(newer: AttributedClaim, older: AttributedClaim): boolean {
  const { value, says } = newer.claim;
  const isTold = !newer.isTelling && !older.isTelling;
  if (says === 'ends' || !isTold || isNarrower(older.claim, newer.claim)) return false;
  return sameValue(value, older.claim.former) && isOpen(newer.claim, older.claim);
}

/** True when what is ruled out in one place is used in all: "do not use Redis in tests" says nothing of the rest. */
function isNarrower(ending: Claim, using: Claim): boolean {
  return ending.says === 'ends' && ending.subject.length > 0 && using.subject.length === 0;
}

/** An agent telling what it does says much of what was used where: of that only what was said on purpose gives way. */
function canReplace(newer: AttributedClaim, older: AttributedClaim): boolean {
  return !older.isTelling || !newer.isTelling || older.deliberate || newer.deliberate;
}

function areMeant(newer: AttributedClaim, older: AttributedClaim): boolean {
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
  return (
    shared >= 0.5 * Math.max(newer.length, older.length) &&
    (newer.length <= older.length || (odd.length === 1 && older.length > 1))
  );
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

/** True when both subjects are told by more than one word, or by a name. */
function areTold(newer: Claim, older: Claim): boolean {
  const [first = ''] = newer.subject;
  if (first.length >= NAME_CHARS && newer.subject.length === older.subject.length) return true;
  return isName(first) || (newer.subject.length > 1 && older.subject.length > 1);
}

/** Numbers, versions, paths and addresses: of one subject there is one. */
function areMeasures(newer: Claim, older: Claim): boolean {
  const kind = kindOfValue(newer.value);
  return kind !== undefined && kind !== 'name' && kind === kindOfValue(older.value);
}

/** Values of one short kind, of a subject that is told: only one of them can be. */
function areAlternatives(newer: Claim, older: Claim): boolean {
  const kind = kindOfValue(newer.value);
  const isRule = newer.deliberate && older.deliberate;
  return (
    (isRule || areTold(newer, older)) &&
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

function isName(word: string | undefined): boolean {
  return word !== undefined && /[\d_./:@$]/.test(word);
}
