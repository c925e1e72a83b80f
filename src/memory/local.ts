import type { Agent, AgentEnvironment, ContextNeed } from '../agents/shared/contract.ts';
import type { Deriver } from '../capture/deriver.ts';
import type { HookTaken, Intake } from '../capture/intake.ts';
import { CairnError } from '../core/errors.ts';
import type { EventId, ItemId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import type { Store } from '../store/contract.ts';
import type { Caller, CallOptions, Memory, RememberResult } from './contract.ts';
import { forgetIds } from './forget.ts';
import { importTranscripts } from './import.ts';
import type { Ledger } from './ledger.ts';
import type { HookContext, Reads } from './reads.ts';
import { parseRecord, toRecordResult } from './record.ts';
import { parseNote } from './remember.ts';
import type { StatusParts } from './status.ts';
import { readStatus } from './status.ts';

const SETTLED_MS = 30_000;

/** What a local memory is made of. */
export interface LocalParts {
  store: Store;
  intake: Intake;
  deriver: Deriver;
  reads: Reads;
  ledger: Ledger;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  status: Omit<StatusParts, 'store' | 'intake'>;
  close: () => Promise<void>;
}

/** The memory inside the process that owns the home; `withCaller` gives the same memory to another caller. */
export interface LocalMemory extends Memory {
  withCaller(caller: Caller): Memory;
  /** Takes a hook in; resolves when its events are durable. */
  takeHook(hook: {
    agent: string;
    event: string;
    payload: string;
    delivery: string;
    at: number;
  }): Promise<HookTaken | undefined>;
  /** The block for a hook, entered into the ledger. Never rejects: without a block, the agent goes on. */
  hookContext(need: ContextNeed & { agent: string }): Promise<HookContext>;
}

/** Builds the local memory over its parts. */
export function createLocalMemory(parts: LocalParts, caller: Caller): LocalMemory {
  const memory = createFor(parts, caller);
  return Object.assign(memory, {
    withCaller: (other: Caller) => createFor(parts, other),
    takeHook: (hook: Parameters<Intake['hook']>[0]) => parts.intake.hook(hook),
    hookContext: (need: ContextNeed & { agent: string }) => injectContext(parts, need),
  });
}

async function injectContext(parts: LocalParts, need: ContextNeed & { agent: string }): Promise<HookContext> {
  try {
    const context = await parts.reads.hookContext(need, now());
    if (context.injection !== undefined) {
      parts.ledger.add(context.injection);
      await parts.store.items.recordInjection(context.injection);
    }
    return context;
  } catch (error) {
    ignore(error, 'context for a hook failed');
    return { text: '' };
  }
}

function createFor(parts: LocalParts, caller: Caller): Memory {
  const settled = async (options: { timeoutMs?: number } = {}): Promise<void> =>
    parts.deriver.settled(options.timeoutMs ?? SETTLED_MS);
  const close = (): Promise<void> => parts.close();
  return {
    async record(input) {
      const parsed = parseRecord(input, caller, now());
      const raws = parsed.flatMap((event) => ('reason' in event ? [] : [event]));
      return toRecordResult(parsed, await parts.intake.events(raws));
    },
    remember: (input) => rememberNote(parts, input, caller),
    search: (input, options) => parts.reads.search(typeof input === 'string' ? { query: input } : input, now(), options),
    get: (ids, options) => parts.reads.get(checkIds(typeof ids === 'string' ? [ids] : ids), options),
    context: (input = {}, options) =>
      parts.reads.context(
        {
          ...(caller.cwd === undefined ? {} : { cwd: caller.cwd }),
          ...(typeof input === 'string' ? { prompt: input } : input),
        },
        now(),
        options,
      ),
    forget: (input) => forgetIds(parts.store, input, caller),
    import: (input = {}, options: CallOptions = {}) =>
      importTranscripts(
        input,
        { ...parts, log: parts.store.log, settled: () => parts.deriver.settled(600_000) },
        options.signal,
      ),
    status: () => readStatus({ ...parts.status, store: parts.store, intake: parts.intake }),
    settled,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function checkIds(ids: readonly string[]): readonly string[] {
  if (Array.isArray(ids) && ids.length <= LIMITS.getIds) return ids;
  throw new CairnError('invalid_input', `get takes 1 to ${LIMITS.getIds} ids; it got ${ids.length}.`, {
    fix: 'cairn get ID',
  });
}

async function rememberNote(
  parts: LocalParts,
  input: Parameters<Memory['remember']>[0],
  caller: Caller,
): Promise<RememberResult> {
  const raw = parseNote(input, caller, now());
  const before = parts.intake.redacted();
  const taken = await parts.intake.events([raw]);
  const redacted = difference(parts.intake.redacted(), before);
  const [outcome] = taken.outcomes;
  const [eventId] = taken.ids;
  if (outcome === 'excluded')
    throw new CairnError('not_allowed', 'This project is excluded from memory.', { fix: 'cairn status' });
  if (outcome === 'refused' || eventId === undefined) {
    throw new CairnError('not_allowed', 'This was forgotten before and is not taken in again.');
  }
  await parts.deriver.settled(SETTLED_MS);
  const item = await itemOf(parts, eventId);
  const status =
    outcome === 'duplicate' ? 'merged' : raw.body.kind === 'noted' && !raw.body.person ? 'proposed' : 'created';
  return { id: item ?? eventId, status, redacted };
}

async function itemOf(parts: LocalParts, eventId: EventId): Promise<ItemId | undefined> {
  const [item] = await parts.store.items.ofEvent(eventId);
  return item?.id;
}

function difference(
  after: Readonly<Record<string, number>>,
  before: Readonly<Record<string, number>>,
): Record<string, number> {
  const grown = Object.entries(after).map(([kind, count]) => [kind, count - (before[kind] ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, count]) => count > 0));
}
