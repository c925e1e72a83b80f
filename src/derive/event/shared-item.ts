import { isJsonObject, type JsonObject } from '../../core/json.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import { ITEM_PREFIX, type ItemId, isPublicId } from '../../core/model/ids.ts';
import { type Item, withDetail } from '../../core/model/item.ts';
import { AUTHORS, type ItemKind, isOver, KNOWLEDGE_STATUSES, type KnowledgeStatus } from '../../core/model/kinds.ts';
import type { SharedMemory } from '../../core/model/shared-memory.ts';
import { memberName } from '../../core/text/member-name.ts';
import { detailOf, makeSessionItem } from '../item/make-item.ts';
import { RULES, ruleName } from '../item/rules.ts';
import { validateDetail, validateKnowledge } from '../item/validate-detail.ts';

/** Kinds of items that homes share; of observations only notes. */
export const SHARED_KINDS = ['knowledge', 'summary', 'pattern', 'observation', 'topic', 'commit'] as const;

/** True for an item that another home shared. */
export function isFromMember({ rule }: Pick<Item, 'rule'>): boolean {
  return rule.startsWith(`${ruleName(RULES.shared)}@`);
}

/**
 * The item of a memory that another home shared; none for a kind that nobody shares. Whoever said it there, here it is a team
 * member's: knowledge is proposed until a person here accepts it. It belongs to no session of this home.
 */
export function sharedItem(event: StoredEvent, { home, member, target, item }: SharedMemory): Item[] {
  if (!isJsonObject(item)) return [];
  const kind = SHARED_KINDS.find((known) => known === item.kind);
  if (kind === undefined || !isPublicId(target) || !target.startsWith(ITEM_PREFIX[kind])) return [];
  const author = AUTHORS.find((known) => known === item.author) ?? 'agent';
  const { title, text, exposed, at } = item;
  const shared = { member: shownName(member), home, author };
  const draft = { rule: RULES.shared, author: 'member' as const, title, text, exposed: exposed !== false };
  // Logs hold times that are no whole numbers, taken in before they were refused.
  const place = { id: target as ItemId, project: event.project, at: Math.trunc(at) };
  const detail = { ...sharedDetail(kind, item.detail), shared };
  const made = makeSessionItem<ItemKind>({ ...draft, ...place, kind, detail: detailOf<ItemKind>(detail) });
  return [{ ...made, event: event.id } as Item];
}

/** The item under the name that its member has for it. */
export function sharedBy(item: Item, member: string): Item {
  const { shared } = item.detail;
  if (shared === undefined) return item;
  return withDetail(item, { shared: { ...shared, member: shownName(member) } });
}

function shownName(member: string): string {
  return memberName(member) || 'a team member';
}

/** What is kept of the detail of a memory that is shared: by whom it is shared, and by whom it is taken in. */
export function sharedDetail(kind: ItemKind, detail: JsonObject): JsonObject {
  // A caller's own name for it, and data of a caller, are of its home alone.
  const {
    ref: _ref,
    metadata: _metadata,
    checkpoint: _checkpoint,
    stated: _stated,
    observation: _sort,
    ...stated
  } = validateDetail(detail) as JsonObject;
  if (kind === 'observation') return { ...stated, observation: 'note', status: statusOf(detail) };
  if (kind === 'knowledge') {
    const knowledge = validateKnowledge(detail.knowledge) ?? 'decision';
    const standing = detail.standing === true ? { standing: true } : {};
    return { ...stated, knowledge, ...standing, status: statusOf(detail) };
  }
  if (kind === 'commit') return commitDetail(stated, detail);
  return stated;
}

/** Knowledge is proposed; what its home gave up is given up. */
function statusOf({ status }: JsonObject): KnowledgeStatus {
  const known = KNOWLEDGE_STATUSES.find((one) => one === status);
  return isOver(known) ? known : 'proposed';
}

function commitDetail(stated: JsonObject, { commit }: JsonObject): JsonObject {
  const { hash, branch } = isJsonObject(commit) ? commit : {};
  const named = typeof branch === 'string' ? { branch } : {};
  return { ...stated, commit: { hash: typeof hash === 'string' ? hash : '', ...named, filesInferred: true } };
}
