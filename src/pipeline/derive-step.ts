import { toCairnError } from '../core/errors.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { NO_SESSION } from '../core/model/own-sessions.ts';
import { applyActs, latestReport } from '../derive/event/apply-acts.ts';
import { type DeriveContext, type DerivedItems, deriveEvent, isImported } from '../derive/event/derive-event.ts';
import { asAgents, doubtedIn } from '../derive/event/in-doubt.ts';
import { type NoteSession, withNoteSessions } from '../derive/event/note-item.ts';
import { FACT_KINDS, factOf } from '../derive/event/session-fact.ts';
import { ignore } from '../platform/ignored.ts';
import type { Items } from '../store/contract/items.ts';
import type { Log, PendingEvent } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { Acts, type ActsDeps } from './acts.ts';
import { type EventInSession, markCopied } from './copied-statements.ts';
import { expectedBefore, markAnswers } from './expected-prompts.ts';
import { InjectedStatementFilter } from './injected-statement-filter.ts';
import { Invalidations } from './invalidations.ts';
import type { SessionContext } from './session-state/session-context.ts';
import { type ContextDeps, SessionContexts, type SessionDependency } from './session-state/session-contexts.ts';
import { SharedClaims } from './shared-claims.ts';

/** What is known of an event's past besides the parts of its session that are in memory. */
type KnownBefore = Pick<DeriveContext, 'projectRoot' | 'expected'>;

/** Store tables that deriving needs, and the limits for storing the contexts of long sessions. */
export type DeriveStepDeps = ActsDeps & Pick<Store, 'contexts'> & Pick<ContextDeps, 'contextLimits'>;

/**
 * One step of deriving: turns events, in the context of their session and with the acts about them, into items. An
 * event that arrives late invalidates what depends on it, so every order of arrival ends in the same items.
 */
export class DeriveStep {
  readonly #log: Log;
  readonly #items: Items;
  readonly #contexts: SessionContexts;
  readonly #acts: Acts;
  readonly #claims: SharedClaims;
  readonly #late: Invalidations;
  readonly #injected: InjectedStatementFilter;
  readonly #roots = new Map<string, string | undefined>();

  constructor(deps: DeriveStepDeps) {
    this.#log = deps.log;
    this.#items = deps.items;
    this.#acts = new Acts(deps);
    this.#claims = new SharedClaims(deps, this.#acts);
    this.#late = new Invalidations(deps.log, (session) => this.#contexts.known(session));
    this.#injected = new InjectedStatementFilter(deps.items);
    this.#contexts = new SessionContexts({
      ...deps,
      isKnown: (seq) => this.#late.hasMarked(seq),
      derive: async (event) => deriveSafely(event, await this.#rootContext(event.project)),
    });
  }

  /** Restores the invalidations that a crash left; call it once, before anything else. */
  async restore(): Promise<void> {
    await this.#late.restore();
  }

  /**
   * Derives events and stores their items. Where that fails by what an event says, each is derived alone, and one that fails again
   * is put aside without items, counted: what came after it goes on.
   */
  async derive(events: readonly PendingEvent[]): Promise<void> {
    try {
      await this.#deriveTogether(events);
    } catch (error) {
      if (!isOfEvent(error)) throw error;
      for (const event of events) await this.#deriveAlone(event);
    }
  }

  async #deriveAlone(event: PendingEvent): Promise<void> {
    try {
      await this.#deriveTogether([event]);
    } catch (error) {
      if (!isOfEvent(error)) throw error;
      const { id, seq, revision } = event;
      await this.#items.apply({ derived: [{ id, seq, revision }], put: [] });
      ignore(error, `an event of kind ${event.body.kind} could not be derived, and was put aside`);
    }
  }

  async #deriveTogether(events: readonly PendingEvent[]): Promise<void> {
    const given = await this.#giveInContext(events);
    const put = await this.#withActs(given);
    const exposed = given.flatMap(({ event, derived }) =>
      derived.exposedAt === undefined ? [] : [{ session: event.session, at: derived.exposedAt }],
    );
    await this.#late.keep();
    await markAnswers(this.#log, events);
    await this.#contexts.drop();
    const derived = events.map(({ id, seq, revision }) => ({ id, seq, revision }));
    await this.#items.apply({ derived, put, exposed });
    await this.#acts.follow(events);
    await this.#claims.settle(events);
    await this.#contexts.trim();
  }

  /** Applies the acts of people and agents to items of whole sessions. */
  async judged(items: readonly Item[]): Promise<Item[]> {
    const acts = await this.#acts.about(items.map(({ id }) => id));
    return items.map((item) => applyActs(item, acts.get(item.id) ?? []));
  }

  /** Marks what a late event invalidated for deriving again; true when there was something. */
  async markLate(): Promise<boolean> {
    const wasLate = await this.#late.mark((notes) => this.#acts.deriveAnew(notes));
    if (!wasLate) await this.#contexts.trim(true);
    return wasLate;
  }

  /** Derives prompts first, then tool calls by time, then messages of agents: each depends on those before it. */
  async #giveInContext(events: readonly PendingEvent[]): Promise<EventInSession[]> {
    const contexts = await this.#openContexts(events);
    const given: EventInSession[] = [];
    for (const event of [...events].sort(compareTurns)) {
      const context = contexts.get(event.session);
      const root = await this.#rootContext(event.project);
      const all = await this.#derived(event, (known) => context?.contextOf(event, known) ?? known, root);
      const derived = { ...all, items: await this.#withoutInjected(event, all.items) };
      this.#late.note(event, context?.learn(event, factOf(event, derived)));
      given.push({ event, derived });
    }
    return markCopied({ items: this.#items, log: this.#log }, given);
  }

  /** Derives an event; a prompt that states something of its person's own once more, where the person was asked for words. */
  async #derived(
    event: StoredEvent,
    contextOf: (known: KnownBefore) => DeriveContext,
    root: KnownBefore,
  ): Promise<DerivedItems> {
    const derived = deriveSafely(event, contextOf(root));
    if (event.body.kind !== 'prompt' || !derived.items.some(isOwnStatement)) return derived;
    const expected = await expectedBefore(this.#log, event);
    return expected === undefined ? derived : deriveSafely(event, contextOf({ ...root, expected }));
  }

  /** What another home shared was injected into none of its sessions here. */
  #withoutInjected(event: StoredEvent, items: Item[]): Promise<Item[]> | Item[] {
    return event.body.kind === 'shared' ? items : this.#injected.without(event, items);
  }

  async #openContexts(events: readonly PendingEvent[]): Promise<Map<SessionId, SessionContext>> {
    const waiting = new Map<SessionId, Required<SessionDependency>>();
    // What others shared depends on nothing else in the log.
    for (const { session, seq, at } of events.filter(({ body }) => body.kind !== 'shared')) {
      const known = waiting.get(session);
      waiting.set(session, { seq: known?.seq ?? seq, at: Math.min(at, known?.at ?? at) });
    }
    const opened = new Map<SessionId, SessionContext>();
    for (const [session, need] of waiting) opened.set(session, await this.#contexts.open(session, need));
    return opened;
  }

  /** The items of events, with all acts about them applied. */
  async #withActs(given: readonly EventInSession[]): Promise<Item[]> {
    const shared = await this.#claims.itemsOf(given.filter(isShared));
    const own = given.filter((one) => !isShared(one));
    const about = await this.#acts.about(own.flatMap(({ derived }) => derived.items.map(({ id }) => id)));
    const put = [...shared];
    for (const { event, derived } of own) {
      for (const item of derived.items) {
        const finished = await this.#finished(event, item, about.get(item.id) ?? []);
        if (finished !== undefined) put.push(finished);
      }
    }
    return put;
  }

  #finished(event: StoredEvent, item: Item, acts: readonly StoredEvent[]): Promise<Item | undefined> | Item {
    if (event.body.kind === 'noted') return this.#noteItem(event, item, acts);
    return applyActs(item, acts);
  }

  /** The item of a note; `undefined` when a later report of the same note (same `ref`) replaces this one. */
  async #noteItem(event: StoredEvent, item: Item, about: readonly StoredEvent[]): Promise<Item | undefined> {
    const calls = about.filter((act) => act.body.kind === 'tool.end' && !isImported(act));
    const others = about.filter(({ body }) => body.kind !== 'tool.end');
    const stated = doubtedIn(others).has(event.id) ? asAgents(item) : item;
    const noted = withNoteSessions(stated, await this.#noteSessions(event, calls));
    if (event.body.kind !== 'noted' || event.body.detail.ref === undefined) return applyActs(noted, others);
    const latest = latestReport(others);
    return latest?.report.id === event.id ? applyActs(noted, latest.acts) : undefined;
  }

  /**
   * The sessions in which a note was stated: those whose calls stated it, and the one that its caller named. A program
   * that uses the SDK is its own session.
   */
  async #noteSessions(event: StoredEvent, calls: readonly StoredEvent[]): Promise<NoteSession[]> {
    const sessions: NoteSession[] = [];
    const isNamed = event.sources.includes('http') && event.agentSession !== NO_SESSION;
    const isOwn = isNamed || event.sources.includes('sdk');
    for (const call of isOwn ? [event, ...calls] : calls) {
      const context = await this.#contexts.open(call.session, { at: call.at });
      sessions.push({ isUnknown: context.unknownAt <= call.at, readings: context.readings(call.at) });
    }
    return sessions;
  }

  async #rootContext(project: string | undefined): Promise<KnownBefore> {
    if (project === undefined) return {};
    if (!this.#roots.has(project)) for (const row of await this.#log.projects()) this.#roots.set(row.id, row.root);
    const projectRoot = this.#roots.get(project);
    return projectRoot === undefined ? {} : { projectRoot };
  }
}

/** True for an error that comes of a value of an event, not of the machine: a busy database or a full disk has a code of its own. */
function isOfEvent(error: unknown): boolean {
  return toCairnError(error).code === 'internal';
}

function isOwnStatement({ kind, author }: Item): boolean {
  return kind === 'knowledge' && author === 'person';
}

function isShared({ event }: EventInSession): boolean {
  return event.body.kind === 'shared';
}

function compareTurns(one: StoredEvent, other: StoredEvent): number {
  return rankOf(one) - rankOf(other) || one.at - other.at || one.seq - other.seq;
}

/** Order within a step: what an agent received, then what it did, then what it said. */
function rankOf({ body }: StoredEvent): number {
  if (body.kind === 'tool.end') return 1;
  return FACT_KINDS.includes(body.kind) ? 0 : 2;
}

/** Derives one event; when a rule throws, the event has no items, the failure is counted and the others go on. */
function deriveSafely(event: StoredEvent, context: DeriveContext): DerivedItems {
  try {
    return deriveEvent(event, context);
  } catch (error) {
    ignore(error, `an event of kind ${event.body.kind} could not be derived`);
    return { items: [] };
  }
}
