import { CairnError, toCairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { withTimeLimit } from '../platform/in-time.ts';
import { type ProcessorTimes, shareOfOthers } from '../platform/machine-state.ts';
import { EmbedBatch, type EmbedBatchDeps } from './embed-batch.ts';

/** Rest after a batch, as a multiple of its duration: at most a quarter of a core. An idle machine on mains needs none. */
const REST = 3;
/** Share of all processors' time that others use at most while a machine counts as idle. */
const IDLE_SHARE = 0.2;
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 600_000;
/** Milliseconds for which a battery reading is valid. */
const POWER_MS = 60_000;
/** Consecutive failed batches after which the embedder is at fault, not a text. */
const FAILURES_MAX = 3;

/** State of the loop. `resting`: the battery is low; `failed`: a retry is due later. */
export interface EmbedProgress {
  state: 'idle' | 'working' | 'resting' | 'failed';
  /** Recent texts per second, rests included. */
  perSecond?: number;
  /** The last failure and its time (milliseconds since 1970), until a batch succeeds. */
  failure?: { error: CairnError; at: number };
}

/** The dependencies of the loop. */
export interface EmbedWaitingDeps extends EmbedBatchDeps {
  isBatteryLow: () => boolean;
  /** Whether the machine is known to run on mains. */
  isOnMains: () => boolean;
  /** The times of all processors so far. */
  processorTimes: () => ProcessorTimes;
  /** Called when work begins; returns the function to call when it ends. */
  onWork?: (() => () => void) | undefined;
}

/**
 * Embeds pending items, newest first, in small batches with rests in between; without rests while a caller waits in
 * `settled`, and while the machine is idle and on mains. It has no timer when nothing is pending. A failing embedder is retried at growing intervals.
 */
export class EmbedWaiting {
  readonly #deps: EmbedWaitingDeps;
  readonly #batch: EmbedBatch;
  readonly #closing = new AbortController();
  #isBegun = false;
  #running: Promise<void> | undefined;
  #again = false;
  #isDown = false;
  #isResting = false;
  #retries = 0;
  #retry: NodeJS.Timeout | undefined;
  #hurried = 0;
  /** Resolves the wait for the current work. */
  #ended: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #power = { isLow: false, isOnMains: false, until: 0 };
  #times: ProcessorTimes = { busy: 0, idle: 0 };
  #perSecond: number | undefined;
  #failure: { error: CairnError; at: number } | undefined;

  constructor(deps: EmbedWaitingDeps) {
    this.#deps = deps;
    this.#batch = new EmbedBatch(deps);
  }

  /** Looks for pending items. A failed embedder is left alone until its retry is due. */
  wake(): void {
    if (!this.#isDown) void this.#start();
  }

  /** Retries failed items at once, since the embedder was seen to work. */
  recover(): void {
    if (!this.#isDown) return;
    this.#tryAgain();
  }

  /** Resolves when nothing is pending except for a failing embedder; rejects with `timeout`. */
  async settled(timeoutMs: number): Promise<void> {
    if (this.#isDown) return;
    this.#hurried += 1;
    this.#endRest?.();
    const late = (): CairnError => new CairnError('timeout', 'Making vectors took longer than its limit.');
    try {
      await withTimeLimit(this.#start(), { ms: timeoutMs, late });
    } finally {
      this.#hurried -= 1;
    }
  }

  /** The current state. */
  progress(): EmbedProgress {
    const perSecond = this.#ended === undefined ? undefined : this.#perSecond;
    return {
      state: this.#state(),
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  /** Stops at once; the current batch is abandoned. */
  async stop(): Promise<void> {
    this.#closing.abort(new CairnError('cancelled', 'The memory closes.'));
    clearTimeout(this.#retry);
    this.#endRest?.();
    await this.#running;
  }

  get #isStopped(): boolean {
    return this.#closing.signal.aborted;
  }

  #state(): EmbedProgress['state'] {
    if (this.#isDown) return 'failed';
    if (this.#ended !== undefined) return 'working';
    if (this.#isResting) return 'resting';
    return this.#batch.aside > 0 ? 'failed' : 'idle';
  }

  #start(): Promise<void> {
    this.#again = true;
    if (this.#running !== undefined || this.#isStopped) return this.#running ?? Promise.resolve();
    clearTimeout(this.#retry);
    this.#running = this.#run()
      .catch((error: unknown) => this.#fail(error))
      .finally(() => {
        this.#running = undefined;
        this.#ended?.();
        this.#ended = undefined;
        if (!this.#isStopped) this.#sleep();
      });
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#isDown = false;
    this.#isResting = false;
    if (!this.#isBegun) await this.#batch.useModel(this.#closing.signal);
    this.#isBegun = true;
    let failures = 0;
    let hasMade = false;
    while (this.#again && !this.#isStopped) {
      this.#again = false;
      for (let items = await this.#batch.next(); items.length > 0; items = await this.#batch.next()) {
        this.#isResting = this.#isTooLow();
        if (this.#isResting || this.#isStopped) return;
        this.#ended ??= this.#deps.onWork?.() ?? (() => undefined);
        const workedMs = await this.#make(items);
        failures = workedMs === undefined ? failures + 1 : 0;
        hasMade ||= workedMs !== undefined;
        this.#isDown ||= failures >= FAILURES_MAX;
        if (this.#isDown || this.#isStopped) return;
        if (workedMs !== undefined) await this.#restAfter(items.length, workedMs);
      }
    }
    // When every batch failed, no single text is at fault.
    this.#isDown = failures > 0 && !hasMade;
  }

  /** Embeds a batch; returns its milliseconds, `undefined` when it failed. */
  async #make(items: Parameters<EmbedBatch['make']>[0]): Promise<number | undefined> {
    try {
      this.#times = this.#deps.processorTimes();
      return await this.#batch.make(items, this.#closing.signal);
    } catch (error) {
      this.#fail(error, toCairnError(error).code === 'timeout');
      return undefined;
    }
  }

  #fail(error: unknown, isDown = true): void {
    if (this.#isStopped) return;
    ignore(error, 'vectors could not be made');
    this.#failure = { error: toCairnError(error), at: now() };
    this.#isDown = isDown;
  }

  /** After a run: sets a timer for the next retry, if any. */
  #sleep(): void {
    if (this.#isDown || this.#batch.aside > 0) {
      this.#wakeAfter(Math.min(RETRY_MS * 2 ** this.#retries, RETRY_MAX_MS));
      this.#retries += 1;
    } else if (this.#isResting) {
      this.#wakeAfter(POWER_MS);
    } else {
      this.#retries = 0;
      this.#failure = undefined;
      if (this.#again) void this.#start();
    }
  }

  #wakeAfter(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#tryAgain(), ms).unref();
  }

  #tryAgain(): void {
    this.#isDown = false;
    this.#batch.tryAll();
    void this.#start();
  }

  /** True when the battery is too low; never while a caller waits. */
  #isTooLow(): boolean {
    if (this.#hurried > 0) return false;
    const at = performance.now();
    if (at >= this.#power.until) {
      this.#power = { isLow: this.#deps.isBatteryLow(), isOnMains: this.#deps.isOnMains(), until: at + POWER_MS };
    }
    return this.#power.isLow;
  }

  /** Rests after a batch of `texts` that took `workedMs`, as long as what others do on this machine asks for. */
  async #restAfter(texts: number, workedMs: number): Promise<void> {
    const others = shareOfOthers(this.#times, this.#deps.processorTimes(), workedMs);
    const isFree = this.#hurried > 0 || (this.#power.isOnMains && others <= IDLE_SHARE);
    const restMs = isFree ? 0 : workedMs * REST;
    const rate = (texts * 1_000) / (workedMs + restMs);
    this.#perSecond = this.#perSecond === undefined ? rate : (3 * this.#perSecond + rate) / 4;
    await this.#rest(restMs);
  }

  async #rest(ms: number): Promise<void> {
    if (this.#hurried > 0 || this.#isStopped) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endRest = undefined;
  }
}
