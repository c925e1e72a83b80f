import type { StoredEvent } from '../../../src/core/model/event.ts';
import type { Finding } from '../../../src/core/model/finding.ts';
import type { EventId, ItemId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { detailOfKind } from '../../../src/core/model/item.ts';
import { settledWords } from '../../../src/derive/claim/settled-words.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import type { Claim, SaidClaim } from './distill-score.ts';

const MOST = 100_000;
const DECIDED = new Set(['decision', 'rejected', 'constraint']);

/** Everything that a store claims, before it is scored. */
export interface Claims {
  findings: Finding[];
  items: Item[];
  /** What the event of an item is called in labels. */
  nameOf: ReadonlyMap<ItemId, string>;
  /** By what labels call it. */
  events: ReadonlyMap<string, { session: string; text: string; isPrompt: boolean; files: string[] }>;
}

/** Reads all that a store claims. */
export async function readClaims(store: Store): Promise<Claims> {
  const items = await store.items.list({}, { limit: MOST });
  const kinds = ['fix', 'error', 'decision', 'preference'] as const;
  const found = await store.distilled.find({ kinds, limit: MOST });
  // What counts only once it returns in another session claims nothing by itself.
  const findings = found.filter(({ detail }) => detail.states !== 'returning');
  const events = new Map<string, { session: string; text: string; isPrompt: boolean; files: string[] }>();
  const changed = new Map(items.map(({ event, detail }) => [event, detail.filesChanged ?? []]));
  const names = new Map<EventId, string>();
  for (let after = 0, page = await store.log.since(0, 500); page.length > 0; page = await store.log.since(after, 500)) {
    for (const event of page) {
      names.set(event.id, eventName(event));
      const text = 'text' in event.body ? event.body.text : '';
      const files = changed.get(event.id) ?? [];
      events.set(eventName(event), { session: event.session, text, isPrompt: event.body.kind === 'prompt', files });
    }
    after = page.at(-1)?.seq ?? after;
  }
  const nameOf = new Map(items.map(({ id, event }) => [id, (event && names.get(event)) ?? '']));
  return { items, findings, events, nameOf };
}

/** Calls by the id of their event; what was said by session and time: its event's id tells of the file's place too. */
function eventName({ id, session, at, body }: StoredEvent): string {
  return body.kind === 'prompt' || body.kind === 'message' ? `${session}@${at}` : id;
}

/** A finding as a claim. */
export function toClaim({ kind, session, key, evidence }: Finding, { nameOf }: Claims): Claim {
  const events = evidence.flatMap((id) => nameOf.get(id) ?? []);
  return { name: `${kind} of ${session}: ${events.join(' ')} (${key.slice(0, 60)})`, events };
}

/** Failures that came up twice and more, over all sessions. */
export function recurring(findings: readonly Finding[], claims: Claims): Claim[] {
  const groups = Map.groupBy(findings, ({ key, project }) => `${project} ${key}`);
  return [...groups.values()].flatMap((group) => {
    const count = group.reduce((sum, finding) => sum + finding.count, 0);
    const parts = group.map((finding) => toClaim(finding, claims));
    const whole = { name: parts.map(({ name }) => name).join('; '), events: parts.flatMap(({ events }) => events) };
    return count < 2 ? [] : [whole];
  });
}

/** Choices that some sessions left as knowledge; a question with which a person refused a call settles nothing. */
export function knowledge({ items, nameOf }: Claims, isMeasured: (session: string) => boolean): SaidClaim[] {
  return items
    .filter(({ session, event }) => session !== undefined && event !== undefined && isMeasured(session))
    .filter((item) => item.kind === 'knowledge')
    .filter((item) => DECIDED.has(item.detail.knowledge ?? '') && settledWords(item) !== undefined)
    .map(({ id, text }) => ({ name: `${id} of ${nameOf.get(id)}`, events: [nameOf.get(id) ?? ''], text }));
}

/** Choices that the summaries of some sessions name. */
export function summarised({ items, nameOf }: Claims, isMeasured: (session: string) => boolean): SaidClaim[] {
  return items
    .filter(({ session }) => session !== undefined && isMeasured(session))
    .flatMap((item) => {
      const { summary } = detailOfKind(item, 'summary');
      return (summary?.decisions ?? []).map((decision) => ({ id: item.id, ...decision }));
    })
    .map(({ id, ids, text }) => {
      const events = ids.flatMap((source) => nameOf.get(source) ?? []);
      return { name: `${id} from ${events.join(' ')}`, events, text };
    });
}
