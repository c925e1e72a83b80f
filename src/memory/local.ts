// memory: what Cairn can do, inside the process that owns the home: `open.ts` wires it, `local.ts` maps each call to its
// use. No SQL, no protocol, no terminal.

import type { Agent, AgentEnvironment } from '../agents/shared/contract.ts';
import type { ImportProgress } from '../api/answers.ts';
import { checkInput, toRecordInput } from '../api/check-input.ts';
import type { Caller, Memory } from '../api/contract.ts';
import type { ImportInput } from '../api/requests.ts';
import type { HomePaths } from '../config/paths.ts';
import type { HookContext, HookNeed, PromptNeed } from '../context/context-reads.ts';
import type { Deadlines } from '../core/deadlines.ts';
import { given } from '../core/given.ts';
import type { HookTaken, Intake } from '../ingest/intake.ts';
import type { Ledger } from '../ingest/ledger.ts';
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
import { readStatus, type StatusParts } from './figures/status.ts';
import { forget } from './forget/forget.ts';
import type { Plans } from './forget/plans.ts';
import type { ImportParts } from './import/import.ts';
import { importAny } from './import/import-any.ts';
import { withWaiting } from './import/with-waiting.ts';
import { askModels } from './models/ask-models.ts';
import type { ModelWork } from './models/model-work.ts';
import { readMethods } from './read-methods.ts';
import { consolidate } from './retire/consolidate.ts';
import { prune, type Retention } from './retire/prune.ts';
import type { Bell } from './runtime/bell.ts';
import type { Embedding } from './runtime/embedding.ts';
import type { Reads } from './runtime/reads-contract.ts';
import { settle } from './runtime/settle.ts';
import { parseRecord, toRecordResult } from './write/record.ts';
import { rememberNote } from './write/remember-note.ts';
import { takeCheckpoint } from './write/take-checkpoint.ts';
import { updateMemory } from './write/update.ts';

/** The memory inside the process that owns the home; `withCaller` gives the same memory to another caller. */
export interface LocalMemory extends Memory {
  withCaller(caller: Caller): Memory;
  /** Takes a hook in; resolves when its events are durable. */
  takeHook(hook: {
    agent: string;
    event: string;
    payload: string | undefined;
    delivery: string;
    at: number;
  }): Promise<HookTaken | undefined>;
  /** The block for a hook, entered into the ledger. Never rejects: without a block, the agent goes on. */
  hookContext(need: HookNeed): Promise<HookContext>;
}

/** Builds the local memory over its parts. */
export function createLocalMemory(parts: LocalParts, caller: Caller): LocalMemory {
  const memory = createFor(parts, caller);
  return Object.assign(memory, {
    withCaller: (other: Caller) => createFor(parts, other),
    takeHook: (hook: Parameters<Intake['hook']>[0]) =>
      parts.intake.hook(hook, ({ reading: { need } }) => {
        if (need !== undefined) prepare(parts, need);
      }),
    hookContext: (need: HookNeed) => injectContext(parts, need),
  });
}

/** What a block takes time for is begun while the events that ask for it are written. */
function prepare({ reads }: LocalParts, { occasion, prompt }: PromptNeed): void {
  reads
    .prepare({ occasion, ...given({ prompt }) })
    .catch((error: unknown) => ignore(error, 'a block for a hook could not be prepared'));
}

async function injectContext(parts: LocalParts, need: HookNeed): Promise<HookContext> {
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
  const reading = readMethods(parts.reads, caller, parts.agents);
  const settled = async ({ timeoutMs }: { timeoutMs?: number } = {}): Promise<void> =>
    settle(parts, checkInput('settled', { timeoutMs }).timeoutMs ?? parts.deadlines.settledMs);
  const close = (): Promise<void> => parts.close();
  return {
    async record(input, { delivery } = {}) {
      const parsed = parseRecord(toRecordInput(checkInput('record', input)), caller, now());
      const raws = parsed.flatMap((event) => ('reason' in event ? [] : [event]));
      return toRecordResult(
        parsed,
        await parts.intake.events(raws, delivery === undefined ? {} : { delivery: { id: delivery, at: now() } }),
      );
    },
    remember: async (input) => rememberNote(parts, checkInput('remember', input), caller),
    ...reading,
    ask: async (input, options = {}) =>
      askWithModel(
        parts,
        { result: await reading.ask(input, options), question: input.question },
        { caller, ...options },
      ),
    update: async (id, changes) => updateMemory(parts, checkInput('update', { id, changes }), caller),
    checkpoint: async (input) => takeCheckpoint(parts, checkInput('checkpoint', input ?? {}), caller),
    forget: (input, options = {}) => forget(parts, input, { caller, ...options }),
    prune: async (input = {}) => prune(parts, placeProject(checkInput('prune', input), caller.cwd), caller),
    consolidate: async (input = {}) =>
      consolidate(parts, placeProject(checkInput('consolidate', input), caller.cwd), caller),
    collect: async (input) => collect(parts, checkInput('collect', input), caller),
    events: (input = {}, options = {}) => tellEvents(parts, input, { ...options, cwd: caller.cwd }),
    import: (input = {}, { signal } = {}) =>
      withWaiting(importHeld(parts, checkInput('import', input), { caller, signal }), parts.store.vectors),
    export: (input = {}, { signal } = {}) => exportEvents(parts, input, { cwd: caller.cwd, signal }),
    status: () =>
      readStatus({
        ...parts.status,
        store: parts.store,
        intake: parts.intake,
        embedding: parts.embedding,
        models: parts.models,
      }),
    llm: async (input = {}, { signal } = {}) =>
      askModels(parts, input, { caller, ...(signal === undefined ? {} : { signal }) }),
    jobs: async (input = {}) => tellJobs(parts, checkInput('jobs', input)),
    rebuild: async (input = {}) => startRebuild(parts, checkInput('rebuild', input)),
    doctor: async (input = {}) => runDoctor(parts, checkInput('doctor', input)),
    settled,
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Sessions are distilled once all of them was read. */
async function* importHeld(
  parts: LocalParts,
  input: ImportInput,
  options: { caller: Caller; signal: AbortSignal | undefined },
): AsyncGenerator<ImportProgress> {
  const release = parts.deriver.hold();
  try {
    yield* importAny(input, importParts(parts), options);
  } finally {
    release();
  }
}

function importParts(parts: LocalParts): ImportParts {
  const { intake, agents, environment, deriver, deadlines } = parts;
  const settled = (): Promise<void> => deriver.settled(deadlines.importSettledMs);
  const caughtUp = (): Promise<void> => deriver.caughtUp();
  return { log: parts.store.log, intake, agents, environment, caughtUp, settled };
}

/** What a local memory is made of. */
export interface LocalParts {
  store: Store;
  intake: Intake;
  deriver: Deriver;
  runner: Runner;
  embedding: Embedding;
  models: ModelWork;
  reads: Reads;
  ledger: Ledger;
  agents: readonly Agent[];
  environment: AgentEnvironment;
  paths: HomePaths;
  /** What was planned to be forgotten and is not confirmed yet. */
  plans: Plans;
  retention: Retention;
  deadlines: Pick<Deadlines, 'settledMs' | 'importSettledMs'>;
  /** Takes in what waits in the journal. */
  takeInJournal: () => Promise<void>;
  /** Sees to it that the write-ahead file is emptied once no older reader is left. */
  finishForgetting: () => void;
  /** Ends what keeps forgotten words in memory. */
  dropReader: () => Promise<void>;
  status: Omit<StatusParts, 'store' | 'intake' | 'embedding' | 'models'>;
  appended: Bell;
  /** Aborts when the memory closes. */
  closing: AbortSignal;
  close: () => Promise<void>;
}
