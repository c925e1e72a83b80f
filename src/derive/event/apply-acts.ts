import { LIMITS } from '../../core/limits.ts';
import type { EventKind, NoteChanges, Retired, StoredEvent } from '../../core/model/event.ts';
import type { Item, ItemDetail } from '../../core/model/item.ts';
import { asItem, detailOfKind, withDetail } from '../../core/model/item.ts';
import { firstLine } from '../../core/text/text.ts';
import { detailOf, reworded } from '../item/make-item.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';

/** Acts about whether a note is shown or told, which new words do not change. */
const LASTING: ReadonlySet<EventKind> = new Set(['hidden', 'shown', 'muted', 'unmuted']);

/** Events ordered by time, then by their position in the log. */
export function inTimeOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return events.toSorted((one, other) => one.at - other.at || one.seq - other.seq);
}

/**
 * Applies all acts about an item: revise, confirm, withdraw, hide, show, mute, unmute, retire, restore. An agent cannot revise
 * a memory that a person stated or confirmed; only a person confirms, withdraws, shows again and mutes. `acts` may come in
 * any order. What an agent turned out to have run (`revoked`) counts as the agent's.
 */
export function applyActs(item: Item, acts: readonly StoredEvent[]): Item {
  const own = acts.some(({ body }) => body.kind === 'revoked' && body.act === item.event) ? asAgents(item) : item;
  return inTimeOrder(withoutRevoked(acts)).reduce(applyAct, own);
}

/** Acts with those that an agent turned out to have run as the agent's. */
function withoutRevoked(acts: readonly StoredEvent[]): StoredEvent[] {
  const revoked = new Set(acts.flatMap(({ body }) => (body.kind === 'revoked' ? [body.act] : [])));
  return acts.map((act): StoredEvent => {
    const { body } = act;
    return revoked.has(act.id) && 'person' in body && body.person
      ? ({ ...act, body: { ...body, person: false } } as StoredEvent)
      : act;
  });
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

/**
 * Picks the report that counts from all reports of a note that its caller named, and the acts that apply to it. The latest
 * report counts, but an agent's report after a person's, or after a person confirmed the note, is ignored.
 */
export function latestReport(about: readonly StoredEvent[]): { report: StoredEvent; acts: StoredEvent[] } | undefined {
  let report: StoredEvent | undefined;
  let guarded = false;
  let acts: StoredEvent[] = [];
  for (const event of inTimeOrder(withoutRevoked(about))) {
    const { body } = event;
    if (body.kind === 'noted') {
      if (guarded && !body.person) continue;
      report = event;
      guarded = body.person;
      acts = acts.filter(({ body: { kind } }) => LASTING.has(kind));
    } else {
      if (body.kind === 'confirmed') guarded ||= body.person;
      acts.push(event);
    }
  }
  return report === undefined ? undefined : { report, acts };
}

/** The latest name given to a project; empty when it is to have its own name again, `undefined` when it was never renamed. */
export function givenName(acts: readonly StoredEvent[]): string | undefined {
  const names = inTimeOrder(acts).flatMap(({ body }) => (body.kind === 'renamed' ? [body.name.trim()] : []));
  return names.at(-1);
}

function applyAct(item: Item, { body, at }: StoredEvent): Item {
  switch (body.kind) {
    case 'revised':
      return isGuarded(item) && !body.person ? item : revise(item, body.changes, body.person);
    case 'confirmed':
    case 'withdrawn':
      return body.person ? withDetail(item, { status: body.kind }) : item;
    case 'hidden':
      return withDetail(item, { hidden: true });
    case 'retired':
    case 'restored':
      return retire(item, body, at);
    case 'shown':
      return body.person ? without(item, 'hidden') : item;
    case 'muted':
      return body.person ? withDetail(item, { muted: true }) : item;
    case 'unmuted':
      return body.person ? without(item, 'muted') : item;
    default:
      return item;
  }
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

function isGuarded(item: Item): boolean {
  return item.author === 'person' || item.detail.status === 'confirmed';
}

/** A person's revision makes the item the person's; an agent's marks it as exposed, since nobody knows what the agent had read. */
function revise(item: Item, changes: NoteChanges, person: boolean): Item {
  const { text, title } = changes;
  const knowledge = changes.knowledge === 'note' ? 'note' : validateKnowledge(changes.knowledge);
  const isOwnTitle = item.title !== firstLine(item.text, LIMITS.titleChars);
  const kind = knowledge === undefined ? item.kind : knowledge === 'note' ? 'observation' : 'knowledge';
  const detail: ItemDetail = item.detail;
  const revised = reworded(asItem({ ...item, kind, detail }), {
    text: text ?? item.text,
    title: title ?? (text === undefined || isOwnTitle ? item.title : firstLine(text, LIMITS.titleChars)),
    detail: detailOf({
      ...detail,
      ...validateDetail(changes),
      ...sortOf(item, kind, knowledge),
      quoted: undefined,
    }),
  });
  if (!person) return { ...revised, exposed: true };
  const taken = { ...revised, author: 'person' as const };
  return item.detail.status === 'proposed' ? withDetail(taken, { status: 'stated' }) : taken;
}

function sortOf(
  item: Item,
  kind: Item['kind'],
  knowledge: NoteChanges['knowledge'],
): { knowledge?: ItemDetail['knowledge'] | undefined; observation?: ItemDetail['observation'] | undefined } {
  if (knowledge === undefined || (kind === item.kind && knowledge === 'note')) return {};
  return knowledge === 'note' ? { knowledge: undefined, observation: 'note' } : { knowledge, observation: undefined };
}
