import { isJsonObject } from '../../core/json.ts';
import type { EventBody, Judged } from '../../core/model/event.ts';
import type { HeldMatcher } from '../../core/model/finding.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { evidenceOf, isHeldBy, isOfTripwire, isTripwire } from '../../derive/event/held-rules.ts';
import type { Store } from '../../store/contract/store.ts';

/** Upper bound on the rules that one judgement of a tripwire names. */
const MOST_RULES = 64;

const JUDGING: ReadonlySet<EventBody['kind']> = new Set(['confirmed', 'withdrawn', 'superseded', 'reopened']);

/** A person's judgement of a tripwire with the rules that it rests on, now or at an earlier judgement; any other act as it is. */
export async function withRules(store: Store, item: Item, body: EventBody): Promise<EventBody> {
  if (!isTripwire(item) || !JUDGING.has(body.kind)) return body;
  const before = (await store.log.about([item.id])).flatMap((act) => (isOfTripwire(act.body) ? act.body.rules : []));
  const rules = [...new Set([...evidenceOf(item), ...before])].slice(0, MOST_RULES);
  const holds = body.kind === 'confirmed' ? heldMatcher(item) : undefined;
  return rules.length === 0 ? body : { ...(body as Judged), rules, ...omitUndefined({ holds }) };
}

function heldMatcher(item: Item): HeldMatcher | undefined {
  const { key, more } = detailOfKind(item, 'pattern').pattern ?? {};
  return key !== undefined && isJsonObject(more?.matcher) ? { key, matcher: more.matcher } : undefined;
}

/** True for a confirmed tripwire of which a rule is not held: it was confirmed by an earlier version, or rests on more by now. */
export async function holdsTooLittle(store: Store, item: Item): Promise<boolean> {
  if (!isTripwire(item) || item.detail.status !== 'confirmed') return false;
  const rules = await store.items.get(evidenceOf(item));
  return rules.some((rule) => rule.kind === 'knowledge' && !isHeldBy(rule, item.id));
}
