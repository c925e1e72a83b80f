import type { JsonObject } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import type { Finding } from '../core/model/finding.ts';
import { type ItemId, isPublicId, type SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { ITEM_KINDS, isOver } from '../core/model/kinds.ts';
import { partsOf } from '../core/parts-of.ts';
import { inTimeOrder } from '../derive/event/apply-acts.ts';
import { derivePattern } from '../derive/pattern/derive-pattern.ts';
import { SESSION_REDUCERS } from '../derive/session/findings/session-reducers.ts';
import { InjectionUsage } from '../derive/session/injection-usage.ts';
import type {
  CreateSessionReducer,
  DistilledSession,
  SessionReducer,
  SessionYield,
} from '../derive/session/session-reducer.ts';
import { withoutSuperseded } from '../derive/session/without-superseded.ts';
import { ignore } from '../platform/ignored.ts';
import { createYielder } from '../platform/yield-to-event-loop.ts';
import type { Distilled, DistilledBatch, WaitingPattern } from '../store/contract/distilled.ts';
import type { InjectionLog } from '../store/contract/injection-log.ts';
import type { Items } from '../store/contract/items.ts';
import type { Log, SessionRow } from '../store/contract/log.ts';

const PAGE = 500;
/** Upper bound on sessions per look-up. */
const SESSIONS = 50;
/** Items and findings, or patterns, after which a batch is written: about the work of one step. */
const KEPT = 100;
/** Pause after background work, as a multiple of its duration: at most a quarter of a core. */
const PAUSE = 3;
/** Least time between two distillations of a growing session, as a multiple of the duration of the last one. */
const REST = 20;
/** How often one call distils a session that goes on meanwhile. */
const TIMES = 3;
const NOTHING: SessionYield = { items: [], findings: [] };

/** The aggregates of a session, and the milliseconds they took. */
interface SessionAggregates extends DistilledBatch {
  tookMs: number;
}

/** The dependencies of a distiller. */
export interface DistillerDeps {
  log: Pick<Log, 'sessions' | 'about'>;
  distilled: Distilled;
  items: Pick<Items, 'get'>;
  meter: Pick<InjectionLog, 'ofSession' | 'keep'>;
  /** Applies the acts of people and agents to items. */
  judged: (items: readonly Item[]) => Promise<Item[]>;
  /** Replaces an item of a session by a model's version of it, when there is one. */
  refined?: ((item: Item) => Promise<Item>) | undefined;
  folds?: readonly CreateSessionReducer[];
  /** Called when a tripwire was derived again or is gone. */
  onTripwire?: (() => void) | undefined;
}

/**
 * Distils sessions into summaries, checkpoints and findings, and findings over sessions into patterns, in steps between
 * acknowledgements. It has no timer and does one thing at a time.
 */
export class Distiller {
  readonly #deps: DistillerDeps;
  readonly #folds: readonly CreateSessionReducer[];
  /**
   * Earliest time to distil a session again, in milliseconds of the monotonic clock, for sessions that were just
   * distilled.
   */
  readonly #restUntil = new Map<SessionId, number>();
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;
  /** The run over all pending sessions in the background, for which nobody waits. */
  #patient: Promise<number | undefined> | undefined;
  #endPause: () => void = () => undefined;
  /** Yields to the event loop after half the time of a step. */
  readonly #breathe = createYielder(LIMITS.bulkStepMs / 2);

  constructor(deps: DistillerDeps) {
    this.#deps = deps;
    this.#folds = deps.folds ?? SESSION_REDUCERS;
  }

  /**
   * Distils a session if it is pending, and derives the patterns that it changes; false when it was distilled too
   * recently and `now` is false.
   */
  async one(session: SessionId, { now }: { now: boolean }): Promise<boolean> {
    if (!now && !this.#isRested(session)) return (await this.#deps.distilled.waitingOf([session])).length === 0;
    await this.patterns(await this.#inTurn(() => this.#distil([session])));
    return true;
  }

  /**
   * Distils all pending sessions, each at most `TIMES` times: one that goes on meanwhile would keep the caller for
   * ever. Without `now` it skips those distilled too recently and returns the milliseconds until the first of them may be
   * distilled again.
   */
  async all({ now }: { now: boolean }): Promise<number | undefined> {
    if (now) {
      this.#endPause();
      return this.#all(true);
    }
    this.#patient ??= this.#all(false).finally(() => {
      this.#patient = undefined;
    });
    return this.#patient;
  }

  async #all(now: boolean): Promise<number | undefined> {
    let resting: SessionId[] = [];
    const times = new Map<SessionId, number>();
    const goOn = new Set<SessionId>();
    while (!this.#stopped) {
      this.#trim();
      const found = await this.#deps.distilled.waiting(SESSIONS + this.#restUntil.size + goOn.size);
      const waiting = found.map(({ session }) => session).filter((session) => !goOn.has(session));
      const ready = waiting.filter((session) => now || this.#isRested(session));
      resting = now ? [] : waiting.filter((session) => !this.#isRested(session));
      if (ready.length === 0) break;
      for (const session of ready) {
        const time = (times.get(session) ?? 0) + 1;
        times.set(session, time);
        if (time === TIMES) goOn.add(session);
      }
      while (ready.length > 0 && !this.#stopped) {
        const began = performance.now();
        await this.#inTurn(() => this.#distil(ready));
        if (!now) await this.#pause((performance.now() - began) * PAUSE);
      }
    }
    for (let waiting = await this.#waitingPatterns(); waiting.length > 0; waiting = await this.#waitingPatterns()) {
      await this.patterns(waiting);
    }
    const at = performance.now();
    const rests = resting.map((session) => (this.#restUntil.get(session) ?? at) - at);
    return rests.length === 0 ? undefined : Math.max(0, Math.min(...rests));
  }

  /** Derives pending patterns. */
  async patterns(waiting: readonly WaitingPattern[]): Promise<void> {
    for (const part of partsOf(waiting, KEPT)) await this.#inTurn(() => this.#makePatterns(part));
  }

  /** The items that the rules derive from a session now; nothing is stored. */
  async made(session: SessionId): Promise<Item[]> {
    return this.#inTurn(async () => {
      const [row] = await this.#deps.log.sessions({ ids: [session], limit: 1 });
      if (row === undefined || this.#stopped) return [];
      return this.#deps.judged([...(await this.#yields(row))].flatMap(({ items }) => items));
    });
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#endPause();
    await this.#last;
  }

  /** Runs work one at a time in the order of requests, and none after `stop`. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = Promise.allSettled([turn]);
    return turn;
  }

  #isRested(session: SessionId): boolean {
    return (this.#restUntil.get(session) ?? 0) <= performance.now();
  }

  #trim(): void {
    for (const session of [...this.#restUntil.keys()]) if (this.#isRested(session)) this.#restUntil.delete(session);
  }

  /** Distils the first of some sessions, up to one batch, and removes them from the list. */
  async #distil(sessions: SessionId[]): Promise<WaitingPattern[]> {
    const made: SessionAggregates[] = [];
    for (let size = 0; size < KEPT && !this.#stopped; ) {
      const session = sessions.shift();
      if (session === undefined) break;
      const one = await this.#make(session);
      if (one === undefined) continue;
      made.push(one);
      size += one.items.length + one.findings.length;
    }
    if (made.length === 0) return [];
    const patterns = await this.#deps.distilled.put(made);
    const at = performance.now();
    for (const { session, tookMs } of made) this.#restUntil.set(session, at + REST * tookMs);
    await this.#breathe();
    return patterns;
  }

  async #make(session: SessionId): Promise<SessionAggregates | undefined> {
    const [waiting] = await this.#deps.distilled.waitingOf([session]);
    const [row] = await this.#deps.log.sessions({ ids: [session], limit: 1 });
    if (waiting === undefined || row === undefined || this.#stopped) return undefined;
    const began = performance.now();
    const items: Item[] = [];
    const findings: Finding[] = [];
    for (const made of await this.#yields(row)) {
      items.push(...made.items);
      findings.push(...made.findings);
      await this.#breathe();
    }
    if (this.#stopped) return undefined;
    return { ...waiting, items: await this.#finished(items), findings, tookMs: performance.now() - began };
  }

  /**
   * The yield of each rule for a session. For a session of which events were pruned: the stored yield without
   * superseded statements, unless something of the rest was hidden, since that may be its source.
   */
  async #yields(row: SessionRow): Promise<Iterable<SessionYield>> {
    const kept = await prunedSessionYield(this.#deps.log, row);
    const over = kept === undefined ? undefined : await this.#overIn(row.id);
    if (kept !== undefined && over !== undefined) return [withoutSuperseded(kept, over)];
    const first = await this.#deps.distilled.itemsOf(row.id, { limit: PAGE });
    const session = withProject(row, first);
    const folds = this.#folds.map((create) => createSafely(create, session));
    const uses = await this.#usesOf(row);
    const watch = createSafely(() => ({ take: (item) => uses?.take(item), end: () => NOTHING }), session);
    await this.#feed(row.id, { first, folds: uses === undefined ? folds : [...folds, watch] });
    if (uses !== undefined && !this.#stopped) await this.#deps.meter.keep(row.id, uses.end());
    return folds.values().map((fold) => fold.end());
  }

  /** The observer of how a session uses what was injected into it; `undefined` when nothing was injected. */
  async #usesOf({ id: session, cwd }: SessionRow): Promise<InjectionUsage | undefined> {
    const { injected, requested } = await this.#deps.meter.ofSession(session);
    if (injected.length === 0) return undefined;
    const items = await this.#deps.items.get([...new Set(injected.map(({ item }) => item))]);
    const byId = new Map(items.map((item) => [item.id, item]));
    const known = injected.flatMap((one) => {
      const item = byId.get(one.item);
      return item === undefined ? [] : [{ ...one, item }];
    });
    return new InjectionUsage(known, requested, { cwd });
  }

  /** Resolves after `ms` milliseconds, or as soon as a caller waits. */
  async #pause(ms: number): Promise<void> {
    if (this.#stopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #finished(items: readonly Item[]): Promise<Item[]> {
    const { refined = async (item) => item, judged } = this.#deps;
    const finished: Item[] = [];
    for (const item of items) finished.push(await refined(item));
    return judged(finished);
  }

  /** Feeds each of a session's items to every reducer; hidden items are skipped. */
  async #feed(
    session: SessionId,
    { first, folds }: { first: Item[]; folds: readonly Pick<SessionReducer, 'take'>[] },
  ): Promise<void> {
    for await (const page of this.#pages(session, first)) {
      for (const item of page) {
        if (item.detail.hidden !== true) for (const fold of folds) fold.take(item);
        const turn = this.#breathe();
        if (turn !== undefined) await turn;
      }
    }
  }

  /** The superseded knowledge of a session; `undefined` when something of the session is hidden. */
  async #overIn(session: SessionId): Promise<Item[] | undefined> {
    const over: Item[] = [];
    for await (const page of this.#pages(session)) {
      if (page.some(({ detail }) => detail.hidden === true)) return undefined;
      over.push(...page.filter(({ detail }) => isOver(detail.status)));
      await this.#breathe();
    }
    return over;
  }

  /** A session's items, oldest first, in pages. */
  async *#pages(session: SessionId, first?: Item[]): AsyncGenerator<Item[]> {
    const { distilled } = this.#deps;
    for (let page = first ?? (await distilled.itemsOf(session, { limit: PAGE })); ; ) {
      yield page;
      const after = page.at(-1);
      if (page.length < PAGE || after === undefined || this.#stopped) return;
      page = await distilled.itemsOf(session, { after, limit: PAGE });
    }
  }

  async #waitingPatterns(): Promise<WaitingPattern[]> {
    return this.#stopped ? [] : this.#deps.distilled.patternsWaiting(KEPT);
  }

  async #makePatterns(waiting: readonly WaitingPattern[]): Promise<void> {
    const items = new Map<WaitingPattern, Item>();
    for (const pattern of waiting) {
      if (this.#stopped) return;
      const findings = await this.#deps.distilled.findings(pattern);
      const item = findings.length === 0 ? undefined : patternSafely(findings);
      if (item !== undefined) items.set(pattern, item);
      await this.#breathe();
    }
    const judged = new Map((await this.#deps.judged([...items.values()])).map((item) => [item.id, item]));
    const made = waiting.map((pattern) => ({ pattern, item: judged.get(items.get(pattern)?.id as ItemId) }));
    await this.#deps.distilled.putPatterns(made);
    if (waiting.some((pattern) => pattern.kind === 'tripwire')) this.#deps.onTripwire?.();
    await this.#breathe();
  }
}

/** The session with the project of its first items: which project the log saw first depends on the order of arrival. */
function withProject(session: DistilledSession, first: readonly Item[]): DistilledSession {
  const project = first.find((item) => item.project !== undefined)?.project;
  return project === undefined ? session : { ...session, project };
}

/** Creates a reducer; when a rule throws, it yields nothing, the failure is counted and the others go on. */
function createSafely(create: CreateSessionReducer, session: DistilledSession): SessionReducer {
  let fold: SessionReducer | undefined;
  const attempt = <T>(step: () => T): T | undefined => {
    try {
      return step();
    } catch (error) {
      fold = undefined;
      ignore(error, 'a session could not be distilled by one of the rules');
      return undefined;
    }
  };
  fold = attempt(() => create(session));
  return {
    take: (item) => attempt(() => fold?.take(item)),
    end: () => attempt(() => fold?.end()) ?? NOTHING,
  };
}

function patternSafely(findings: readonly Finding[]): Item | undefined {
  try {
    return derivePattern(findings);
  } catch (error) {
    ignore(error, 'a pattern could not be made of its findings');
    return undefined;
  }
}

/**
 * The stored yield of a session of which events were pruned; `undefined` when none were, or when the session went on
 * since: then it is derived from what is left.
 */
async function prunedSessionYield(log: Pick<Log, 'about'>, row: SessionRow): Promise<SessionYield | undefined> {
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
