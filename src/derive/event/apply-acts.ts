import { LIMITS } from '../../core/limits.ts';
import type { NoteChanges, Retired, StoredEvent } from '../../core/model/event.ts';
import type { Item, ItemDetail } from '../../core/model/item.ts';
import { firstLine } from '../../core/text/text.ts';
import { detailOf, reworded } from '../item/make-item.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';

/** Events in the order in which they count: by time, then as they came into the log. */
export function inTimeOrder(events: readonly StoredEvent[]): StoredEvent[] {
  return [...events].sort((one, other) => one.at - other.at || one.seq - other.seq);
}

/**
 * An item as people and agents left it: revised, confirmed, withdrawn, hidden, shown again. A person's or confirmed memory
 * an agent cannot revise; only a person confirms, withdraws and shows again. `acts` in any order.
 */
export function applyActs(item: Item, acts: readonly StoredEvent[]): Item {
  return inTimeOrder(acts).reduce(applyAct, item);
}

/**
 * Of all tellings of a note that its caller named, and the acts about it: the telling that stands, and the acts after it.
 * The latest stands, but an agent's after a person's, or after a person confirmed, counts for nothing.
 */
export function latestReport(about: readonly StoredEvent[]): { telling: StoredEvent; acts: StoredEvent[] } | undefined {
  let telling: StoredEvent | undefined;
  let guarded = false;
  let acts: StoredEvent[] = [];
  for (const event of inTimeOrder(about)) {
    const { body } = event;
    if (body.kind === 'noted') {
      if (guarded && !body.person) continue;
      telling = event;
      guarded = body.person;
      acts = acts.filter((act) => act.body.kind === 'hidden' || act.body.kind === 'shown');
    } else {
      if (body.kind === 'confirmed') guarded ||= body.person;
      acts.push(event);
    }
  }
  return telling === undefined ? undefined : { telling, acts };
}

/** What a project is called: by the latest name that it was given; empty for its own. */
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
      return body.person ? { ...item, detail: { ...item.detail, status: body.kind } } : item;
    case 'hidden':
      return { ...item, detail: { ...item.detail, hidden: true } };
    case 'retired':
    case 'restored':
      return retire(item, body, at);
    case 'shown': {
      if (!body.person) return item;
      const { hidden: _, ...detail } = item.detail;
      return { ...item, detail };
    }
    default:
      return item;
  }
}

/** Only the batch that retired a memory restores it; the same holds for what a memory stands for. */
function retire(item: Item, { kind, batch, targets, standing, reason = 'age' }: Retired, at: number): Item {
  let { retired, repeated } = item.detail;
  if (kind === 'restored') {
    if (retired?.batch === batch) retired = undefined;
    if (repeated?.batch === batch) repeated = undefined;
  } else {
    if (targets.includes(item.id)) retired = { at, batch, reason };
    const stands = standing?.find(({ id }) => id === item.id);
    if (stands !== undefined) {
      const { count, firstAt, lastAt } = stands;
      repeated = { count, firstAt, lastAt, batch };
    }
  }
  return { ...item, detail: detailOf({ ...item.detail, retired, repeated }) };
}

function isGuarded(item: Item): boolean {
  return item.author === 'person' || item.detail.status === 'confirmed';
}

/** Words that a person gave are a person's; what an agent had read before it gave others, nobody knows. */
function revise(item: Item, changes: NoteChanges, person: boolean): Item {
  const { text, title } = changes;
  const knowledge = changes.knowledge === 'note' ? 'note' : validateKnowledge(changes.knowledge);
  const isOwnTitle = item.title !== firstLine(item.text, LIMITS.titleChars);
  const kind = knowledge === undefined ? item.kind : knowledge === 'note' ? 'observation' : 'knowledge';
  const revised = reworded(item, {
    kind,
    text: text ?? item.text,
    title: title ?? (text === undefined || isOwnTitle ? item.title : firstLine(text, LIMITS.titleChars)),
    detail: detailOf({
      ...item.detail,
      ...validateDetail(changes),
      ...sortOf(item, kind, knowledge),
      quoted: undefined,
    }),
  });
  if (!person) return { ...revised, exposed: true };
  const status = item.detail.status === 'proposed' ? 'stated' : item.detail.status;
  return { ...revised, author: 'person', detail: detailOf({ ...revised.detail, status }) };
}

function sortOf(
  item: Item,
  kind: Item['kind'],
  knowledge: NoteChanges['knowledge'],
): { knowledge?: ItemDetail['knowledge'] | undefined; observation?: ItemDetail['observation'] | undefined } {
  if (knowledge === undefined || (kind === item.kind && knowledge === 'note')) return {};
  return knowledge === 'note' ? { knowledge: undefined, observation: 'note' } : { knowledge, observation: undefined };
}
