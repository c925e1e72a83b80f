import { asObject, canonicalJson, type JsonValue } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import type { EventKind, Judged, NoteChanges, Retired, StoredEvent } from '../../core/model/event.ts';
import { isAggregate } from '../../core/model/is-aggregate.ts';
import type { CommonDetail, Item, ItemDetail, SummaryDetail } from '../../core/model/item.ts';
import { asItem, detailOfKind, withDetail } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import type { SharedMemory } from '../../core/model/shared-memory.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { firstLine } from '../../core/text/text.ts';
import { detailOf, reworded } from '../item/make-item.ts';
import { RULES, type RuleName, ruleName } from '../item/rules.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';
import { afterTripwire, isOfTripwire } from './held-rules.ts';
import {
  afterDoubt,
  asAgents,
  askedAbout,
  doubtedIn,
  isDoubted,
  isGuard,
  isGuarded,
  withTakenBack,
} from './in-doubt.ts';
import { SHARED_KINDS, sharedDetail } from './shared-item.ts';
import { wordsStamp } from './words-stamp.ts';

const NO_WORDS = {
  outcomeBy: [],
  request: [],
  investigated: [],
  learned: [],
  completed: [],
  nextSteps: [],
  notes: [],
  decisions: [],
  problemsSolved: [],
  topics: [],
  userNotes: [],
  keyMessages: [],
} satisfies Partial<SummaryDetail>;

/** Acts about whether a note is shown or told, which new words do not change, and what says who did them. */
const LASTING: ReadonlySet<EventKind> = new Set(['hidden', 'shown', 'muted', 'unmuted', 'revoked']);

/** Events ordered by time, then by their position in the log. */
export function inTimeOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return events.toSorted((one, other) => one.at - other.at || one.seq - other.seq);
}

/**
 * Applies all acts about an item: revise, confirm, withdraw, supersede, reopen, hide, show, mute, unmute, retire, restore. An agent cannot revise
 * a memory that a person stated or confirmed, nor hide a constraint or tripwire that one
 * did; only a person confirms, withdraws, shows again and mutes. `acts` may come in any order. What an agent seems to have run in
 * a person's name is in doubt (`afterDoubt`): it tells nothing more, and takes no guard away.
 */
export function applyActs(item: Item, acts: readonly StoredEvent[]): Item {
  const doubted = doubtedIn(acts);
  const own = item.event !== undefined && doubted.has(item.event) ? withTakenBack(asAgents(item)) : item;
  const standing = inTimeOrder(withoutUndone(acts, (act) => isDoubted(act, doubted)));
  const apply = (so: Item, act: StoredEvent): Item => applyAct(so, act, own);
  const judged = doubted.size === 0 ? standing.reduce(apply, own) : afterDoubt(own, standing, { doubted, apply });
  const about = standing.filter(({ body }) => !isOfTripwire(body, item.id));
  return asItsFileSays(askedAbout(judged, about), about);
}

/**
 * The repository's words as their file has them now: what its last act says counts on top of all that people judged, so that
 * who accepted them once has accepted them when the file is back. It judges nothing but the repository's own words.
 */
function asItsFileSays<One extends Item>(item: One, acts: readonly StoredEvent[]): One {
  const last = acts.findLast(({ body }) => 'author' in body && body.author === 'repo')?.body;
  if (item.author !== 'repo' || (last?.kind !== 'withdrawn' && last?.kind !== 'superseded')) return item;
  const gone = judged(item, { status: last.kind, ...omitUndefined({ supersededBy: last.by }) });
  // Whoever takes a file away, or writes another, may be an agent: what rests on the rule goes on until a person judges it.
  return item.detail.status === 'confirmed' ? withTakenBack(gone) : gone;
}

/**
 * Acts without the revisions that were taken back, and what took them back: only a person takes back a person's, and what one
 * confirmed since. One that is in
 * doubt took nothing back, and stays to be told of.
 */
export function withoutUndone(
  acts: readonly StoredEvent[],
  isDoubted: (act: StoredEvent) => boolean = () => false,
): StoredEvent[] {
  const byId = new Map<string, StoredEvent>(acts.map((act) => [act.id, act]));
  const gone = new Set<string>();
  for (const act of acts) {
    const { id, body } = act;
    if (body.kind !== 'revised' || body.undoes === undefined || isDoubted(act)) continue;
    gone.add(id);
    const undone = byId.get(body.undoes);
    if (undone?.body.kind !== 'revised') continue;
    const isConfirmed = acts.some((one) => isConfirmation(one) && isBefore(undone, one) && isBefore(one, act));
    if (body.person || !(undone.body.person || isConfirmed)) gone.add(body.undoes);
  }
  return gone.size === 0 ? [...acts] : acts.filter(({ id }) => !gone.has(id));
}

function isConfirmation({ body }: StoredEvent): boolean {
  return body.kind === 'confirmed' && body.person;
}

function isBefore(one: StoredEvent, other: StoredEvent): boolean {
  return one.at < other.at || (one.at === other.at && one.seq < other.seq);
}

/** Acts with those that an agent turned out to have run as the agent's. */
export function withoutRevoked(acts: readonly StoredEvent[]): StoredEvent[] {
  const revoked: ReadonlySet<string> = doubtedIn(acts);
  return acts.map((act): StoredEvent => {
    const { body } = act;
    return revoked.has(act.id) && 'person' in body && body.person
      ? ({ ...act, body: { ...body, person: false } } as StoredEvent)
      : act;
  });
}

/**
 * Picks the report that counts from all reports of a note that its caller named, and the acts that apply to it. The latest
 * report counts, but an agent's report after a person's, or after a person confirmed the note or its tripwire, is ignored. A person's that an
 * agent seems to have made holds agents' back like any other, and after a person's own it only puts that in doubt.
 */
export function latestReport(about: readonly StoredEvent[]): { report: StoredEvent; acts: StoredEvent[] } | undefined {
  const doubted = doubtedIn(about);
  let report: StoredEvent | undefined;
  let guarded = false;
  const held = new Set<string>();
  let acts: StoredEvent[] = [];
  for (const event of inTimeOrder(about)) {
    const { body } = event;
    if (body.kind === 'noted') {
      if ((guarded || held.size > 0) && !body.person) continue;
      if (guarded && doubted.has(event.id)) {
        acts.push(event);
        continue;
      }
      report = event;
      guarded = body.person;
      acts = acts.filter(({ body: { kind } }) => LASTING.has(kind));
    } else {
      if (isOfTripwire(body)) held[body.person && body.kind === 'confirmed' ? 'add' : 'delete'](body.target);
      else if (body.kind === 'confirmed') guarded ||= body.person;
      acts.push(event);
    }
  }
  return report === undefined ? undefined : { report, acts };
}

/**
 * The acts that apply to the latest of the versions that a home shared of a memory. What people here judged is what was shown then:
 * after other words, another reason or another project it does not count. While it says the same, its member has the name under
 * which it was shown.
 */
export function actsOnShared(about: readonly StoredEvent[]): { acts: StoredEvent[]; member?: string } {
  let report: Shared | undefined;
  let acts: StoredEvent[] = [];
  for (const event of about.toSorted((one, other) => one.seq - other.seq)) {
    const { body } = event;
    if (body.kind !== 'shared') {
      acts.push(event);
      continue;
    }
    if (report !== undefined && report.body.version >= body.version) continue;
    const isSame = report !== undefined && saysTheSame(report, { ...event, body });
    if (report !== undefined && !isSame) acts = acts.filter(({ body: { kind } }) => LASTING.has(kind));
    report = { ...event, body: isSame && report !== undefined ? { ...body, member: report.body.member } : body };
  }
  return { acts, ...omitUndefined({ member: report?.body.member }) };
}

type Shared = Pick<StoredEvent, 'project'> & { body: SharedMemory };

/** Whether two versions say the same in the same project. */
export function saysTheSame(one: Shared, other: Shared): boolean {
  return one.project === other.project && saidIn(one.body) === saidIn(other.body);
}

/** All that a shared memory says: not how often or how long it was seen, nor what its home judged. */
function saidIn({ item: { kind, title, text, author, at, detail } }: SharedMemory): string {
  const { status: _status, tokens: _tokens, ...said } = isShared(kind) ? sharedDetail(kind, asObject(detail)) : {};
  const { key, pattern, more } = asObject(asObject(detail).pattern);
  // What is made of many sessions is as new, and as sure, as the last of them.
  const isOfMany = kind === 'pattern' || kind === 'summary' || kind === 'topic';
  const dated = isOfMany ? { said: { ...said, confidence: undefined } } : { said, at };
  return canonicalJson(
    JSON.parse(JSON.stringify({ kind, title, text, author, key, pattern, more, ...dated })) as JsonValue,
  );
}

function isShared(kind: ItemKind): boolean {
  return SHARED_KINDS.some((one) => one === kind);
}

/** The latest name given to a project; empty when it is to have its own name again, `undefined` when it was never renamed. */
export function givenName(acts: readonly StoredEvent[]): string | undefined {
  const doubted = doubtedIn(acts);
  const own = inTimeOrder(acts).filter(({ id }) => !doubted.has(id));
  const names = own.flatMap(({ body }) => (body.kind === 'renamed' ? [body.name.trim()] : []));
  return names.at(-1);
}

/**
 * The project that a person merged another into last; `undefined` where it stands for itself. What an agent seems to have merged
 * stands apart, and so does what it seems to have taken apart.
 */
export function mergedInto(acts: readonly StoredEvent[]): string | undefined {
  const doubted = doubtedIn(acts);
  const into = inTimeOrder(acts).flatMap(({ id, body }) =>
    body.kind === 'merged' && body.person ? [doubted.has(id) ? '' : body.into] : [],
  );
  return into.at(-1) || undefined;
}

/** The item after one more act; `own`: as it was before any. */
function applyAct(item: Item, { body, at }: StoredEvent, own: Item): Item {
  if (isOfTripwire(body, item.id)) return body.person ? afterTripwire(item, body) : item;
  switch (body.kind) {
    case 'revised':
      return isGuarded(item) && !body.person ? item : revise(item, body.changes, body.person);
    case 'confirmed':
      return body.person && isFor(body, item, own) ? judged(item, { status: body.kind }) : item;
    case 'withdrawn':
      return body.person ? judged(item, { status: body.kind }) : item;
    case 'superseded':
      return body.person ? judged(item, { status: body.kind, ...omitUndefined({ supersededBy: body.by }) }) : item;
    case 'reopened':
      return body.person ? reopened(item, own) : item;
    case 'hidden':
      return isGuard(item) && !body.person ? item : withDetail(seen(item, body.person), { hidden: true });
    case 'retired':
    case 'restored':
      return retire(item, body, at);
    case 'shown':
      return body.person ? without(item, 'hidden') : item;
    case 'muted':
      return body.person ? withDetail(seen(item, true), { muted: true }) : item;
    case 'unmuted':
      return body.person ? without(item, 'muted') : item;
    default:
      return item;
  }
}

/**
 * Whether a confirmation is for the words that a memory has: others came later by clock only. What rules cut out of a longer text
 * may be cut otherwise by another version; there a revision alone changes what was confirmed.
 */
function isFor({ of }: Judged, item: Item, own: Item): boolean {
  if (of === undefined || item.kind === 'pattern' || of === wordsStamp(item)) return true;
  const isVerbatim = [RULES.noted, RULES.shared].some((rule) => ruleName(rule) === ruleName(item.rule as RuleName));
  return !isVerbatim && wordsStamp(item) === wordsStamp(own);
}

/** A statement in doubt that a person has seen. */
function seen<One extends Item>(item: One, person: boolean): One {
  return person ? { ...item, detail: detailOf({ ...item.detail, takenBack: undefined }) } : item;
}

function judged<One extends Item>(
  item: One,
  { status, supersededBy }: { status: CommonDetail['status']; supersededBy?: string },
): One {
  return { ...item, detail: detailOf({ ...item.detail, status, supersededBy, takenBack: undefined }) };
}

/**
 * An item as it was before anybody judged it. With its own words it has its own author again, and what it quotes; with words of
 * a person it is stated by the person.
 */
function reopened<One extends Item>(item: One, own: Item): One {
  const { status, quoted } = own.detail;
  if (item.text !== own.text) {
    return judged(item, { status: status === 'proposed' && item.author === 'person' ? 'stated' : status });
  }
  const { takenBack } = detailOfKind(own, 'knowledge');
  const detail = detailOf({ ...item.detail, status, quoted, supersededBy: undefined, takenBack });
  return { ...item, author: own.author, exposed: own.exposed, detail };
}

function without<One extends Item>(item: One, field: 'hidden' | 'muted'): One {
  return { ...item, detail: detailOf({ ...item.detail, [field]: undefined }) };
}

/** Only the batch that retired a memory restores it; the same applies to the copies that a memory represents. */
function retire<One extends Item>(
  item: One,
  { kind, batch, targets, standing, reason = 'age' }: Retired,
  at: number,
): One {
  let { retired, repeated } = item.detail;
  if (kind === 'restored') {
    if (retired?.batch === batch) retired = undefined;
    if (repeated?.batch === batch) repeated = undefined;
  } else {
    if (targets.includes(item.id)) retired = { at, batch, reason };
    const kept = standing?.find(({ id }) => id === item.id);
    if (kept !== undefined) {
      const { count, firstAt, lastAt } = kept;
      repeated = { count, firstAt, lastAt, batch };
    }
  }
  return { ...item, detail: detailOf({ ...item.detail, retired, repeated }) };
}

/**
 * A person's words make the item the person's; an agent's change marks it as exposed, since nobody knows what the agent had read.
 * Whoever changes all but the text, as a reason or a kind, has not said the text: it stays its author's, and waits as it did.
 */
export function revise(item: Item, changes: NoteChanges, person: boolean): Item {
  const { text, title } = changes;
  const isReworded = text !== undefined && text.trim() !== item.text;
  const knowledge = changes.knowledge === 'note' ? 'note' : validateKnowledge(changes.knowledge);
  // A title that rules made of others' words is not theirs who change the text.
  const isOwnTitle = !isAggregate(item) && item.title !== firstLine(item.text, LIMITS.titleChars);
  const kind = knowledge === undefined ? item.kind : knowledge === 'note' ? 'observation' : 'knowledge';
  const detail: ItemDetail = item.detail;
  const revised = reworded(asItem({ ...item, kind, detail }), {
    text: text ?? item.text,
    title: title ?? (text === undefined || isOwnTitle ? item.title : firstLine(text, LIMITS.titleChars)),
    detail: detailOf({
      ...detail,
      ...validateDetail(changes),
      ...sortOf(item, kind, knowledge),
      ...withoutDerivedWords(item, text),
      ...(isReworded && { quoted: undefined, unclear: undefined }),
    }),
  });
  // Whoever words only the title of what was made of a session has not said the rest.
  if (isAggregate(item) && text === undefined) return { ...revised, exposed: true };
  if (!person) return { ...revised, exposed: true };
  if (!isReworded) return revised;
  const taken = seen({ ...revised, author: 'person' as const }, true);
  return item.detail.status === 'proposed' ? withDetail(taken, { status: 'stated' }) : taken;
}

/** A summary whose text somebody changed says nothing else any more: what its rules found in words goes. */
function withoutDerivedWords(item: Item, text: string | undefined): { summary?: SummaryDetail } {
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined || text === undefined) return {};
  const { outcome, counts, technologies } = summary;
  return { summary: { ...NO_WORDS, outcome, counts, technologies, brief: text } };
}

function sortOf(
  item: Item,
  kind: Item['kind'],
  knowledge: NoteChanges['knowledge'],
): { knowledge?: ItemDetail['knowledge'] | undefined; observation?: ItemDetail['observation'] | undefined } {
  if (knowledge === undefined || (kind === item.kind && knowledge === 'note')) return {};
  return knowledge === 'note' ? { knowledge: undefined, observation: 'note' } : { knowledge, observation: undefined };
}
