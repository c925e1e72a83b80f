import type { Finding } from '../core/finding.ts';
import type { SessionId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { derivePattern } from '../derive/pattern/derive-pattern.ts';
import { SESSION_FOLDS } from '../derive/session/folds.ts';
import type { CreateSessionFold, DistilledSession, SessionFold, SessionYield } from '../derive/session/session-fold.ts';
import { breathe } from '../platform/breathe.ts';
import { ignore } from '../platform/ignored.ts';
import type { Distilled, UndistilledSession, WaitingPattern } from '../store/contract/distilled.ts';
import type { Log } from '../store/contract.ts';

const PAGE = 500;
const PATTERNS = 100;
/** A growing session is not distilled again before this many times as long as it took. */
const REST = 20;
const NOTHING: SessionYield = { items: [], findings: [] };

/** What the distiller works with. */
export interface DistillerParts {
  log: Pick<Log, 'sessions'>;
  distilled: Distilled;
  /** An item as people and agents left it. */
  judged: (item: Item) => Promise<Item>;
  /** An item of a session as a model made it, where one did. */
  refined?: ((item: Item) => Promise<Item>) | undefined;
  folds?: readonly CreateSessionFold[];
  /** Called when a tripwire was made anew, or is gone. */
  onTripwire?: (() => void) | undefined;
}

/**
 * Makes of whole sessions what they mean, and of what recurs over sessions patterns, in steps between acknowledgements. It
 * holds no timer; one thing at a time.
 */
export class Distiller {
  readonly #parts: DistillerParts;
  readonly #folds: readonly CreateSessionFold[];
  /** When sessions that were just distilled may be so again, by the monotonic clock in milliseconds. */
  readonly #restUntil = new Map<SessionId, number>();
  #last: Promise<unknown> = Promise.resolve();
  #stopped = false;
  /** Since when it works without a breath. */
  #since = 0;

  constructor(parts: DistillerParts) {
    this.#parts = parts;
    this.#folds = parts.folds ?? SESSION_FOLDS;
  }

  /** Distils a session if it waits, and makes the patterns it changes; false when it rests and is left, unless `now`. */
  async one(session: SessionId, { now }: { now: boolean }): Promise<boolean> {
    const [waiting] = await this.#parts.distilled.waitingOf([session]);
    if (waiting === undefined) return true;
    if (!now && !this.#isRested(session)) return false;
    await this.patterns(await this.#inTurn(() => this.#distil(waiting)));
    return true;
  }

  /**
   * Distils all that waits. Without `now` those that rest are left; gives the milliseconds until the first of them may be
   * distilled again.
   */
  async all({ now }: { now: boolean }): Promise<number | undefined> {
    let resting: UndistilledSession[] = [];
    while (!this.#stopped) {
      this.#trim();
      const waiting = await this.#parts.distilled.waiting(this.#restUntil.size + 1);
      resting = now ? [] : waiting.filter(({ session }) => !this.#isRested(session));
      const next = waiting.find((one) => !resting.includes(one));
      if (next === undefined) break;
      await this.#inTurn(() => this.#distil(next));
    }
    for (let waiting = await this.#waitingPatterns(); waiting.length > 0; waiting = await this.#waitingPatterns()) {
      await this.patterns(waiting);
    }
    const at = performance.now();
    const rests = resting.map(({ session }) => (this.#restUntil.get(session) ?? at) - at);
    return rests.length === 0 ? undefined : Math.max(0, Math.min(...rests));
  }

  /** Makes patterns that wait. */
  async patterns(waiting: readonly WaitingPattern[]): Promise<void> {
    for (const pattern of waiting) await this.#inTurn(() => this.#makePattern(pattern));
  }

  /** Stops after the step under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#last;
  }

  /** One thing at a time, and nothing once it is to stop: what was asked for first comes first. */
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

  async #distil({ session, mark }: UndistilledSession): Promise<WaitingPattern[]> {
    const [row] = await this.#parts.log.sessions({ ids: [session], limit: 1 });
    if (row === undefined || this.#stopped) return [];
    const began = performance.now();
    const folds = this.#folds.map((create) => createSafely(create, row));
    await this.#feed(session, folds);
    const items: Item[] = [];
    const findings: Finding[] = [];
    for (const fold of folds) {
      const made = fold.end();
      for (const item of made.items) items.push(await this.#finished(item));
      findings.push(...made.findings);
      await this.#breathe();
    }
    if (this.#stopped) return [];
    const patterns = await this.#parts.distilled.put({ session, mark, items, findings });
    await this.#breathe();
    const endedAt = performance.now();
    this.#restUntil.set(session, endedAt + REST * (endedAt - began));
    return patterns;
  }

  async #finished(item: Item): Promise<Item> {
    const refined = this.#parts.refined === undefined ? item : await this.#parts.refined(item);
    return this.#parts.judged(refined);
  }

  /** Shows every fold each of a session's items; what is hidden tells nothing. */
  async #feed(session: SessionId, folds: readonly SessionFold[]): Promise<void> {
    let after: Item | undefined;
    do {
      const page = await this.#parts.distilled.itemsOf(session, { ...(after && { after }), limit: PAGE });
      for (const item of page) {
        if (item.detail.hidden !== true) for (const fold of folds) fold.take(item);
        await this.#breathe();
      }
      after = page.length < PAGE ? undefined : page.at(-1);
    } while (after !== undefined && !this.#stopped);
  }

  async #waitingPatterns(): Promise<WaitingPattern[]> {
    return this.#stopped ? [] : this.#parts.distilled.patternsWaiting(PATTERNS);
  }

  async #makePattern(pattern: WaitingPattern): Promise<void> {
    if (this.#stopped) return;
    const findings = await this.#parts.distilled.findings(pattern);
    const made = findings.length === 0 ? undefined : patternSafely(findings);
    await this.#parts.distilled.putPattern(pattern, made && (await this.#parts.judged(made)));
    if (pattern.kind === 'tripwire') this.#parts.onTripwire?.();
    await this.#breathe();
  }

  /** Lets others have their turn when it worked as long as one step may take. */
  async #breathe(): Promise<void> {
    if (performance.now() - this.#since < LIMITS.bulkStepMs / 2) return;
    await breathe();
    this.#since = performance.now();
  }
}

/** A rule that fails gives nothing and is counted: it must not stop the others. */
function createSafely(create: CreateSessionFold, session: DistilledSession): SessionFold {
  let failed = false;
  const safely = <T>(work: () => T, otherwise: T): T => {
    if (failed) return otherwise;
    try {
      return work();
    } catch (error) {
      failed = true;
      ignore(error, 'a session could not be distilled by one of the rules');
      return otherwise;
    }
  };
  const fold = safely(() => create(session), undefined);
  return {
    take: (item) => safely(() => fold?.take(item), undefined),
    end: () => safely(() => fold?.end() ?? NOTHING, NOTHING),
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
