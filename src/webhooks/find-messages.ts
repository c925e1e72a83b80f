// webhooks: messages of what happens to the addresses that a person set: what there is to tell, what leaves of it, and how
// it is sent, signed and retried. Nothing here decides what is remembered.

import { hashBase32 } from '../core/hash.ts';
import { asString, type JsonObject } from '../core/json.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { partsOf } from '../core/parts-of.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { SessionRow } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { shareKindOf } from '../sync/share-kinds.ts';
import { sharedHash } from '../sync/to-memory.ts';
import { WEBHOOK_KINDS, type WebhookKind, type WebhookType } from './webhook-settings.ts';
import type { WaitingMessage, WebhookState } from './webhook-state.ts';

/** What looking for messages needs. */
export interface MessageSources {
  store: Pick<Store, 'log' | 'items' | 'sync' | 'distilled'>;
  kinds: ReadonlySet<WebhookKind>;
  now: () => number;
  signal: AbortSignal;
}

/** Events that are looked at in one step, and the most that are looked at after a long time. */
const WINDOW = 500;
const WINDOWS = 100;
const PAGE = 200;
/** What happened longer ago than this is not told: an import of old sessions tells nothing. */
const RECENT_MS = DAY_MS;
/** Milliseconds without an event after which a session whose end nobody reported has ended. */
const QUIET_MS = 600_000;
/** Milliseconds until what waits to be derived is looked at again. */
const AGAIN_MS = 2_000;

/**
 * Finds what there is to tell since the last time, which it moves on in `state`: ids, types and times, no words. `againMs`:
 * when to look again, where something is not finished yet.
 */
export async function findMessages(
  deps: MessageSources,
  state: WebhookState,
): Promise<{ found: WaitingMessage[]; againMs?: number }> {
  const { log } = deps.store;
  const [pending] = await log.pending(1);
  const last = pending === undefined ? await log.lastSeq() : Math.max(state.seq, pending.seq - 1);
  state.seq = Math.max(state.seq, last - WINDOW * WINDOWS);
  const found: WaitingMessage[] = [];
  while (state.seq < last && !deps.signal.aborted) {
    const until = Math.min(state.seq + WINDOW, last);
    const events = (await log.since(state.seq, WINDOW)).filter(({ seq }) => seq <= until);
    found.push(...(await lookAtWindow(deps, { events, after: state.seq, until }, state)));
    state.seq = until;
    await yieldToEventLoop();
  }
  const ends = await lookAtEnds(deps, state);
  found.push(...ends.found);
  const waits = [...(pending === undefined ? [] : [AGAIN_MS]), ...ends.againMs];
  const told = found.filter(({ type }) => isTold(type, deps.kinds));
  return { found: told, ...(waits.length === 0 ? {} : { againMs: Math.min(...waits) }) };
}

function isTold(type: WebhookType, kinds: ReadonlySet<WebhookKind>): boolean {
  return [...kinds].some((kind) => (WEBHOOK_KINDS[kind] as readonly string[]).includes(type));
}

/** The id of a message: the same for the same thing. */
function messageId(type: WebhookType, ...of: readonly string[]): string {
  return `msg_${hashBase32([type, ...of], 26)}`;
}

interface LogWindow {
  events: readonly StoredEvent[];
  after: number;
  until: number;
}

async function lookAtWindow(
  deps: MessageSources,
  { events, after, until }: LogWindow,
  state: WebhookState,
): Promise<WaitingMessage[]> {
  const { store, now } = deps;
  const recent = events.filter(({ at }) => at > now() - RECENT_MS);
  if (recent.length === 0) return [];
  const found: WaitingMessage[] = [];
  const firstAt = new Map<SessionId, number>();
  for (const { session, at } of recent) firstAt.set(session, Math.min(at, firstAt.get(session) ?? at));
  for (const { id, startedAt } of await sessionsOf(store, [...firstAt.keys()])) {
    state.open.add(id);
    if (startedAt < (firstAt.get(id) ?? 0)) continue;
    const type = 'session.started';
    found.push({ id: messageId(type, id), type, at: startedAt, session: id });
  }
  for (const { id, at, session, body } of recent) {
    if (body.kind !== 'turn.failed') continue;
    found.push({ id: messageId(body.kind, id), type: body.kind, at, session, event: id });
  }
  const named = new Set<string>(
    recent.flatMap(({ id, body }) => [id, asString((body as unknown as JsonObject).target) ?? '']),
  );
  for (const part of partsOf(await store.sync.changedItems(after, until), PAGE)) {
    const items = await store.items.get(part);
    found.push(...items.filter(({ id, event }) => named.has(event ?? '') || named.has(id)).flatMap(ofItem));
  }
  return found;
}

/** The message about one memory: that it was stated, or that a command failed, once for each failure of a session. */
function ofItem(item: Item): WaitingMessage[] {
  const { id, at, session } = item;
  const place = { at, item: id, ...(session === undefined ? {} : { session }) };
  if (shareKindOf(item) === 'knowledge') {
    return [{ ...place, id: messageId('knowledge.added', id), type: 'knowledge.added' }];
  }
  const { failure } = detailOfKind(item, 'observation');
  if (failure === undefined) return [];
  return [{ ...place, id: messageId('command.failed', session ?? '', failure.key), type: 'command.failed' }];
}

/** The sessions that have ended, or in which nothing happened for long, with their summaries. */
async function lookAtEnds(
  { store, now }: MessageSources,
  state: WebhookState,
): Promise<{ found: WaitingMessage[]; againMs: number[] }> {
  const found: WaitingMessage[] = [];
  const againMs: number[] = [];
  const rows = await sessionsOf(store, [...state.open]);
  const there = new Set(rows.map(({ id }) => id));
  for (const id of state.open) if (!there.has(id)) state.open.delete(id);
  const waiting = new Set((await store.distilled.waitingOf(rows.map(({ id }) => id))).map(({ session }) => session));
  for (const { id, endedAt, lastAt } of rows) {
    const quietMs = lastAt + QUIET_MS - now();
    if (endedAt === undefined && quietMs > 0) {
      againMs.push(quietMs);
      continue;
    }
    if (waiting.has(id)) {
      againMs.push(AGAIN_MS);
      continue;
    }
    state.open.delete(id);
    const at = endedAt ?? lastAt;
    if (at <= now() - RECENT_MS) continue;
    found.push({ id: messageId('session.ended', id, String(at)), type: 'session.ended', at, session: id });
    const summary = await summaryOf(store, id);
    if (summary === undefined) continue;
    const type = 'summary.ready';
    found.push({ id: messageId(type, summary.id, sharedHash(summary)), type, at, session: id, item: summary.id });
  }
  return { found, againMs };
}

async function sessionsOf({ log }: MessageSources['store'], ids: readonly SessionId[]): Promise<SessionRow[]> {
  return ids.length === 0 ? [] : log.sessions({ ids, work: true, limit: ids.length });
}

/** The summary of a session by Cairn; none where there is none, or a person hid it. */
async function summaryOf({ items }: MessageSources['store'], session: SessionId): Promise<Item | undefined> {
  const { rows } = await items.page({ session, kinds: ['summary'] }, { limit: PAGE });
  return rows.find((item) => shareKindOf(item) === 'summaries' && detailOfKind(item, 'summary').summary !== undefined);
}
