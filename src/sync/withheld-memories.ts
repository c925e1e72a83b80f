import { sha256Hex } from '../core/hash.ts';
import type { ItemId, SessionId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { isOver } from '../core/model/kinds.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { lookUp } from '../core/parts-of.ts';
import { isFromMember } from '../derive/event/shared-item.ts';
import { RULES } from '../derive/item/rules.ts';
import type { Store } from '../store/contract/store.ts';
import { type ClosedMemory, ClosedWords, type Closing, keyOf } from './closed-words.ts';
import { itemPages } from './item-pages.ts';
import { withheldSessions } from './withheld-sessions.ts';

type Stores = Pick<Store, 'items' | 'sync' | 'log' | 'distilled'>;

/** Evidence that a pattern names at most: with as much, its findings may name more. */
const EVIDENCE = 12;
const SAID_OF_SESSION: ReadonlySet<Item['kind']> = new Set(['summary', 'topic']);

/**
 * What does not leave since it is kept private, withdrawn or hidden, and what was made of that or says the same, as all of it is at
 * this moment.
 */
export interface Withheld {
  /** Equal stamps withhold the same, but for patterns of what was replaced. */
  stamp: string;
  /** Those of some memories that do not leave. */
  among(items: readonly Item[]): Promise<ReadonlySet<ItemId>>;
}

/** Reads what is kept private, withdrawn, hidden or replaced. */
export async function readWithheld(store: Stores): Promise<Withheld> {
  const closed = await closedMemories(store);
  const words = new ClosedWords(closed);
  const said = closed
    .filter(({ why }) => why !== 'replaced')
    .map(({ item, why }) => `${why} ${item.id} ${item.contentHash}`);
  return {
    stamp: sha256Hex(said.sort().join('\n')),
    async among(items) {
      const kept = await store.sync.privateAmong(items.map(({ id }) => id));
      const ofSessions = items.filter(({ kind }) => SAID_OF_SESSION.has(kind)).flatMap(({ session }) => session ?? []);
      const sessions = await withheldSessions(store, { sessions: ofSessions, words });
      const withheld = new Set<ItemId>();
      for (const item of items) {
        const { id, kind, session } = item;
        const isHeld = kept.has(id) || (SAID_OF_SESSION.has(kind) && sessions.has(session as SessionId));
        if (isHeld || (words.size > 0 && (await isMadeOf(store, words, item)))) withheld.add(id);
      }
      return withheld;
    },
  };
}

async function closedMemories({ items, sync }: Stores): Promise<ClosedMemory[]> {
  const closed = new Map<ItemId, ClosedMemory>();
  const add = (some: readonly Item[], why: Closing): void => {
    for (const item of some) if (!closed.has(item.id)) closed.set(item.id, { item, why });
  };
  add(await lookUp(await sync.privateItems(), (part) => items.get(part)), 'private');
  const over: Item[] = [];
  for await (const page of itemPages(items, {
    kinds: ['knowledge'],
    status: ['withdrawn', 'superseded'],
    hidden: true,
  })) {
    // What a person rejects of another member is none of this home's words.
    over.push(...page.filter((item) => !isFromMember(item)));
  }
  add(
    over.filter(({ detail }) => detail.status === 'withdrawn'),
    'withdrawn',
  );
  for await (const page of itemPages(items, { hidden: 'only' })) {
    add(
      page.filter((item) => !isFromMember(item)),
      'hidden',
    );
  }
  add(await withOtherWords(items, over), 'replaced');
  return [...closed.values()];
}

/** What was superseded by other words: a copy that gave way to the same words is not replaced. */
async function withOtherWords(items: Stores['items'], over: readonly Item[]): Promise<Item[]> {
  const replaced = over.filter(({ detail }) => detail.status === 'superseded');
  const by = replaced.flatMap(({ detail }) => (detail.supersededBy ?? []) as ItemId | []);
  const found = await lookUp(new Set(by), (part) => items.get(part));
  const keys = new Map(found.map(({ id, text }) => [id, keyOf(text)]));
  return replaced.filter(({ text, detail }) => keys.get(detail.supersededBy as ItemId) !== keyOf(text));
}

/** True for what was made of a memory that does not leave, or says the same. */
async function isMadeOf(store: Stores, words: ClosedWords, item: Item): Promise<boolean> {
  switch (item.kind) {
    case 'knowledge':
    case 'observation':
      return isSaidAgain(store, words, item);
    case 'pattern':
      return words.sameAs(item).length > 0 || words.heldBy(item).length > 0 || restsOnClosed(store, words, item);
    default:
      return words.heldBy(item).length > 0;
  }
}

/** True for a statement with the words of a closed one, or with more words that hold private ones. */
async function isSaidAgain({ log }: Stores, words: ClosedWords, item: Item): Promise<boolean> {
  const same = [...words.sameAs(item), ...words.ofEvent(item.event)].filter((one) => one.item.id !== item.id);
  const isPrivate = [...same, ...words.heldBy(item)].some(({ why }) => why === 'private');
  // What no longer counts leaves only where others have its words already.
  if (isPrivate || isOver(item.detail.status)) return isPrivate;
  const isOfPerson = item.author === 'person' || item.detail.status === 'confirmed';
  // Agents hide, too, and what a person says is not theirs to close.
  if (same.some(({ why }) => why === 'hidden') && !isOfPerson) return true;
  const withdrawn = same.filter(({ why }) => why === 'withdrawn');
  if (withdrawn.length === 0) return false;
  return (await lastSaid(log, item)) <= (await lastJudged(log, withdrawn));
}

/** When a person last said, by an act of its own, that a statement counts; milliseconds since 1970. */
async function lastSaid(log: Stores['log'], item: Item): Promise<number> {
  const noted = item.author === 'person' && item.rule === RULES.noted ? item.at : 0;
  const acts = await log.about([item.id]);
  return Math.max(noted, ...acts.flatMap(({ at, body }) => (body.kind === 'confirmed' && body.person ? [at] : [])));
}

async function lastJudged(log: Stores['log'], closed: readonly ClosedMemory[]): Promise<number> {
  const acts = await log.about(closed.map(({ item }) => item.id));
  return Math.max(0, ...acts.flatMap(({ at, body }) => (body.kind === 'withdrawn' ? [at] : [])));
}

/** True for a pattern of which a closed memory is evidence. */
async function restsOnClosed({ distilled }: Stores, words: ClosedWords, item: Item): Promise<boolean> {
  const { pattern } = detailOfKind(item, 'pattern');
  if (pattern === undefined) return false;
  const isClosed = (id: ItemId): boolean => words.byId(id) !== undefined;
  if (pattern.evidence.some(isClosed)) return true;
  if (pattern.evidence.length < EVIDENCE) return false;
  const { pattern: kind, key } = pattern;
  const findings = await distilled.findings({ kind, key, ...omitUndefined({ project: item.project }) });
  return findings.some(({ evidence }) => evidence.some(isClosed));
}
