import type { Caller } from '../../api/contract.ts';
import type { UpdateInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { asObject } from '../../core/json.ts';
import type { NoteChanges, StoredEvent } from '../../core/model/event.ts';
import type { Item } from '../../core/model/item.ts';
import { safeText } from '../../core/text/safe-text.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import { inTimeOrder, withoutRevoked } from '../../derive/event/apply-acts.ts';
import { evidenceOf } from '../../derive/event/held-rules.ts';
import { wordsStamp } from '../../derive/event/words-stamp.ts';
import type { Store } from '../../store/contract/store.ts';

const SHOWN_CHARS = 200;
/** The changes of a revision that a stamp covers. */
const STAMPED = ['text', 'title', 'knowledge', 'severity', 'reason', 'alternatives'] as const;

/**
 * Refuses a person's confirmation of words that were not shown: another stamp than `of`; without `of`, words that somebody
 * else changed since they were proposed, unless the person says them in the same call or confirmed them before.
 */
export async function assertSeen(
  store: Store,
  item: Item,
  { changes: { of, status, text }, caller }: { changes: UpdateInput; caller: Caller },
): Promise<void> {
  if (of !== undefined) {
    if (of !== wordsStamp(item)) refuse(item);
    return;
  }
  const confirms = caller.person && status === 'confirmed' && text === undefined;
  if (confirms && item.author !== 'person' && item.detail.status !== 'confirmed' && (await isChanged(store, item)))
    refuse(item);
}

function refuse(item: Item): never {
  const says = cutText(oneLine(safeText(item.text)), SHOWN_CHARS);
  throw new CairnError('outdated', `${item.id} says something else than when it was proposed or shown. Now: ${says}`, {
    fix: `Look at it again, then: cairn review confirm ${item.id} --of ${wordsStamp(item)}`,
  });
}

async function isChanged(store: Store, item: Item): Promise<boolean> {
  const acts = inTimeOrder(withoutRevoked(await store.log.about([item.id])));
  const stamp = wordsStamp(item);
  const wasSeen = acts.some(({ body }) => body.kind === 'confirmed' && body.person && body.of === stamp);
  if (wasSeen) return false;
  if (acts.some(isRewording) || new Set(acts.flatMap(saidIn)).size > 1) return true;
  // A tripwire quotes its rules.
  const rules = (await store.items.get(evidenceOf(item))).filter(
    ({ author, detail }) => author !== 'person' && detail.status !== 'confirmed',
  );
  for (const rule of rules) if (rule.id !== item.id && (await isChanged(store, rule))) return true;
  return false;
}

/** True for a change of words by anybody but a person, also where it was taken back. */
function isRewording({ body }: StoredEvent): boolean {
  if (body.kind !== 'revised' || body.person) return false;
  const changes: NoteChanges = body.changes;
  return body.undoes !== undefined || STAMPED.some((field) => changes[field] !== undefined);
}

/** What one report of a named note says, or one version that a member shared. */
function saidIn({ body }: StoredEvent): string[] {
  if (body.kind !== 'shared' && body.kind !== 'noted') return [];
  const { title, text, detail } = body.kind === 'shared' ? body.item : body;
  const own = body.kind === 'noted' ? { knowledge: body.knowledge } : {};
  const said: Partial<Record<string, unknown>> = { ...asObject(detail), title, text, ...own };
  return [JSON.stringify(STAMPED.map((field) => said[field]))];
}
