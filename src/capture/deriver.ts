import { CairnError } from '../core/errors.ts';
import type { StoredEvent } from '../core/event.ts';
import type { SessionId } from '../core/ids.ts';
import type { Item, ItemKind } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { deriveCheckpoint } from '../derive/checkpoint.ts';
import { deriveEvent } from '../derive/derive-event.ts';
import { ignore } from '../platform/ignored.ts';
import type { Items, Log, ProjectRow } from '../store/contract.ts';

const CHECKPOINT_ITEMS = 400;
const CHECKPOINT_KINDS: readonly ItemKind[] = ['prompt', 'observation', 'knowledge', 'message'];
const QUIET_MS = 1_500;
/** Kinds of events after which a session's checkpoint is made anew at once. */
const TURNING = new Set(['turn.end', 'session.end', 'compact.end', 'subagent.end', 'session.start']);

/** Turns appended events into items, in small steps between acknowledgements. */
export interface Deriver {
  /** There may be something to derive. */
  wake(): void;
  /** Resolves when all that was appended is derived; rejects with `timeout`. */
  settled(timeoutMs: number): Promise<void>;
  /** Stops after the step under way. */
  stop(): Promise<void>;
}

/** Builds the deriver. It sleeps without a timer when there is nothing to do. */
export function createDeriver(parts: { log: Log; items: Items }): Deriver {
  const dirty = new Set<SessionId>();
  const roots = new Map<string, ProjectRow>();
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let turning = false;
  let quiet: NodeJS.Timeout | undefined;
  let failure: unknown;

  const rootOf = async (project: string | undefined): Promise<string | undefined> => {
    if (project === undefined) return undefined;
    if (!roots.has(project)) for (const row of await parts.log.projects()) roots.set(row.id, row);
    return roots.get(project)?.root;
  };

  const step = async (): Promise<boolean> => {
    const events = await parts.log.pending(LIMITS.batchEvents);
    for (const some of slices(events)) {
      const put: Item[] = [];
      const exposed: { session: SessionId; at: number }[] = [];
      for (const event of some) {
        const projectRoot = await rootOf(event.project);
        const derived = derive(event, projectRoot);
        put.push(...derived.items);
        if (derived.exposedAt !== undefined) exposed.push({ session: event.session, at: derived.exposedAt });
        dirty.add(event.session);
        turning ||= TURNING.has(event.body.kind);
      }
      await parts.items.apply({ derived: some.map(({ id, seq }) => ({ id, seq })), put, exposed });
      await breathe();
    }
    return events.length > 0;
  };

  const checkpoints = async (): Promise<void> => {
    turning = false;
    for (const session of [...dirty]) {
      dirty.delete(session);
      await refreshCheckpoint(session, parts);
      await breathe();
    }
  };

  const run = async (): Promise<void> => {
    do {
      again = false;
      while (!stopped && (await step())) again = false;
    } while (again && !stopped);
    if (turning) await checkpoints();
  };

  const start = (): Promise<void> => {
    running ??= run()
      .catch((error: unknown) => {
        failure = error;
        ignore(error, 'deriving failed');
      })
      .finally(() => {
        running = undefined;
        if (dirty.size > 0 && !stopped)
          quiet = setTimeout(() => void checkpoints().catch(keepFailure), QUIET_MS).unref();
      });
    return running;
  };

  const keepFailure = (error: unknown): void => {
    failure = error;
    ignore(error, 'making a checkpoint failed');
  };

  return {
    wake() {
      clearTimeout(quiet);
      again = true;
      setImmediate(() => void start());
    },
    async settled(timeoutMs) {
      const until = Date.now() + timeoutMs;
      do {
        again = true;
        await withLimit(start(), until - Date.now());
        await withLimit(checkpoints(), until - Date.now());
        if (failure !== undefined) throw takeFailure();
      } while ((await parts.log.pending(1)).length > 0);
    },
    async stop() {
      stopped = true;
      clearTimeout(quiet);
      await running;
    },
  };

  function takeFailure(): unknown {
    const taken = failure;
    failure = undefined;
    return taken;
  }
}

function derive(event: StoredEvent, projectRoot: string | undefined): ReturnType<typeof deriveEvent> {
  try {
    return deriveEvent(event, projectRoot === undefined ? {} : { projectRoot });
  } catch (error) {
    ignore(error, `an event of kind ${event.body.kind} could not be derived`);
    return { items: [] };
  }
}

async function refreshCheckpoint(session: SessionId, parts: { log: Log; items: Items }): Promise<void> {
  const [row] = await parts.log.sessions({ ids: [session], limit: 1 });
  if (row === undefined) return;
  const newest = await parts.items.list({ session, kinds: CHECKPOINT_KINDS }, { limit: CHECKPOINT_ITEMS });
  const first = await parts.items.list({ session, kinds: ['prompt'] }, { limit: 3, oldestFirst: true });
  const known = new Map([...first, ...newest].map((item) => [item.id, item]));
  const checkpoint = deriveCheckpoint(row, [...known.values()]);
  if (checkpoint !== undefined) await parts.items.apply({ derived: [], put: [checkpoint] });
}

/** Groups of events small enough that one group's work stays within a bulk step. */
function slices(events: readonly StoredEvent[]): StoredEvent[][] {
  const size = 50;
  return Array.from({ length: Math.ceil(events.length / size) }, (_, i) => events.slice(i * size, (i + 1) * size));
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function withLimit(work: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new CairnError('timeout', 'Deriving took longer than its limit.', { fix: 'cairn status' })),
      Math.max(ms, 1),
    );
  });
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
