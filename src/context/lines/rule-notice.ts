import type { SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { isCurrentKnowledge } from '../../retrieval/validity/is-current.ts';
import { isStanding } from '../../retrieval/validity/is-standing.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { Injection } from '../../store/contract/items.ts';
import type { Store } from '../../store/contract/store.ts';

/** What an agent is to show to its user, never to the model, with its record for the ledger. */
export interface Notice {
  text: string;
  injection: Injection;
}

const LOOKED_AT = 20;
/** Upper bound on the rules in one notice; the others follow with the next. */
const MAX_RULES = 3;
const RULE_CHARS = 200;

/** The standing rules taken from a person's prompts in a session, those that wait among them, that the person was not shown yet. */
export async function ruleNotice(store: Store, session: SessionId, now: number): Promise<Notice | undefined> {
  const of = { kinds: ['knowledge'] as const, session };
  const kept = await store.items.list({ ...of, authors: ['person'] }, { limit: LOOKED_AT });
  const proposed = await store.items.list({ ...of, authors: ['agent'], status: ['proposed'] }, { limit: LOOKED_AT });
  const listed = [...kept, ...proposed.filter(isUnclear)];
  const rules = listed.filter((item) => isStanding(item) && isCurrentKnowledge(item) && isTyped(item));
  if (rules.length === 0) return undefined;
  const noticed = new Set(await store.items.noticed(session));
  const fresh = rules.filter(({ id }) => !noticed.has(id)).slice(0, MAX_RULES);
  if (fresh.length === 0) return undefined;
  return {
    text: fresh.map(noticeOf).join('\n'),
    injection: { session, at: now, occasion: 'notice', ids: fresh.map(({ id }) => id), tokens: 0, shingles: [] },
  };
}

/** True for a rule that was read out of a prompt; whoever remembers one on purpose knows of it. */
export function isTyped({ rule }: { rule: string }): boolean {
  return rule.startsWith('stated@');
}

function isUnclear(item: Item): boolean {
  return detailOfKind(item, 'knowledge').unclear === true;
}

function noticeOf(item: Item): string {
  const words = `"${cutText(sayable(item.text), RULE_CHARS)}"`;
  return isUnclear(item)
    ? `Cairn keeps this as your rule only if you say so: ${words} · keep: cairn review confirm ${item.id}`
    : `Cairn kept as your rule: ${words} · undo: cairn review withdraw ${item.id}`;
}
