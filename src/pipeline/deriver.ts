// pipeline: events that wait become items, and sessions that changed become summaries, checkpoints and patterns.
// What an event means stands in `derive`; here is when it is asked.

import { CairnError } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import type { SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { DISTIL_STAMP, RULES_STAMP } from '../derive/item/rules.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { withTimeLimit } from '../platform/in-time.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { MarkedAnew, WaitingPattern } from '../store/contract/distilled.ts';
import type { PendingEvent } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';
import { DeriveStep } from './derive-step.ts';
import { Distiller } from './distiller.ts';
import { readLatestCheckpoint } from './read-latest-checkpoint.ts';
import type { ContextLimits } from './session-state/session-contexts.ts';

const QUIET_MS = 1_500;
/** Events of the first step. */
const STEP_EVENTS = 20;
/** Kinds of a hook's events after which a session is distilled at once; after others when all is quiet. */
const TURNING = new Set(['turn.end', 'session.end', 'compact.end', 'subagent.end', 'session.start']);
/** Of these, after which it is distilled however lately it was. */
const ENDING = new Set(['session.end', 'compact.end']);

/** What a deriver works with. */
export type DeriverDeps = Pick<Store, 'log' | 'items' | 'distilled' | 'contexts' | 'meter'> & {
  /** When long sessions are stored; as is good for a person's machine where absent. */
  contextLimits?: ContextLimits;
  /** Called whenever nothing is left to derive for now. */
  onDerived?: () => void;
  /** Called when a tripwire was made anew, or is gone. */
  onTripwire?: () => void;
  /** An item of a session as a model made it, where one did. */
  refined?: ((item: Item) => Promise<Item>) | undefined;
};

/**
 * Turns appended events into items, in small steps between acknowledgements, and has the sessions they belong to
 * distilled. It sleeps without a timer when there is nothing to do.
 */
export class Deriver {
  readonly #deps: DeriverDeps;
  readonly #derive: DeriveStep;
  readonly #distiller: Distiller;
  /** Sessions that are to be distilled once nothing is left to derive; true: however lately they were. */
  readonly #turned = new Map<SessionId, boolean>();
  /** Patterns that are to be made anew with them. */
  readonly #marked: WaitingPattern[] = [];
  #isBegun = false;
  /** Events of the next step: as many as are likely to fit between two acknowledgements. */
  #stepEvents = STEP_EVENTS;
  #running: Promise<void> | undefined;
  #again = false;
  #held = 0;
  #stopped = false;
  #quiet: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(deps: DeriverDeps) {
    this.#deps = deps;
    this.#derive = new DeriveStep({ ...deps, onMarked: (marked) => this.#noteMarked(marked) });
    this.#distiller = new Distiller({ ...deps, judged: (items) => this.#derive.judged(items) });
  }

  /** There may be something to derive. */
  wake(): void {
    clearTimeout(this.#quiet);
    this.#again = true;
    setImmediate(() => void this.#start());
  }

  /** Resolves when all that was appended is derived and distilled; rejects with `timeout`, or with what went wrong. */
  settled(timeoutMs: number): Promise<void> {
    return this.#until(timeoutMs, () => this.#settle({ now: true }));
  }

  /** Resolves when all that was appended is derived, and distilled of it only what was marked by hand; rejects as `settled`. */
  derived(timeoutMs: number): Promise<void> {
    return this.#until(timeoutMs, () => this.#markLate());
  }

  async #until(timeoutMs: number, settle: () => Promise<unknown>): Promise<void> {
    const until = now() + timeoutMs;
    const late = (): CairnError =>
      new CairnError('timeout', 'Deriving took longer than its limit.', { fix: 'cairn status' });
    do {
      this.#again = true;
      await withTimeLimit(this.#start(), { ms: until - now(), late });
      await withTimeLimit(settle(), { ms: until - now(), late });
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) throw failure;
    } while ((await this.#deps.log.pending(1)).length > 0);
  }

  /** Resolves when what was appended is derived, but for what became known late. */
  caughtUp(): Promise<void> {
    this.#again = true;
    return this.#start();
  }

  /** Resolves when a session is distilled as it is now. */
  async distil(session: SessionId): Promise<void> {
    await this.caughtUp();
    await this.#distiller.one(session, { now: true });
  }

  /** The summary of a session as the rules make it now, whatever a model made of it. */
  async summaryOf(session: SessionId): Promise<Item | undefined> {
    await this.caughtUp();
    return (await this.#distiller.made(session)).find(({ kind }) => kind === 'summary');
  }

  /** Has sessions wait to be distilled, but for those of hooks, until what it gives is called: more of them is to come. */
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

  /** Stops after the step under way. */
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
        // Woken while sessions were distilled.
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
    if (events.length === 0) return false;
    const before = process.threadCpuUsage();
    await this.#derive.derive(events);
    const { user, system } = process.threadCpuUsage(before);
    this.#stepEvents = nextStep(this.#stepEvents, { events: events.length, workedMs: (user + system) / 1_000 });
    for (const event of events) this.#noteTurn(event);
    await yieldToEventLoop();
    return true;
  }

  /** What an import tells is distilled when all of it is there. */
  #noteTurn({ session, body, sources }: PendingEvent): void {
    if (!TURNING.has(body.kind) || !sources.includes('hook')) return;
    this.#turned.set(session, this.#turned.get(session) === true || ENDING.has(body.kind));
  }

  /** What someone waits for who did something about it. */
  #noteMarked({ sessions, patterns }: MarkedAnew): void {
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

  /** What is left for when nothing else is to be done: what came late, then sessions. Milliseconds until it is to come again. */
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

  /** Nothing is left to derive: sessions are distilled once all is quiet. */
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
 * As many events as would have filled a step, at least half and at most twice as many as it had; one that was not full
 * tells only whether it was too much. It counts what the thread worked, not how long that took: on a busy machine smaller
 * steps would only add to the work.
 */
function nextStep(step: number, { events, workedMs }: { events: number; workedMs: number }): number {
  const share = Math.min(Math.max(LIMITS.bulkStepMs / workedMs, 0.5), 2);
  if (events < step && share >= 1) return step;
  return Math.min(Math.max(Math.floor(events * share), 1), LIMITS.batchEvents);
}
