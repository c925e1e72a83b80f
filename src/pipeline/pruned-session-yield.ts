import type { JsonObject } from '../core/json.ts';
import type { Finding } from '../core/model/finding.ts';
import { isPublicId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { ITEM_KINDS } from '../core/model/kinds.ts';
import { inTimeOrder } from '../derive/event/apply-acts.ts';
import type { SessionYield } from '../derive/session/session-reducer.ts';
import type { Log, SessionRow } from '../store/contract/log.ts';

/**
 * The stored yield of a session of which events were pruned; `undefined` when none were, or when the session went on
 * since: then it is derived from what is left.
 */
export async function prunedSessionYield(log: Pick<Log, 'about'>, row: SessionRow): Promise<SessionYield | undefined> {
  const pruned = inTimeOrder(await log.about([row.id])).filter(({ body }) => body.kind === 'pruned');
  const last = pruned.at(-1);
  if (last?.body.kind !== 'pruned' || row.lastAt > last.at) return undefined;
  const items: readonly (JsonObject | Item)[] = last.body.items;
  const findings: readonly (JsonObject | Finding)[] = last.body.findings;
  const place = { session: row.id };
  return {
    items: items.filter(isItem).map((item) => ({ ...item, ...place })),
    findings: findings.filter(isFinding).map((finding) => ({ ...finding, ...place })),
  };
}

function isItem(value: JsonObject | Item): value is Item {
  const { id, kind, event, detail } = value;
  const isKnown = ITEM_KINDS.some((known) => known === kind) && typeof id === 'string' && isPublicId(id);
  return isKnown && event === undefined && typeof detail === 'object' && detail !== null;
}

function isFinding(value: JsonObject | Finding): value is Finding {
  const { key, evidence } = value;
  return typeof key === 'string' && Array.isArray(evidence);
}
