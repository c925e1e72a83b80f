import { lazy } from '../../core/lazy.ts';
import type { ItemId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { evidenceOf, isHeldBy } from '../../derive/event/held-rules.ts';
import { patternId } from '../../derive/item/pattern-id.ts';
import { type Action, meeting } from '../../derive/tripwire/action.ts';
import { type Matcher, matcherFromJson, USES } from '../../derive/tripwire/matcher.ts';
import { asksFor, branchOf, isPermission } from '../../derive/tripwire/qualifier.ts';
import { readBranch } from '../../platform/git-text.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import { composedTitle, mayQuote, nameOf, quotableWords, trustOf } from '../../retrieval/validity/trust.ts';
import { isValid, validityInMemory } from '../../retrieval/validity/validity.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, dateOf, factLine, KNOWLEDGE_LABEL, sourceOf } from './context-line.ts';

const MAX_TRIPWIRES = 200;
/** Upper bound on a session's prompts that may hold an order: the last. */
const MAX_PROMPTS = 30;
const WORDS_CHARS = 240;
const WORTH = 90;
/** A folder of which only the shell knows where it is. */
const UNKNOWN_FOLDER = /^~|[$`]/;

/**
 * A tripped tripwire: the pattern, the part of the action that matched, and the rules it rests on, the main one first.
 * `isCertain`: nothing narrows the rule, or it holds on the branch that is checked out.
 */
export interface TrippedTripwire {
  item: Item;
  matcher: Matcher;
  met: string;
  rules: Item[];
  isCertain: boolean;
}

/** A tripwire to check actions against: its id and the matchers of all rules that it may rest on, the newest first. */
export interface WaitingTripwire {
  id: ItemId;
  matchers: readonly Matcher[];
}

/** The tripwires of a project (`undefined`: of none): confirmed ones first, or only those; newest first. */
export async function waitingTripwires(
  store: Store,
  project: ProjectId | undefined,
  confirmed: 'first' | 'only' = 'first',
): Promise<WaitingTripwire[]> {
  const found = await store.distilled.find({
    kinds: ['tripwire'],
    ...omitUndefined({ project }),
    confirmed,
    limit: MAX_TRIPWIRES,
  });
  const waiting = new Map<ItemId, Matcher[]>();
  for (const { project: home, kind, key, detail } of found) {
    // Asked for one project, those of the joined ones come too; outside any project, only those of none count.
    const isHere = project !== undefined || home === undefined;
    const matcher = isHere ? matcherFromJson(detail.matcher) : undefined;
    const id = patternId({ ...(home && { project: home }), kind, key });
    if (matcher !== undefined) waiting.set(id, [...(waiting.get(id) ?? []), matcher]);
  }
  return [...waiting].map(([id, matchers]) => ({ id, matchers }));
}

/**
 * The tripwires that one of some actions trips and whose rule is still valid: after a rule is superseded or withdrawn
 * its tripwire is silent, even before the pattern is derived again. One that only forbids what nobody asked for is silent once
 * a person of the `session` asked for it. `confirmed`: only those that a person confirmed. `folder`: where the branch is looked
 * up of files, and of commands that run in no known folder; by default where the actions happen.
 */
export async function tripwiresMet(
  store: Store,
  {
    waiting,
    actions,
    confirmed,
    session,
    folder,
  }: {
    waiting: readonly WaitingTripwire[];
    actions: readonly Action[];
    confirmed: boolean;
    session?: SessionId;
    folder?: string;
  },
): Promise<TrippedTripwire[]> {
  const branch = lazy(() => (folder === undefined ? branchAt(actions) : readBranch(folder)));
  const branchIn = (at?: string): string | undefined =>
    at === undefined || UNKNOWN_FOLDER.test(at) ? branch() : readBranch(at);
  // Action by action, so that a command is parsed once for all matchers.
  const met = new Set<WaitingTripwire>();
  for (const action of actions) {
    const isMet = (matcher: Matcher): boolean => meeting(matcher, action, branchIn) !== undefined;
    for (const one of waiting) if (!met.has(one) && one.matchers.some(isMet)) met.add(one);
  }
  if (met.size === 0) return [];
  const items = new Map((await store.items.get([...met].map(({ id }) => id))).map((item) => [item.id, item]));
  const found: TrippedTripwire[] = [];
  for (const { id, matchers } of met) {
    const item = items.get(id);
    if (item === undefined || isSilenced(item) || item.detail.status === 'withdrawn') continue;
    if (confirmed && item.detail.status !== 'confirmed') continue;
    // What a person confirmed is that of the item, whatever others said of the same thing since.
    const matcher = matcherFromJson(detailOfKind(item, 'pattern').pattern?.more?.matcher) ?? matchers[0];
    const part = matcher && metBy(matcher, actions, branchIn);
    if (matcher === undefined || part === undefined) continue;
    if (session !== undefined && isPermission(matcher) && (await wasAsked(store, session, matcher))) continue;
    const isKnown = (): boolean => metBy(matcher, actions, (at) => branchIn(at) ?? '') !== undefined;
    const isCertain = matcher.when === undefined || (branchOf(matcher) !== undefined && isKnown());
    const rules = await standingRules(store, item);
    if (rules.length > 0) found.push({ met: part, matcher, item, rules, isCertain });
  }
  return found;
}

/** The part of the first of some actions that meets a matcher. */
function metBy(
  matcher: Matcher,
  actions: readonly Action[],
  branchIn: (folder?: string) => string | undefined,
): string | undefined {
  for (const action of actions) {
    const part = meeting(matcher, action, branchIn);
    if (part !== undefined) return part;
  }
  return undefined;
}

/** True when a prompt of the session ordered what a matcher is about: hooks do not say who typed it. */
async function wasAsked(store: Store, session: SessionId, matcher: Matcher): Promise<boolean> {
  const prompts = await store.items.list({ session, kinds: ['prompt'] }, { limit: MAX_PROMPTS });
  return prompts.some(({ detail, text }) => detail.subagent === undefined && asksFor(matcher, text));
}

/** The branch that is checked out where the actions happen. */
function branchAt(actions: readonly Action[]): string | undefined {
  const cwd = actions.find(({ place }) => place?.cwd !== undefined)?.place?.cwd;
  return cwd === undefined ? undefined : readBranch(cwd);
}

function isSilenced({ detail }: Item): boolean {
  return detail.hidden === true || detail.muted === true;
}

/**
 * The rules behind a tripwire that nothing counts against. Those of a confirmed one hold until a person judges them: that
 * later words seem to say otherwise, or that the file of a rule is gone, is nobody's judgement.
 */
async function standingRules(store: Store, item: Item): Promise<Item[]> {
  const evidence = await store.items.get(evidenceOf(item));
  const isConfirmed = item.detail.status === 'confirmed';
  // Who hid or muted a rule in doubt may have been an agent.
  const rules = evidence.filter((one) =>
    isHeld(one) ? isConfirmed || isCurrentKnowledge(one) : isCurrentKnowledge(one) && !isSilenced(one),
  );
  if (isConfirmed) return rules;
  const marks = await validityInMemory(store, rules);
  return rules.filter(({ id }) => isValid(marks.get(id)));
}

/** The line for a tripped tripwire: what to avoid, by whose rule and of when. */
export function trippedLine({ item, matcher, met, rules: [rule] }: TrippedTripwire): ContextLine {
  const isNarrow = matcher.when !== undefined && rule !== undefined && mayQuote(rule);
  const what = `${matcher.on === 'command' ? met : `${usesOf(matcher)} of ${nameOf(met)}`}${isNarrow ? `, “${matcher.when}”` : ''}`;
  return factLine(item, {
    section: 'tripwires',
    worth: WORTH,
    text: `Tripwire: a rule is about ${what}. ${ruleWords(rule)}`,
  });
}

/**
 * The refusal of a call that a constraint, or a person's decision, forbids for certain, when a person stated or confirmed that rule, or
 * its tripwire.
 */
export function refusalFor(tripped: readonly TrippedTripwire[]): { id: ItemId; why: string } | undefined {
  for (const found of tripped.filter(({ isCertain }) => isCertain)) {
    const rules = found.rules.filter(
      (rule) => forbids(rule) && (trustOf(rule) === 'whole' || isHeld(rule) || isHeldBy(rule, found.item.id)),
    );
    if (rules.length > 0) return { id: found.item.id, why: refusalOf({ ...found, rules }) };
  }
  return undefined;
}

function forbids(rule: Item): boolean {
  const { knowledge, reply } = detailOfKind(rule, 'knowledge');
  return knowledge === 'constraint' || (knowledge === 'decision' && rule.author === 'person' && reply === undefined);
}

/** True for a rule of a confirmed tripwire whose author is in doubt: it goes on until a person judges it. */
function isHeld(rule: Item): boolean {
  return detailOfKind(rule, 'knowledge').takenBack === true;
}

/** The reason for refusing an action, for the agent that tried it, and how a person lifts the refusal. */
function refusalOf({ item, matcher, rules: [rule] }: TrippedTripwire): string {
  return `Cairn: a rule that a person confirmed forbids this (${matcher.name}, ${item.id}). ${ruleWords(rule)} Nothing was run. Only a person lifts that: cairn review withdraw ${item.id}`;
}

function usesOf(matcher: Matcher): string {
  return matcher.on === 'path' ? USES[matcher.access] : '';
}

function ruleWords(rule: Item | undefined): string {
  if (rule === undefined) return '';
  const { knowledge, reply } = detailOfKind(rule, 'knowledge');
  const kind = reply !== undefined ? 'Correction' : KNOWLEDGE_LABEL[knowledge ?? 'constraint'];
  const of = `${kind} ${sourceOf(rule)}, ${dateOf(rule.at)}, ${rule.id}`;
  if (!mayQuote(rule)) return `${of}: ${composedTitle(rule)}.`;
  const words = quotableWords(rule).replace(/\s+/g, ' ').trim();
  return `${of}: "${words.length > WORDS_CHARS ? `${words.slice(0, WORDS_CHARS)}…` : words}"`;
}
