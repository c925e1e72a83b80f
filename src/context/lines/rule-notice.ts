import type { SessionId } from '../../core/model/ids.ts';
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

/** The standing rules taken from what a person typed in a session that the person was not shown yet. */
export async function ruleNotice(store: Store, session: SessionId, now: number): Promise<Notice | undefined> {
  const listed = await store.items.list({ kinds: ['knowledge'], authors: ['person'], session }, { limit: LOOKED_AT });
  const rules = listed.filter((item) => isStanding(item) && isCurrentKnowledge(item) && isTyped(item));
  if (rules.length === 0) return undefined;
  const noticed = new Set(await store.items.noticed(session));
  const fresh = rules.filter(({ id }) => !noticed.has(id)).slice(0, MAX_RULES);
  if (fresh.length === 0) return undefined;
  return {
    text: fresh.map(({ id, text }) => noticeOf(id, text)).join('\n'),
    injection: { session, at: now, occasion: 'notice', ids: fresh.map(({ id }) => id), tokens: 0, shingles: [] },
  };
}

/** True for a rule that was read out of a prompt; whoever remembers one on purpose knows of it. */
function isTyped({ rule }: { rule: string }): boolean {
  return rule.startsWith('stated@');
}

function noticeOf(id: string, text: string): string {
  return `Cairn kept as your rule: "${cutText(sayable(text), RULE_CHARS)}" · undo: cairn review withdraw ${id}`;
}
