import { CairnError } from '../core/errors.ts';
import type { SessionId } from '../core/ids.ts';
import type { ItemKind } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { deriveCheckpoint } from '../derive/checkpoint.ts';
import { RULES_STAMP } from '../derive/rules.ts';
import { breathe } from '../platform/breathe.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { inTime } from '../platform/in-time.ts';
import type { Items, Log } from '../store/contract.ts';
import { DeriveStep } from './derive-step.ts';

const CHECKPOINT_ITEMS = 400;
const CHECKPOINT_KINDS: readonly ItemKind[] = ['prompt', 'observation', 'knowledge', 'message'];
const QUIET_MS = 1_500;
/** Events of the first step. */
const STEP_EVENTS = 20;
/** Kinds of events after which a session's checkpoint is made anew at once; after others when all is quiet. */
const TURNING = new Set(['turn.end', 'session.end', 'compact.end', 'subagent.end', 'session.start']);

/**
 * Turns appended events into items, in small steps between acknowledgements, and makes the checkpoints of the sessions
 * they belong to. It sleeps without a timer when there is nothing to do.
 */
export class Deriver {
  readonly #log: Log;
  readonly #items: Items;
  readonly #derive: DeriveStep;
  readonly #onDerived: (() => void) | undefined;
  readonly #dirty = new Set<SessionId>();
  #isBegun = false;
  /** Events of the next step: as many as are likely to fit between two acknowledgements. */
  #stepEvents = STEP_EVENTS;
  #running: Promise<void> | undefined;
  #again = false;
  #turning = false;
  #stopped = false;
  #quiet: NodeJS.Timeout | undefined;
  #failure: unknown;

  /** `onDerived` is called whenever nothing is left to derive for now. */
  constructor(parts: { log: Log; items: Items; onDerived?: () => void }) {
    this.#log = parts.log;
    this.#items = parts.items;
    this.#onDerived = parts.onDerived;
    this.#derive = new DeriveStep(parts);
  }

  /** There may be something to derive. */
  wake(): void {
    clearTimeout(this.#quiet);
    this.#again = true;
    setImmediate(() => void this.#start());
  }

  /** Resolves when all that was appended is derived; rejects with `timeout`, or with what went wrong. */
  async settled(timeoutMs: number): Promise<void> {
    const until = now() + timeoutMs;
    const late = (): CairnError =>
      new CairnError('timeout', 'Deriving took longer than its limit.', { fix: 'cairn status' });
    do {
      this.#again = true;
      await inTime(this.#start(), { ms: until - now(), late });
      await inTime(this.#settle(), { ms: until - now(), late });
      const failure = this.#failure;
      this.#failure = undefined;
      if (failure !== undefined) throw failure;
    } while ((await this.#log.pending(1)).length > 0);
  }

  /** Resolves when what was appended is derived, but for what became known late. */
  caughtUp(): Promise<void> {
    this.#again = true;
    return this.#start();
  }

  /** Stops after the step under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#quiet);
    await this.#running;
  }

  #start(): Promise<void> {
    if (this.#running !== undefined || this.#stopped) return this.#running ?? Promise.resolve();
    this.#running = this.#run()
      .catch((error: unknown) => this.#fail(error, 'deriving failed'))
      .finally(() => {
        this.#running = undefined;
        // Woken while checkpoints were made.
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
    if (this.#turning) await this.#checkpoints();
  }

  async #begin(): Promise<void> {
    await this.#log.rulesAre(RULES_STAMP);
    await this.#derive.restore();
    this.#isBegun = true;
  }

  async #step(): Promise<boolean> {
    const events = await this.#log.pending(this.#stepEvents);
    if (events.length === 0) return false;
    const before = process.threadCpuUsage();
    await this.#derive.derive(events);
    const { user, system } = process.threadCpuUsage(before);
    this.#stepEvents = nextStep(this.#stepEvents, { events: events.length, workedMs: (user + system) / 1_000 });
    for (const event of events) {
      this.#dirty.add(event.session);
      this.#turning ||= TURNING.has(event.body.kind);
    }
    await breathe();
    return true;
  }

  /** What is left for when nothing else is to be done: what came late, then checkpoints. */
  async #settle(): Promise<void> {
    while (!this.#stopped && (await this.#derive.markLate())) {
      this.#again = true;
      await this.#start();
    }
    await this.#checkpoints();
  }

  async #checkpoints(): Promise<void> {
    this.#turning = false;
    for (const session of [...this.#dirty]) {
      if (this.#stopped) return;
      this.#dirty.delete(session);
      await this.#refreshCheckpoint(session);
      await breathe();
    }
  }

  async #refreshCheckpoint(session: SessionId): Promise<void> {
    const [row] = await this.#log.sessions({ ids: [session], limit: 1 });
    if (row === undefined) return;
    const newest = await this.#items.list({ session, kinds: CHECKPOINT_KINDS }, { limit: CHECKPOINT_ITEMS });
    const first = await this.#items.list({ session, kinds: ['prompt'] }, { limit: 3, oldestFirst: true });
    const known = new Map([...first, ...newest].map((item) => [item.id, item]));
    const checkpoint = deriveCheckpoint(row, [...known.values()]);
    if (checkpoint === undefined) return;
    await this.#items.apply({ derived: [], put: [await this.#derive.judged(checkpoint)] });
  }

  /** Nothing is left to derive: checkpoints are made once all is quiet. */
  #rest(): void {
    if (this.#stopped) return;
    this.#onDerived?.();
    if (this.#dirty.size === 0) return;
    const refresh = (): void => {
      this.#settle()
        .then(() => this.#onDerived?.())
        .catch((error: unknown) => this.#fail(error, 'making a checkpoint failed'));
    };
    this.#quiet = setTimeout(refresh, QUIET_MS).unref();
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
