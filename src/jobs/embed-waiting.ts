import { CairnError, toCairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { withTimeLimit } from '../platform/in-time.ts';
import { EmbedBatch, type EmbedBatchDeps } from './embed-batch.ts';

/** How many times as long as it worked it rests: at most a quarter of a core. */
const REST = 3;
const RETRY_MS = 5_000;
const RETRY_MAX_MS = 600_000;
/** Milliseconds for which it counts what the battery said. */
const POWER_MS = 60_000;
/** Batches that failed one after the other, after which the embedder is at fault and no text of theirs. */
const FAILURES_MAX = 3;

/** What the loop does. `resting`: the battery is low; `failed`: something will be tried again later. */
export interface EmbedProgress {
  state: 'idle' | 'working' | 'resting' | 'failed';
  /** Texts a second, lately, its rests included. */
  perSecond?: number;
  /** What went wrong, and when (milliseconds since 1970), until it is made good. */
  failure?: { error: CairnError; at: number };
}

/** What the loop works with. */
export interface EmbedWaitingDeps extends EmbedBatchDeps {
  isBatteryLow: () => boolean;
  /** Called when it begins to work; gives what to call when it has ended. */
  onWork?: (() => () => void) | undefined;
}

/**
 * Makes the vectors that items wait for, the newest first, in small batches with rests between them; without rests while
 * someone waits in `settled`. It holds no timer when nothing waits. An embedder that fails is asked again after growing
 * times.
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
  /** Called when the work that is under way is done. */
  #ended: (() => void) | undefined;
  #endRest: (() => void) | undefined;
  #power = { isLow: false, until: 0 };
  #perSecond: number | undefined;
  #failure: { error: CairnError; at: number } | undefined;

  constructor(deps: EmbedWaitingDeps) {
    this.#deps = deps;
    this.#batch = new EmbedBatch(deps);
  }

  /** There may be something to embed. An embedder that failed is left alone until its time has come. */
  wake(): void {
    if (!this.#isDown) void this.#start();
  }

  /** The embedder was seen to work: what failed is tried again at once. */
  recover(): void {
    if (!this.#isDown) return;
    this.#tryAgain();
  }

  /** Resolves when nothing waits any more but for an embedder that fails; rejects with `timeout`. */
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

  /** What it does now. */
  progress(): EmbedProgress {
    const perSecond = this.#ended === undefined ? undefined : this.#perSecond;
    return {
      state: this.#state(),
      ...(perSecond === undefined ? {} : { perSecond }),
      ...(this.#failure === undefined ? {} : { failure: this.#failure }),
    };
  }

  /** Stops at once; a batch under way is given up. */
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
        if (workedMs !== undefined) await this.#rest(workedMs * REST);
      }
    }
    // Nothing but failures: no text is at fault.
    this.#isDown = failures > 0 && !hasMade;
  }

  /** Makes a batch; gives the milliseconds that took, `undefined` when it failed. */
  async #make(items: Parameters<EmbedBatch['make']>[0]): Promise<number | undefined> {
    try {
      const workedMs = await this.#batch.make(items, this.#closing.signal);
      const rate = (items.length * 1_000) / (workedMs * (this.#hurried > 0 ? 1 : 1 + REST));
      this.#perSecond = this.#perSecond === undefined ? rate : (3 * this.#perSecond + rate) / 4;
      return workedMs;
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

  /** After a run: nothing more, or a timer for what is to be tried again. */
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

  /** Someone who waits is served at any charge. */
  #isTooLow(): boolean {
    if (this.#hurried > 0) return false;
    const at = performance.now();
    if (at >= this.#power.until) this.#power = { isLow: this.#deps.isBatteryLow(), until: at + POWER_MS };
    return this.#power.isLow;
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
