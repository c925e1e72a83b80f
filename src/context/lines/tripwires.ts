import type { ItemId, ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { patternId } from '../../derive/item/pattern-id.ts';
import { type Action, meeting } from '../../derive/tripwire/action.ts';
import { type Matcher, matcherFromJson } from '../../derive/tripwire/matcher.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import { composedTitle, mayQuote, nameOf, quotableWords } from '../../retrieval/validity/trust.ts';
import { isValid, validityInMemory } from '../../retrieval/validity/validity.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ContextLine } from './context-line.ts';
import { dateOf, factLine, sourceOf } from './context-line.ts';

const MAX_TRIPWIRES = 200;
const WORDS_CHARS = 240;
const WORTH = 90;

/** A tripwire that an action met: the pattern, what of the action met it, and the rules it stands on, the first one first. */
export interface TrippedTripwire {
  item: Item;
  matcher: Matcher;
  met: string;
  rules: Item[];
}

/** A tripwire before it is asked for: what it waits for, by its id. */
export interface WaitingTripwire {
  id: ItemId;
  matcher: Matcher;
}

/** The tripwires of a project (`undefined`: of none): the confirmed ones before the others or alone, the newest first. */
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
  const waiting = new Map<ItemId, Matcher>();
  for (const { project: home, kind, key, detail } of found) {
    const matcher = home === project ? matcherFromJson(detail.matcher) : undefined;
    if (matcher !== undefined) waiting.set(patternId({ ...(home && { project: home }), kind, key }), matcher);
  }
  return [...waiting].map(([id, matcher]) => ({ id, matcher }));
}

/**
 * Those of some tripwires that one of some actions meets and whose rule still holds: one that was superseded or taken
 * back since speaks no more, whenever its pattern is made anew. With `confirmed`, only those that a person confirmed.
 */
export async function tripwiresMet(
  store: Store,
  {
    waiting,
    actions,
    confirmed,
  }: { waiting: readonly WaitingTripwire[]; actions: readonly Action[]; confirmed: boolean },
): Promise<TrippedTripwire[]> {
  // Action by action: a command is parsed once for all that wait for one.
  const byAction = actions.map((action) => waiting.map(({ matcher }) => meeting(matcher, action)));
  const met = waiting.flatMap((one, i) => {
    const by = byAction.map((found) => found[i]).find((found) => found !== undefined);
    return by === undefined ? [] : [{ ...one, met: by }];
  });
  if (met.length === 0) return [];
  const items = new Map((await store.items.get(met.map(({ id }) => id))).map((item) => [item.id, item]));
  const found: TrippedTripwire[] = [];
  for (const { id, ...one } of met) {
    const item = items.get(id);
    if (item === undefined || item.detail.hidden === true || item.detail.status === 'withdrawn') continue;
    if (confirmed && item.detail.status !== 'confirmed') continue;
    const rules = await standingRules(store, item);
    if (rules.length > 0) found.push({ ...one, item, rules });
  }
  return found;
}

/** The rules that a tripwire comes from and against which nothing tells. */
async function standingRules(store: Store, { detail }: Item): Promise<Item[]> {
  const evidence = await store.items.get(detail.pattern?.evidence ?? []);
  const rules = evidence.filter((item) => isCurrentKnowledge(item) && item.detail.hidden !== true);
  const marks = await validityInMemory(store, rules);
  return rules.filter((item) => isValid(marks.get(item.id)));
}

/** What a tripwire says: what is not to be done, by which rule of whom and when. */
export function trippedLine({ item, matcher, met, rules: [rule] }: TrippedTripwire): ContextLine {
  const what = matcher.on === 'command' ? met : `${usesOf(matcher)} of ${nameOf(met)}`;
  return factLine(item, {
    section: 'tripwires',
    worth: WORTH,
    text: `Tripwire: a rule is about ${what}. ${ruleWords(rule)}`,
  });
}

/** Why an action is refused, for the agent that tried, and how a person takes that back. */
export function refusalOf({ item, matcher, rules: [rule] }: TrippedTripwire): string {
  return `Cairn: a rule that a person confirmed forbids this (${matcher.name}, ${item.id}). ${ruleWords(rule)} Nothing was run. Only a person lifts that: cairn review withdraw ${item.id}`;
}

function usesOf(matcher: Matcher): string {
  return matcher.on === 'path' && matcher.access === 'any' ? 'use' : 'changes';
}

function ruleWords(rule: Item | undefined): string {
  if (rule === undefined) return '';
  const kind = rule.detail.knowledge === 'rejected' ? 'Rejected' : 'Constraint';
  const of = `${kind} ${sourceOf(rule)}, ${dateOf(rule.at)}, ${rule.id}`;
  if (!mayQuote(rule)) return `${of}: ${composedTitle(rule)}.`;
  const words = quotableWords(rule).replace(/\s+/g, ' ').trim();
  return `${of}: "${words.length > WORDS_CHARS ? `${words.slice(0, WORDS_CHARS)}…` : words}"`;
}
