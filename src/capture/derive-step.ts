import type { EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { applyActs, nameGiven, standingTelling } from '../derive/apply-acts.ts';
import { type DeriveContext, type Derived, deriveEvent } from '../derive/derive-event.ts';
import { NO_SESSION, type NoteSession, withNoteSessions } from '../derive/note-item.ts';
import { factOf } from '../derive/session-fact.ts';
import { targetOf } from '../derive/target-of.ts';
import { ignore } from '../platform/ignored.ts';
import type { Items, Log, PendingEvent } from '../store/contract.ts';
import type { SessionContext } from './session-context.ts';
import { SessionContexts } from './session-contexts.ts';

/** Kinds of events whose items depend on what else happened in their session. */
const DEPENDENT: readonly EventKind[] = ['prompt', 'message', 'tool.end', 'subagent.end', 'compact.end', 'noted'];
/** Kinds of events that judge or change a memory or project. */
const ACTS: readonly EventKind[] = ['revised', 'confirmed', 'withdrawn', 'hidden', 'shown', 'renamed'];

/** An event and what it gives. */
interface Given {
  event: PendingEvent;
  derived: Derived;
}

/**
 * One step of deriving: events with what they are to each other, with the acts about them, into items. What becomes known
 * late marks the events before it that it changes, so that any order of arrival gives the same items in the end.
 */
export class DeriveStep {
  readonly #log: Log;
  readonly #items: Items;
  readonly #contexts: SessionContexts;
  readonly #roots = new Map<string, string | undefined>();
  readonly #late = new Map<SessionId, number>();
  /** Public ids of what acts are about. */
  #targets: Set<string> | undefined;

  constructor(parts: { log: Log; items: Items }) {
    this.#log = parts.log;
    this.#items = parts.items;
    this.#contexts = new SessionContexts({
      log: parts.log,
      derive: async (event) => deriveSafely(event, await this.#rootContext(event.project)),
    });
  }

  /** Derives events and stores what they give. */
  async derive(events: readonly PendingEvent[]): Promise<void> {
    const targets = await this.#knownTargets();
    for (const event of events) {
      const target = ACTS.includes(event.body.kind) ? targetOf(event) : undefined;
      if (target !== undefined) targets.add(target);
    }
    const given = await this.#giveInContext(events);
    const put = await this.#withActs(given);
    const exposed = given.flatMap(({ event, derived }) =>
      derived.exposedAt === undefined ? [] : [{ session: event.session, at: derived.exposedAt }],
    );
    const derived = events.map(({ id, seq, revision }) => ({ id, seq, revision }));
    await this.#items.apply({ derived, put, exposed });
    await this.#afterActs(events);
    this.#contexts.trim();
  }

  /** An item of a whole session, as people and agents left it. */
  async judged(item: Item): Promise<Item> {
    if (!(await this.#knownTargets()).has(item.id)) return item;
    return applyActs(item, await this.#log.about([item.id]));
  }

  /** Marks what has to be derived anew since something became known late; true when there was something. */
  async markLate(): Promise<boolean> {
    const late = [...this.#late];
    this.#late.clear();
    for (const [session, since] of late) {
      let after = 0;
      for (;;) {
        const page = { after, limit: LIMITS.batchEvents };
        const events = await this.#log.select({ session, kinds: DEPENDENT, since }, page);
        if (events.length > 0) await this.#log.derivedAnew(events.map(({ id }) => id));
        after = events.at(-1)?.seq ?? after;
        if (events.length < page.limit) break;
      }
      const context = await this.#contexts.open(session);
      const notes = context.notes().filter(({ at }) => at >= since);
      await this.#deriveAnew(notes.map(({ id }) => id));
    }
    return late.length > 0;
  }

  /** Prompts first, then tool calls by time, then what agents said: each needs to know those before. */
  async #giveInContext(events: readonly PendingEvent[]): Promise<Given[]> {
    const contexts = await this.#openContexts(events);
    const before = new Map([...contexts].map(([session, context]) => [session, context.latestAt]));
    const given: Given[] = [];
    for (const event of [...events].sort(compareTurns)) {
      const context = contexts.get(event.session);
      const root = await this.#rootContext(event.project);
      const derived = deriveSafely(event, { ...context?.contextOf(event), ...root });
      given.push({ event, derived });
      if (context === undefined) continue;
      const isNews = context.add(event.seq, factOf(event, derived));
      context.latestAt = Math.max(context.latestAt, event.at);
      if (isNews && event.at <= (before.get(event.session) ?? 0)) this.#noteLate(event);
    }
    return given;
  }

  #noteLate({ session, at }: StoredEvent): void {
    this.#late.set(session, Math.min(at, this.#late.get(session) ?? at));
  }

  async #openContexts(events: readonly PendingEvent[]): Promise<Map<SessionId, SessionContext>> {
    const first = new Map<SessionId, number>();
    for (const { session, seq } of events) if (!first.has(session)) first.set(session, seq);
    const contexts = new Map<SessionId, SessionContext>();
    for (const [session, seq] of first) contexts.set(session, await this.#contexts.open(session, seq));
    return contexts;
  }

  /** The items of events, with all that people and agents did about them. */
  async #withActs(given: readonly Given[]): Promise<Item[]> {
    const targets = await this.#knownTargets();
    const asked = given.flatMap(({ event, derived }) =>
      derived.items.filter(({ id }) => event.body.kind === 'noted' || targets.has(id)).map(({ id }) => id),
    );
    const about = new Map<string, StoredEvent[]>();
    for (const act of asked.length === 0 ? [] : await this.#log.about([...new Set(asked)])) {
      const target = targetOf(act) ?? '';
      about.set(target, [...(about.get(target) ?? []), act]);
    }
    const put: Item[] = [];
    for (const { event, derived } of given) {
      for (const item of derived.items) {
        const told = await this.#toldItem(event, item, about.get(item.id) ?? []);
        if (told !== undefined) put.push(told);
      }
    }
    return put;
  }

  /** The item, or nothing when another telling of the same note stands. */
  async #toldItem(event: StoredEvent, item: Item, about: readonly StoredEvent[]): Promise<Item | undefined> {
    if (event.body.kind !== 'noted') return applyActs(item, about);
    const calls = about.filter(({ body }) => body.kind === 'tool.end');
    const acts = about.filter(({ body }) => body.kind !== 'tool.end' && body.kind !== 'noted');
    const noted = withNoteSessions(item, await this.#noteSessions(event, calls));
    if (event.body.detail.ref === undefined) return applyActs(noted, acts);
    const standing = standingTelling([...about.filter(({ body }) => body.kind === 'noted'), ...acts]);
    if (standing !== undefined && standing.telling.id !== event.id) return undefined;
    return applyActs(noted, standing?.acts ?? acts);
  }

  /** The sessions in which a note was stated: those that called Cairn for it, or the one that its caller named. */
  async #noteSessions(event: StoredEvent, calls: readonly StoredEvent[]): Promise<NoteSession[]> {
    const sessions: NoteSession[] = [];
    const own =
      event.agentSession !== NO_SESSION && event.sources.some((source) => source === 'sdk' || source === 'http');
    for (const call of own ? [event, ...calls] : calls) {
      const context = await this.#contexts.open(call.session);
      sessions.push({ exposed: context.exposedAt <= call.at, readings: context.readings(call.at) });
    }
    return sessions;
  }

  /** What acts are about is derived anew, when it was derived already; projects are named. */
  async #afterActs(events: readonly PendingEvent[]): Promise<void> {
    const targets = new Set(events.flatMap((event) => (event.body.kind === 'noted' ? [] : (targetOf(event) ?? []))));
    for (const target of targets) {
      if (target.startsWith('r_')) {
        await this.#log.nameProject(target as ProjectId, nameGiven(await this.#log.about([target])) || undefined);
      }
    }
    await this.#deriveAnew(
      [...targets].filter((target) => !target.startsWith('r_')),
      new Set(events.map(({ id }) => id)),
    );
  }

  async #deriveAnew(targets: readonly string[], except: ReadonlySet<EventId> = new Set()): Promise<void> {
    if (targets.length === 0) return;
    const items = await this.#items.get(targets as ItemId[]);
    const sources = items.flatMap(({ event }) => (event === undefined || except.has(event) ? [] : [event]));
    if (sources.length > 0) await this.#log.derivedAnew([...new Set(sources)]);
  }

  async #knownTargets(): Promise<Set<string>> {
    if (this.#targets !== undefined) return this.#targets;
    const targets = new Set<string>();
    let after = 0;
    for (;;) {
      const page = { after, limit: LIMITS.batchEvents };
      const acts = await this.#log.select({ kinds: ACTS }, page);
      for (const act of acts) targets.add(targetOf(act) ?? '');
      after = acts.at(-1)?.seq ?? after;
      if (acts.length < page.limit) break;
    }
    this.#targets = targets;
    return targets;
  }

  async #rootContext(project: string | undefined): Promise<DeriveContext> {
    if (project === undefined) return {};
    if (!this.#roots.has(project)) for (const row of await this.#log.projects()) this.#roots.set(row.id, row.root);
    const projectRoot = this.#roots.get(project);
    return projectRoot === undefined ? {} : { projectRoot };
  }
}

function compareTurns(one: StoredEvent, other: StoredEvent): number {
  return rankOf(one) - rankOf(other) || one.at - other.at || one.seq - other.seq;
}

function rankOf({ body }: StoredEvent): number {
  return body.kind === 'prompt' ? 0 : body.kind === 'tool.end' ? 1 : 2;
}

/** An event that a rule cannot take gives nothing and is counted: it must not stop the others. */
function deriveSafely(event: StoredEvent, context: DeriveContext): Derived {
  try {
    return deriveEvent(event, context);
  } catch (error) {
    ignore(error, `an event of kind ${event.body.kind} could not be derived`);
    return { items: [] };
  }
}
