// pipeline: turns pending events into items, and changed sessions into summaries, checkpoints and patterns. `derive`
// decides what an event means; this folder decides when to ask it.

import { CairnError } from '../core/errors.ts';
import * as LIMITS from '../core/limits.ts';
import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import type { ItemKind } from '../core/model/kinds.ts';
import { DISTIL_STAMP, RULES_STAMP } from '../derive/item/rules.ts';
import { deriveCheckpoint } from '../derive/session/checkpoint.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { withTimeLimit } from '../platform/in-time.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarkedAggregates, WaitingPattern } from '../store/contract/distilled.ts';
import type { PendingEvent } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { AgentActs, type FoundAct, type IsOwnTranscript, type WithheldCall } from './agent-acts.ts';
import { DeriveStep } from './derive-step.ts';
import { Distiller } from './distiller.ts';
import type { ContextLimits } from './session-state/session-contexts.ts';

/** The newest items and the first prompts from which a checkpoint is made in between, and the kinds of those items. */
const CHECKPOINT_NEWEST = 400;
const CHECKPOINT_FIRST = 3;
const CHECKPOINT_KINDS: readonly ItemKind[] = ['prompt', 'observation', 'knowledge', 'message'];
const QUIET_MS = 1_500;
/** Size of the first step, in events. */
const STEP_EVENTS = 20;
/**
 * Kinds of hook events after which a session is distilled at once; after other events it waits until nothing is left to
 * derive.
 */
const TURNING = new Set(['turn.end', 'session.end', 'compact.end', 'subagent.end', 'session.start']);
/** Kinds among them after which a session is distilled even if it was distilled just before. */
const ENDING = new Set(['session.end', 'compact.end']);

/** The dependencies of a deriver. */
export type DeriverDeps = Pick<Store, 'log' | 'items' | 'distilled' | 'contexts' | 'meter'> & {
  /** When to store the contexts of long sessions; by default the limits for a person's machine. */
  contextLimits?: ContextLimits;
  /** Events of each step, where nobody waits for this thread; by default a step fits between two acknowledgements. */
  stepEvents?: number;
  /** Called whenever nothing is left to derive. */
  onDerived?: () => void;
  /** Called when a tripwire was derived again or is gone. */
  onTripwire?: () => void;
  /** Called with acts in a person's name that an agent turned out to have run; some may have been told before. */
  onAgentActs?: ((found: readonly FoundAct[]) => Promise<void>) | undefined;
  /** Whether a transcript lies where its agent keeps its own; absent: all do. */
  isOwnTranscript?: IsOwnTranscript | undefined;
  /** Called with the time, in milliseconds since 1970, of an agent's call that may have changed a guard for a person. */
  onGuardCall?: ((during: { from: number; until: number }) => Promise<void>) | undefined;
  /** Replaces an item of a session by a model's version of it, when there is one. */
  refined?: ((item: Item) => Promise<Item>) | undefined;
};

/**
 * Derives appended events in small steps, so that appends are acknowledged in between, and has their sessions
 * distilled. It sleeps without a timer when there is nothing to do.
 */
export class Deriver {
  readonly #deps: DeriverDeps;
  readonly #derive: DeriveStep;
  readonly #distiller: Distiller;
  readonly #agentActs: AgentActs;
  /** Sessions to distil once nothing is left to derive; true: even if distilled just before. */
  readonly #turned = new Map<SessionId, boolean>();
  /** Patterns to derive again together with them. */
  readonly #marked: WaitingPattern[] = [];
  #isBegun = false;
  /** Size of the next step in events, chosen to fit between two acknowledgements. */
  #stepEvents: number;
  #running: Promise<void> | undefined;
  #again = false;
  /** Who waits until all events up to a place in the log are derived. */
  #waiting: { upTo: number; resolve: () => void }[] = [];
  #held = 0;
  #stopped = false;
  #quiet: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(deps: DeriverDeps) {
    this.#deps = deps;
    this.#stepEvents = deps.stepEvents ?? STEP_EVENTS;
    this.#derive = new DeriveStep({ ...deps, onMarked: (marked) => this.#noteMarked(marked) });
    this.#agentActs = new AgentActs(deps);
    this.#distiller = new Distiller({ ...deps, judged: (items) => this.#derive.judged(items) });
  }

  /** Looks for pending events. */
  wake(): void {
    clearTimeout(this.#quiet);
    this.#again = true;
    setImmediate(() => void this.#start());
  }

  /** Looks at a call that is not kept for acts in a person's name that it did; nothing of it is written. */
  withhold(call: WithheldCall): void {
    if (this.#agentActs.withhold(call)) this.wake();
  }

  /**
   * Resolves when everything appended so far is derived and distilled; rejects with `timeout`, or with the error of a
   * failed step.
   */
  settled(timeoutMs: number): Promise<void> {
    return this.#until(timeoutMs, () => this.#settle({ now: true }));
  }

  /** As `settled`, but waits only for deriving and for sessions that an act marked, not for the other distilling. */
  derived(timeoutMs: number): Promise<void> {
    return this.#until(timeoutMs, () => this.#markLate());
  }

  async #until(timeoutMs: number, settle: () => Promise<unknown>): Promise<void> {
    const until = now() + timeoutMs;
    const upTo = await this.#deps.log.lastSeq();
    const late = (): CairnError =>
      new CairnError('timeout', 'Deriving took longer than its limit.', { fix: 'cairn status' });
    const inTime = async (work: Promise<unknown>): Promise<void> => {
      await withTimeLimit(work, { ms: until - now(), late });
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) throw failure;
    };
    do {
      do {
        await inTime(this.#reach(upTo));
      } while (await this.#isPending(upTo));
      await inTime(settle());
    } while (await this.#isPending(upTo));
  }

  /** True while an event is pending that had been appended when the log ended with `upTo`. */
  async #isPending(upTo: number): Promise<boolean> {
    const [first] = await this.#deps.log.pending(1);
    return first !== undefined && first.seq <= upTo;
  }

  /**
   * Resolves when everything appended so far is derived, except for what late events invalidated; events that arrive
   * meanwhile keep nobody waiting.
   */
  async caughtUp(): Promise<void> {
    await this.#reach(await this.#deps.log.lastSeq());
  }

  /** Derives what is pending, until none is left or what stood in the log up to `upTo` is derived. */
  async #reach(upTo: number): Promise<void> {
    const reached = new Promise<void>((resolve) => this.#waiting.push({ upTo, resolve }));
    this.#again = true;
    await Promise.race([reached, this.#start()]);
  }

  /** Distils a session in its current state and resolves when done. */
  async distil(session: SessionId): Promise<void> {
    await this.caughtUp();
    await this.#distiller.one(session, { now: true });
  }

  /** The summary of a session by the rules alone, as of now, without a model's wording. */
  async summaryOf(session: SessionId): Promise<Item | undefined> {
    await this.caughtUp();
    return (await this.#distiller.made(session)).find(({ kind }) => kind === 'summary');
  }

  /**
   * Suspends distilling, except for sessions with hooks, until the returned function is called: an import has more
   * events to come.
   */
  hold(): () => void {
    this.#held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#held -= 1;
      if (this.#held === 0) this.wake();
    };
  }

  /** Stops after the current step. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#quiet);
    await this.#distiller.stop();
    await this.#running;
  }

  #start(): Promise<void> {
    if (this.#running !== undefined || this.#stopped) return this.#running ?? Promise.resolve();
    this.#running = this.#run()
      .catch((error: unknown) => this.#fail(error, 'deriving failed'))
      .finally(() => {
        this.#running = undefined;
        this.#endWaits(Number.POSITIVE_INFINITY);
        // A `wake` during distilling starts another run.
        if (this.#again) void this.#start();
        else this.#rest();
      });
    return this.#running;
  }

  async #run(): Promise<void> {
    if (!this.#isBegun) await this.#begin();
    do {
      this.#again = false;
      while (!this.#stopped && (await this.#step())) this.#again = false;
      await this.#findAgentActs([]);
    } while (this.#again && !this.#stopped);
    await this.#distilTurned();
  }

  async #begin(): Promise<void> {
    await this.#deps.log.rulesAre(RULES_STAMP);
    await this.#deps.distilled.rulesAre(DISTIL_STAMP);
    await this.#derive.restore();
    this.#isBegun = true;
  }

  async #step(): Promise<boolean> {
    const events = await this.#deps.log.pending(this.#stepEvents);
    const [first] = events;
    if (first === undefined) return false;
    this.#endWaits(first.seq);
    const before = process.threadCpuUsage();
    await this.#derive.derive(events);
    await this.#findAgentActs(events);
    const { user, system } = process.threadCpuUsage(before);
    if (this.#deps.stepEvents === undefined)
      this.#stepEvents = nextStep(this.#stepEvents, { events: events.length, workedMs: (user + system) / 1_000 });
    for (const event of events) this.#noteTurn(event);
    await yieldToEventLoop();
    return true;
  }

  async #findAgentActs(events: readonly PendingEvent[]): Promise<void> {
    for (const reach of await this.#agentActs.guardReaches(events)) await this.#deps.onGuardCall?.(reach);
    const found = await this.#agentActs.find(events);
    if (found.length > 0) await this.#deps.onAgentActs?.(found);
  }

  /** Ends the waits for events that stand before the first pending one. */
  #endWaits(first: number): void {
    const over = this.#waiting.filter(({ upTo }) => upTo < first);
    this.#waiting = this.#waiting.filter(({ upTo }) => upTo >= first);
    for (const { resolve } of over) resolve();
  }

  /** Sessions of imports are distilled when the import is complete. */
  #noteTurn({ session, body, sources }: PendingEvent): void {
    if (!TURNING.has(body.kind) || !sources.includes('hook')) return;
    this.#turned.set(session, this.#turned.get(session) === true || ENDING.has(body.kind));
  }

  /** Sessions and patterns that an act changed: the caller of that act waits for them. */
  #noteMarked({ sessions, patterns }: MarkedAggregates): void {
    for (const session of sessions) this.#turned.set(session, true);
    this.#marked.push(...patterns);
  }

  async #distilTurned(): Promise<void> {
    const turned = [...this.#turned];
    this.#turned.clear();
    for (const [session, now] of turned) {
      if (this.#stopped) return;
      if (!(await this.#distiller.one(session, { now }))) await this.#checkpoint(session);
    }
    await this.#distiller.patterns(this.#marked.splice(0));
  }

  async #checkpoint(session: SessionId): Promise<void> {
    const checkpoint = await readLatestCheckpoint(this.#deps, session);
    if (checkpoint === undefined) return;
    await this.#deps.items.apply({ derived: [], put: await this.#derive.judged([checkpoint]) });
    await yieldToEventLoop();
  }

  /**
   * Runs when no event is pending: first invalidations, then sessions. Returns the milliseconds until it must run
   * again.
   */
  async #settle({ now: atOnce }: { now: boolean }): Promise<number | undefined> {
    await this.#markLate();
    return this.#held > 0 && !atOnce ? undefined : this.#distiller.all({ now: atOnce });
  }

  async #markLate(): Promise<void> {
    while (!this.#stopped && (await this.#derive.markLate())) {
      this.#again = true;
      await this.#start();
    }
  }

  /** Nothing is left to derive: sessions are distilled once no more events arrive. */
  #rest(): void {
    if (this.#stopped) return;
    this.#deps.onDerived?.();
    this.#settleAfter(QUIET_MS);
  }

  #settleAfter(ms: number): void {
    clearTimeout(this.#quiet);
    const settle = (): void => {
      this.#settle({ now: false })
        .then((again) => {
          if (this.#stopped) return;
          this.#deps.onDerived?.();
          if (again !== undefined) this.#settleAfter(again);
        })
        .catch((error: unknown) => this.#fail(error, 'distilling sessions failed'));
    };
    this.#quiet = setTimeout(settle, ms).unref();
  }

  #fail(error: unknown, reason: string): void {
    this.#failure = error;
    ignore(error, reason);
  }
}

/**
 * The size of the next step: the events that would have filled half the time of a step, within half and twice the size of this
 * one; a step that was not full can only shrink it. It measures the thread's CPU time, not elapsed time: on a busy machine
 * smaller steps would only add work.
 */
function nextStep(step: number, { events, workedMs }: { events: number; workedMs: number }): number {
  const share = Math.min(Math.max(LIMITS.bulkStepMs / 2 / workedMs, 0.5), 2);
  if (events < step && share >= 1) return step;
  return Math.min(Math.max(Math.floor(events * share), 1), LIMITS.batchEvents);
}

/**
 * The checkpoint of a session from its first prompts and newest items, for use while the session was distilled too
 * recently to be distilled again. `undefined` for a session that is gone or has nothing to show.
 */
async function readLatestCheckpoint(
  { log, items }: Pick<Store, 'log' | 'items'>,
  session: SessionId,
): Promise<Item | undefined> {
  const [row] = await log.sessions({ ids: [session], limit: 1 });
  if (row === undefined) return undefined;
  const newest = await items.list({ session, kinds: CHECKPOINT_KINDS }, { limit: CHECKPOINT_NEWEST });
  const first = await items.list({ session, kinds: ['prompt'] }, { limit: CHECKPOINT_FIRST, oldestFirst: true });
  const known = new Map([...first, ...newest].map((item) => [item.id, item]));
  return deriveCheckpoint(row, [...known.values()]);
}
