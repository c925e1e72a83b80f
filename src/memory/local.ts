// memory: what Cairn can do, inside the worker: `open.ts` wires it, `local.ts` maps each call to what carries it out.
// No SQL, no protocol, no terminal.

import type { Agent, AgentEnvironment } from '../agents/shared/contract.ts';
import type { ImportProgress } from '../api/answers.ts';
import type { Caller, Memory } from '../api/contract.ts';
import { createCheckedMethods, type Uses } from '../api/methods.ts';
import type { ImportInput, RecordInput } from '../api/requests.ts';
import type { HomePaths } from '../config/paths.ts';
import type { HookContext, HookNeed, PromptNeed } from '../context/context-reads.ts';
import type { Deadlines } from '../core/deadlines.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import type { HookIntakeResult, Intake } from '../ingest/intake.ts';
import type { InjectionLedger } from '../ingest/ledger.ts';
import type { Runner } from '../jobs/runner.ts';
import type { Deriver } from '../pipeline/deriver.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import type { Store } from '../store/contract/store.ts';
import { askWithModel } from './collections/ask-with-model.ts';
import { collect } from './collections/collect.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { tellEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { startRebuild, tellJobs } from './figures/jobs.ts';
import { readStatus, type StatusDeps } from './figures/status.ts';
import { forget } from './forget/forget.ts';
import type { ForgetPlans } from './forget/plans.ts';
import { importAny, withWaitingVectors } from './import/import-any.ts';
import type { ImportDeps } from './import/import-transcripts.ts';
import { askModels } from './models/ask-models.ts';
import type { ModelWork } from './models/model-work.ts';
import { readUses } from './read-methods.ts';
import { consolidate } from './retire/consolidate.ts';
import { prune, type Retention } from './retire/prune.ts';
import type { ChangeSignal } from './runtime/change-signal.ts';
import type { Embedding } from './runtime/embedding.ts';
import type { Reads } from './runtime/reads-contract.ts';
import { settle } from './runtime/settle.ts';
import { parseRecord, toRecordResult } from './write/record.ts';
import { rememberNote } from './write/remember-note.ts';
import { takeCheckpoint } from './write/take-checkpoint.ts';
import { updateMemory } from './write/update.ts';

/** The memory inside the worker; `withCaller` is the same memory for another caller. */
export interface LocalMemory extends Memory {
  withCaller(caller: Caller): Memory;
  /** The calls for a caller, for who has checked the inputs already. */
  usesFor(caller: Caller): Uses;
  /** Takes a hook in; resolves when its events are durable. */
  takeHook(hook: {
    agent: string;
    event: string;
    payload: string | undefined;
    delivery: string;
    at: number;
  }): Promise<HookIntakeResult | undefined>;
  /** The block for a hook, entered into the ledger. Never rejects: without a block, the agent goes on. */
  hookContext(need: HookNeed): Promise<HookContext>;
}

/** Builds the local memory over its parts. */
export function createLocalMemory(deps: LocalDeps, caller: Caller): LocalMemory {
  const usesFor = (other: Caller): Uses => createUses(deps, other);
  const withCaller = (other: Caller): Memory => {
    const close = (): Promise<void> => deps.close();
    return { ...createCheckedMethods(usesFor(other)), close, [Symbol.asyncDispose]: close };
  };
  return {
    ...withCaller(caller),
    withCaller,
    usesFor,
    takeHook: (hook) =>
      deps.intake.hook(hook, ({ reading: { need } }) => {
        if (need !== undefined) prepare(deps, need);
      }),
    hookContext: (need) => injectContext(deps, need),
  };
}

/** Begins the slow parts of a block while the events that ask for it are written. */
function prepare({ reads }: LocalDeps, { occasion, prompt }: PromptNeed): void {
  reads
    .prepare({ occasion, ...omitUndefined({ prompt }) })
    .catch((error: unknown) => ignore(error, 'a block for a hook could not be prepared'));
}

async function injectContext(deps: LocalDeps, need: HookNeed): Promise<HookContext> {
  try {
    const context = await deps.reads.hookContext(need, now());
    if (context.injection !== undefined) {
      deps.ledger.add(context.injection);
      await deps.store.items.recordInjection(context.injection);
    }
    return context;
  } catch (error) {
    ignore(error, 'context for a hook failed');
    return { text: '' };
  }
}

/** Each call with what carries it out, for one caller. Inputs are checked. */
function createUses(deps: LocalDeps, caller: Caller): Uses {
  const { cwd } = caller;
  const reads = readUses(deps.reads, { caller, agents: deps.agents });
  return {
    ...reads,
    async record(input, { delivery }) {
      const parsed = parseRecord(input.events ?? (input as RecordInput), caller, now());
      const raws = parsed.flatMap((event) => ('reason' in event ? [] : [event]));
      return toRecordResult(
        parsed,
        await deps.intake.events(raws, delivery === undefined ? {} : { delivery: { id: delivery, at: now() } }),
      );
    },
    remember: (input) => rememberNote(deps, input, caller),
    ask: async (input, options) =>
      askWithModel(deps, { result: await reads.ask(input, options), question: input.question }, { caller, ...options }),
    update: (input) => updateMemory(deps, input, caller),
    checkpoint: (input) => takeCheckpoint(deps, input, caller),
    forget: (input, options) => forget(deps, input, { caller, ...options }),
    prune: (input) => prune(deps, placeProject(input, cwd), caller),
    consolidate: (input) => consolidate(deps, placeProject(input, cwd), caller),
    collect: (input) => collect(deps, input, caller),
    events: (input, options) => tellEvents(deps, placeProject(input, cwd), options),
    import: (input, { signal }) => withWaitingVectors(importHeld(deps, input, { caller, signal }), deps.store.vectors),
    export: (input, options) => exportEvents(deps, placeProject(input, cwd), options),
    async status() {
      const { store, intake, embedding, models } = deps;
      return readStatus({ ...deps.status, store, intake, embedding, models });
    },
    llm: (input, options) => askModels(deps, input, { caller, ...options }),
    jobs: (input) => tellJobs(deps, input),
    rebuild: (input) => startRebuild(deps, input),
    doctor: (input) => runDoctor(deps, input),
    settled: ({ timeoutMs = deps.deadlines.settledMs }) => settle(deps, timeoutMs),
  };
}

/** Imports, and lets the deriver wait: sessions are distilled once they were read whole. */
async function* importHeld(
  deps: LocalDeps,
  input: ImportInput,
  options: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const release = deps.deriver.hold();
  try {
    yield* importAny(input, importParts(deps), options);
  } finally {
    release();
  }
}

function importParts(deps: LocalDeps): ImportDeps {
  const { intake, agents, environment, deriver, deadlines } = deps;
  const settled = (): Promise<void> => deriver.settled(deadlines.importSettledMs);
  const caughtUp = (): Promise<void> => deriver.caughtUp();
  return { log: deps.store.log, intake, agents, environment, caughtUp, settled };
}

/** The parts that a local memory works with. */
export interface LocalDeps {
  store: Store;
  intake: Intake;
  deriver: Deriver;
  runner: Runner;
  embedding: Embedding;
  models: ModelWork;
  reads: Reads;
  ledger: InjectionLedger;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  paths: HomePaths;
  /** Plans to forget that are not confirmed yet. */
  plans: ForgetPlans;
  retention: Retention;
  deadlines: Pick<Deadlines, 'settledMs' | 'importSettledMs'>;
  /** Takes in the hooks that wait in the journal. */
  takeInJournal: () => Promise<void>;
  /** Empties the write-ahead file as soon as no older reader is left. */
  finishForgetting: () => void;
  /** Ends what keeps forgotten words in memory. */
  dropReader: () => Promise<void>;
  status: Omit<StatusDeps, 'store' | 'intake' | 'embedding' | 'models'>;
  appended: ChangeSignal;
  /** Aborts when the memory closes. */
  closing: AbortSignal;
  close: () => Promise<void>;
}
