import { type CairnError, toCairnError } from '../../core/errors.ts';
import type { ItemId } from '../../core/model/ids.ts';
import { batchesOf, type Refinable, type Refined, refinable, refineBatch } from '../../jobs/refine-summaries.ts';
import type { JobHandler, Runner } from '../../jobs/runner.ts';
import { wordObservations } from '../../jobs/word-observations.ts';
import type { MeteredModel } from '../../llm/metered-model.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { isBatteryLow } from '../../platform/machine-state.ts';
import type { Store } from '../../store/contract/store.ts';

/** Kind and key of the job that rewords summaries. */
export const REFINE = { kind: 'refine', key: 'waiting' } as const;

/** Milliseconds without activity after which a session's summary is reworded: before that it changes with every turn. */
const QUIET_MS = 5 * 60_000;
/** Milliseconds before a failed call is retried: the first, the longest, and while the battery is low. */
const RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;
const POWER_MS = 600_000;
/** Below all other jobs. */
const PRIORITY = -10;
/** Summaries read per step. */
const STEP = 24;

/** The dependencies of refining. */
export interface RefiningDeps {
  store: Pick<Store, 'items' | 'models'>;
  model: MeteredModel;
  /** Whether the observations that a summary names are described, too. */
  wordsObservations: boolean;
  runner: Pick<Runner, 'add'>;
}

/** The state of the background work, and the last failure until a call succeeds. */
export interface RefiningProgress {
  state: 'idle' | 'working' | 'resting' | 'over-budget' | 'failed';
  failure?: { error: CairnError; at: number };
}

/** Rewords the summaries of quiet sessions, newest first. */
export class Refining {
  readonly #deps: RefiningDeps;
  #state: RefiningProgress['state'] = 'idle';
  #failure: RefiningProgress['failure'];
  #failures = 0;
  /** A job is already scheduled for this time. */
  #wokenUntil = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(deps: RefiningDeps) {
    this.#deps = deps;
  }

  progress(): RefiningProgress {
    return { state: this.#state, ...(this.#failure === undefined ? {} : { failure: this.#failure }) };
  }

  /** Schedules the job, since there may be summaries to reword. */
  wake(): void {
    const at = performance.now();
    if (at < this.#wokenUntil) return;
    this.#wokenUntil = at + QUIET_MS;
    void this.#later(QUIET_MS);
  }

  /**
   * The job: rewords all waiting summaries until none is left or the model cannot go on; then it schedules itself
   * again.
   */
  readonly run: JobHandler = async (_payload, { signal, report }) => {
    let done = 0;
    try {
      for (let before = ''; ; ) {
        this.#state = isBatteryLow() ? 'resting' : 'working';
        if (this.#state === 'resting') return await this.#later(POWER_MS);
        const ids = await this.#deps.store.models.unrefined({ kind: 'summary', until: now() - QUIET_MS }, STEP);
        // Summaries that change all the while are left for later.
        if (ids.length === 0 || ids.join() === before) break;
        before = ids.join();
        for (const batch of batchesOf(await refinable(this.#deps.store, ids))) {
          done += (await this.#batch(batch, signal)).refined.length;
          await report({ refined: done });
        }
      }
    } catch (error) {
      if (signal.aborted) throw error;
      return await this.#later(this.#failed(toCairnError(error)));
    } finally {
      if (this.#state === 'working') this.#state = 'idle';
    }
    const isYoung = (await this.#deps.store.models.unrefined({ kind: 'summary', until: now() }, 1)).length > 0;
    if (isYoung) await this.#later(QUIET_MS);
  };

  /** Rewords the next of some summaries now, in one call; returns the result and the number left. */
  async next(ids: readonly ItemId[], signal: AbortSignal): Promise<Refined & { left: number }> {
    const found = await refinable(this.#deps.store, ids);
    const kept = ids.filter((id) => !found.some(({ item }) => item.id === id));
    const [batch = [], ...rest] = batchesOf(found);
    const done = await this.again(batch, signal);
    return { refined: done.refined, kept: [...kept, ...done.kept], left: rest.flat().length };
  }

  /** Rewords the summaries of one call now. */
  async again(batch: readonly Refinable[], signal: AbortSignal): Promise<Refined> {
    if (batch.length === 0) return { refined: [], kept: [] };
    try {
      return await this.#batch(batch, signal);
    } catch (error) {
      const failure = toCairnError(error);
      if (failure.code !== 'cancelled') this.#failed(failure);
      throw failure;
    }
  }

  /** Records a failure of the same model elsewhere. */
  note(error: CairnError): void {
    this.#failed(error);
  }

  /** One call at a time, so that the next one finds the answers of the one before. */
  #batch(batch: readonly Refinable[], signal: AbortSignal): Promise<Refined> {
    const turn = this.#last.then(() => this.#batchNow(batch, signal));
    this.#last = Promise.allSettled([turn]);
    return turn;
  }

  async #batchNow(batch: readonly Refinable[], signal: AbortSignal): Promise<Refined> {
    const parts = { ...this.#deps, now };
    const done = await refineBatch(parts, batch, signal);
    if (this.#deps.wordsObservations) await wordObservations(parts, batch, signal);
    this.#failure = undefined;
    this.#failures = 0;
    return done;
  }

  /** Records the failure; returns the milliseconds before a retry. */
  #failed(error: CairnError): number {
    if (error.code === 'over_budget') {
      this.#state = 'over-budget';
      return untilTomorrow(now());
    }
    ignore(error, 'a language model failed');
    this.#state = 'failed';
    this.#failure = { error, at: now() };
    this.#failures += 1;
    return Math.min(RETRY_MS * 2 ** (this.#failures - 1), RETRY_MAX_MS);
  }

  async #later(delayMs: number): Promise<void> {
    try {
      await this.#deps.runner.add({ ...REFINE, payload: {}, priority: PRIORITY, delayMs });
    } catch (error) {
      ignore(error, 'summaries could not be left for later');
    }
  }
}

/** Milliseconds until the next day in this machine's time zone. */
function untilTomorrow(at: number): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1, 0, 1).getTime() - at;
}
