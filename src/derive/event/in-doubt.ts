import type { StoredEvent } from '../../core/model/event.ts';
import { detailOfKind, type Item, withDetail } from '../../core/model/item.ts';
import { isOver } from '../../core/model/kinds.ts';
import { detailOf } from '../item/make-item.ts';
import { isHeldBy, isTripwire } from './held-rules.ts';

/** Upper bound on the cases of one memory that `afterDoubt` compares. */
const MOST_CASES = 16;

/** The acts in a person's name that an agent seems to have run, by its own transcript; that can be forged with some effort. */
export function doubtedIn(acts: readonly StoredEvent[]): ReadonlySet<string> {
  return new Set(acts.flatMap(({ body }) => (body.kind === 'revoked' && body.unproven !== true ? [body.act] : [])));
}

/**
 * A memory after all acts, with the mark of one in doubt where only what any program can write (a hook) shows an agent acting in
 * a person's name, and no person judged it since. It goes on to be told as the person's: else one forged hook would silence it.
 */
export function askedAbout(item: Item, acts: readonly StoredEvent[]): Item {
  const hinted = new Set<string | undefined>(
    acts.flatMap(({ body }) => (body.kind === 'revoked' && body.unproven === true ? [body.act] : [])),
  );
  const last = Math.max(
    hinted.has(item.event) ? 0 : Number.NEGATIVE_INFINITY,
    ...acts.flatMap(({ id, seq }) => (hinted.has(id) ? [seq] : [])),
  );
  if (!Number.isFinite(last) || !isTold(item)) return item;
  const doubted = doubtedIn(acts);
  const isJudged = acts.some(({ id, seq, body }) => seq > last && 'person' in body && body.person && !doubted.has(id));
  return isJudged ? item : withTakenBack(item);
}

/** Ids of the acts in doubt, and what an act makes of a memory. */
interface DoubtedActs {
  doubted: ReadonlySet<string>;
  apply: (item: Item, act: StoredEvent) => Item;
}

/**
 * A memory after acts of which some are in doubt: what it is whoever did those, a person or an agent. Where that differs it tells
 * no more than it would in any case, and waits for a person as a proposal; and it is a guard as it would be in one: a tripwire
 * stays armed, and nobody but a person hides or rewords a rule. What was done after the doubt was there counts as ever.
 */
export function afterDoubt(own: Item, acts: readonly StoredEvent[], { doubted, apply }: DoubtedActs): Item {
  const known = Math.max(
    ...acts.flatMap(({ seq, body }) => (body.kind === 'revoked' && body.unproven !== true ? [seq] : [])),
  );
  let cases = [own];
  for (const act of acts.filter(({ seq }) => seq <= known)) {
    cases = distinct(
      cases.flatMap((item) => (isDoubted(act, doubted) ? either(item, act, apply) : [apply(item, act)])),
    );
    if (cases.length > MOST_CASES) cases = [inAnyCase(cases)];
  }
  return acts.filter(({ seq }) => seq > known).reduce(apply, inAnyCase(cases));
}

/** True for a person's act that is in doubt. */
export function isDoubted({ id, body }: StoredEvent, doubted: ReadonlySet<string>): boolean {
  return doubted.has(id) && 'person' in body && body.person;
}

/** The memory after an act of an agent, and of a person; what a report or a revert would have said instead is not known here. */
function either(item: Item, act: StoredEvent, apply: DoubtedActs['apply']): Item[] {
  const { body } = act;
  if (body.kind === 'noted' || (body.kind === 'revised' && body.undoes !== undefined)) return [doubtful(item)];
  return [apply(item, { ...act, body: { ...body, person: false } as StoredEvent['body'] }), apply(item, act)];
}

/** What holds of a memory in each of some cases; the first is the one in which an agent did all that is in doubt. */
function inAnyCase(cases: readonly Item[]): Item {
  const [first] = cases as [Item, ...Item[]];
  if (cases.length === 1) return first;
  if (isTripwire(first)) return cases.find(isArmed) ?? withLess(first, cases);
  const isGuarding = cases.some(isGuarded);
  const saysOne = cases.every((item) => wordsOf(item) === wordsOf(first));
  if (saysOne && cases.every(isTold)) {
    const stated = cases.find(({ detail }) => detail.status !== 'confirmed') ?? first;
    return withLess(withTakenBack(stated), cases);
  }
  if (cases.every(({ detail }) => isOver(detail.status))) return withLess(first, cases);
  const isOne = saysOne && (first.kind !== 'knowledge' || !cases.some(isTold));
  if (!isOne) return withLess(doubtful(first), cases);
  const less = cases.find(({ detail }) => isOver(detail.status)) ?? first;
  return withLess(isGuarding ? withTakenBack(less) : less, cases);
}

function distinct(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
}

/** What a memory says, and in whose name. */
function wordsOf({ kind, author, title, text, detail }: Item): string {
  const { status: _status, supersededBy: _by, hidden: _hidden, muted: _muted, ...said } = detail;
  const { takenBack: _mark, ...words } = said as typeof said & { takenBack?: true };
  return JSON.stringify([kind, author, title, text, Object.entries(words).sort()]);
}

/** A person's statement as an agent would have made it. */
export function asAgents<One extends Item>(item: One): One {
  if (item.author !== 'person') return item;
  const { knowledge } = detailOfKind(item, 'knowledge');
  const isRule = knowledge === 'constraint' || knowledge === 'heuristic';
  const detail = detailOf({ ...item.detail, ...(isRule ? {} : { standing: undefined }) });
  const agents = { ...item, author: 'agent', exposed: true, detail } as One;
  return item.detail.status === 'stated' ? withDetail(agents, { status: 'proposed' }) : agents;
}

/** A statement with the mark that an agent seems to have made it, or judged it, for a person. */
export function withTakenBack<One extends Item>(item: One): One {
  return item.kind === 'knowledge' ? { ...item, detail: detailOf({ ...item.detail, takenBack: true }) } : item;
}

/** True for a constraint that a person stated or confirmed, for a confirmed pattern, and for the rule of a confirmed tripwire. */
export function isGuard(item: Item): boolean {
  if (isHeldBy(item)) return true;
  return (item.kind === 'pattern' || detailOfKind(item, 'knowledge').knowledge === 'constraint') && isGuarded(item);
}

/** True for what a person stated or confirmed, be it by its tripwire, and for what an agent only seems to have, in a person's name. */
export function isGuarded(item: Item): boolean {
  const { takenBack } = detailOfKind(item, 'knowledge');
  if (isHeldBy(item)) return true;
  return item.author === 'person' || item.detail.status === 'confirmed' || takenBack === true;
}

/** True for what only a person hides: all that a person stated or confirmed. A prompt states nothing by itself. */
export function isPersons(item: Item): boolean {
  return item.kind !== 'prompt' && isGuarded(item);
}

/** The memory as a proposal; blocks do not quote one that counted, or counted no more. */
function doubtful<One extends Item>(item: One): One {
  const { status } = item.detail;
  const agents = { ...asAgents(item), exposed: item.exposed || isTold(item) || isOver(status) };
  const isKnowledge = item.kind === 'knowledge';
  const left = isKnowledge ? 'proposed' : status === 'confirmed' ? undefined : status;
  const detail = detailOf({ ...agents.detail, status: left, ...(isKnowledge && { supersededBy: undefined }) });
  return withTakenBack({ ...agents, detail });
}

/** True for what blocks tell as a person's word. */
function isTold({ author, detail }: Item): boolean {
  const isWhole = author === 'person' || detail.status === 'confirmed';
  return isWhole && !isOver(detail.status) && detail.hidden !== true && detail.muted !== true;
}

function isArmed({ detail }: Item): boolean {
  return detail.status === 'confirmed' && detail.hidden !== true && detail.muted !== true;
}

/** The item, hidden and muted where one of some is. */
function withLess<One extends Item>(item: One, of: readonly Item[]): One {
  const hidden = of.some(({ detail }) => detail.hidden === true) || undefined;
  const muted = of.some(({ detail }) => detail.muted === true) || undefined;
  return { ...item, detail: detailOf({ ...item.detail, hidden, muted }) };
}
