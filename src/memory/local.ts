// memory: what Cairn can do, inside the worker: `open.ts` wires it, `local.ts` maps each call to what carries it out.
// No SQL, no protocol, no terminal.

import type { ImportProgress } from '../api/answers.ts';
import type { Caller, Memory } from '../api/contract.ts';
import { createCheckedMethods, type Uses } from '../api/methods.ts';
import type { ImportInput, RecordInput } from '../api/requests.ts';
import type { HookContext, HookNeed, PromptNeed } from '../context/context-reads.ts';
import { isAccepted } from '../context/narrowed-here.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import type { EventKind } from '../core/model/event.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { formatCount, formatCounted } from '../core/text/format-count.ts';
import type { HookIntakeResult, HookPayload } from '../ingest/intake.ts';
import { now } from '../platform/clock.ts';
import { ignore } from '../platform/ignored.ts';
import type { ProjectConfig } from '../projects/project-config.ts';
import { placeProject } from '../retrieval/query/place-project.ts';
import { askCode } from './code/ask-code.ts';
import { askWithModel } from './collections/ask.ts';
import { collect } from './collections/collect.ts';
import { readLog } from './doctor/read-log.ts';
import { runDoctor } from './doctor/run-doctor.ts';
import { streamEvents } from './export/events.ts';
import { exportEvents } from './export/export-events.ts';
import { reportJobs, startRebuild } from './figures/jobs.ts';
import { managePauses } from './figures/manage-pauses.ts';
import { readStatus } from './figures/status.ts';
import { type ForgetDeps, forget } from './forget/forget.ts';
import { importAny, withWaitingVectors } from './import/import-any.ts';
import { askModels } from './models/ask-models.ts';
import { findPrivacy } from './privacy/find-privacy.ts';
import { readUses } from './read-methods.ts';
import { consolidate } from './retire/consolidate.ts';
import { prune } from './retire/prune.ts';
import { doubtNotice } from './runtime/doubt-notice.ts';
import type { MemoryParts } from './runtime/memory-parts.ts';
import { roomNotice } from './runtime/room-notice.ts';
import { manageSettings } from './settings/manage-settings.ts';
import { listShared, shareMemory } from './share/share.ts';
import { manageSync } from './sync/manage-sync.ts';
import { makeBackup, reportBackups } from './write/make-backup.ts';
import { observe } from './write/observe.ts';
import { parseRecord, toRecordResult } from './write/record.ts';
import { rememberNote } from './write/remember-note.ts';
import { summarizeSession } from './write/summarize.ts';
import { takeCheckpoint } from './write/take-checkpoint.ts';
import { updateMemory } from './write/update.ts';

const BEGINS: ReadonlySet<EventKind> = new Set(['session.start', 'prompt']);

/** The memory inside the worker; `withCaller` is the same memory for another caller. */
export interface LocalMemory extends Memory {
  withCaller(caller: Caller): Memory;
  /** The calls for a caller, for who has checked the inputs already. */
  usesFor(caller: Caller): Uses;
  /** How often something was written: what reads answer stays the same until it grows. */
  changes(): number;
  /** Takes a hook in; resolves when its events are durable. */
  takeHook(hook: HookPayload): Promise<HookIntakeResult | undefined>;
  /**
   * The block for a hook, entered into the ledger, and what the agent is to show its user of guards that were loosened. Never
   * rejects: without a block, the agent goes on.
   */
  hookContext(need: HookNeed): Promise<HookContext & { warning?: string }>;
}

/** All parts of a memory inside the worker; each call declares those that it needs. */
export type LocalDeps = MemoryParts & Pick<ForgetDeps, 'plans'>;

/** Builds the local memory over its parts. */
export function createLocalMemory(deps: LocalDeps, caller: Caller): LocalMemory {
  const usesFor = (other: Caller): Uses => createUses(deps, other);
  const { close } = deps;
  const withCaller = (other: Caller): Memory => ({
    ...createCheckedMethods(usesFor(other)),
    close,
    [Symbol.asyncDispose]: close,
  });
  return {
    ...withCaller(caller),
    withCaller,
    usesFor,
    changes: deps.store.changes,
    async takeHook(hook) {
      deps.tripwires.mend();
      const taken = await deps.intake.hook(hook, ({ reading: { need } }) => {
        if (need !== undefined) prepare(deps, need);
      });
      if (taken !== undefined) lookAtKnowledge(deps, taken.reading);
      return taken;
    },
    async hookContext(need) {
      const warning = need.shows === true && need.subagent !== true ? await warningFor(deps, need) : undefined;
      const { rulesLeft = 0, ...context } = await injectContext(deps, need);
      const isHeard = need.shows === true && need.subagent !== true && rulesLeft > 0;
      const room = isHeard ? await roomNotice(deps.store, { ...need, rulesLeft }) : undefined;
      const said = [warning, room].filter((one) => one !== undefined);
      return { ...context, ...(said.length > 0 && { warning: said.join('\n') }) };
    },
  };
}

/** What an agent shows its user: guards that were loosened, and at a start what the project's own file turns off. */
async function warningFor({ guards, configOf, store }: LocalDeps, need: HookNeed): Promise<string | undefined> {
  const isStart = need.occasion === 'start';
  const config = isStart ? configOf(need.root) : undefined;
  const told = config === undefined || (await isAccepted(store.guards, config)) ? undefined : narrowedIn(config);
  const doubt = isStart ? await doubtNotice(store) : undefined;
  const said = [await guards.notice(need), told, doubt].filter((one) => one !== undefined);
  return said.length === 0 ? undefined : said.join('\n');
}

/** Budgets of context: none is left where one is nothing. */
const BUDGETS = ['context.startTokens', 'context.promptTokens', 'context.fileTokens'] as const;

/** Says to the person what a project's file turns off or hides. */
function narrowedIn({ narrowed, file }: ProjectConfig): string | undefined {
  const off = [
    ...(narrowed['capture.enabled'] === false ? ['recording'] : []),
    ...(narrowed['context.enabled'] === false ? ['context'] : []),
  ];
  const does = [
    ...(off.length === 0 ? [] : [`turns ${off.join(' and ')} off in this project`]),
    ...(BUDGETS.some((key) => narrowed[key] === 0) ? ['leaves context no room at some moments'] : []),
    ...(narrowed['privacy.patterns'] === undefined ? [] : ['hides words of what you type here']),
  ];
  if (does.length === 0) return undefined;
  return `Cairn: ${file} ${does.join(' and ')}; your constraints are told all the same. If it is meant: cairn config accept project`;
}

/** Begins the slow parts of a block while the events that ask for it are written. */
function prepare({ reads }: LocalDeps, { occasion, prompt }: PromptNeed): void {
  reads
    .prepare({ occasion, ...omitUndefined({ prompt }) })
    .catch((error: unknown) => ignore(error, 'a block for a hook could not be prepared'));
}

/** What the repository shares is read when a session or a turn begins, after the answer; an unchanged folder costs a look. */
function lookAtKnowledge({ knowledge }: LocalDeps, { events }: HookIntakeResult['reading']): void {
  const begun = events.find(({ body, cwd }) => cwd !== undefined && BEGINS.has(body.kind));
  if (begun?.cwd !== undefined) setImmediate(knowledge.look, begun.cwd);
}

async function injectContext(deps: LocalDeps, need: HookNeed): Promise<HookContext> {
  try {
    const context = await deps.reads.hookContext(need, now());
    if (context.injection !== undefined) {
      deps.ledger.add(context.injection);
      await deps.store.items.recordInjection(context.injection);
    }
    if (context.notice !== undefined) await deps.store.items.recordInjection(context.notice.injection);
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
    observe: (input) => observe(deps, input, caller),
    ask: async (input, options) =>
      askWithModel(deps, { result: await reads.ask(input, options), question: input.question }, { caller, ...options }),
    update: (input) => updateMemory(deps, input, caller),
    share: (input) => shareMemory(deps, input, caller),
    shared: (input) => listShared(deps, input, caller),
    checkpoint: (input) => takeCheckpoint(deps, input, caller),
    summarize: (input) => summarizeSession(deps, input, caller),
    forget: (input, options) => forget(deps, input, { caller, ...options }),
    prune: (input) => prune(deps, placeProject(input, cwd), caller),
    consolidate: (input) => consolidate(deps, placeProject(input, cwd), caller),
    collect: (input) => collect(deps, input, caller),
    smartSearch: (input, options) => askCode(deps, 'search', { input, caller, options }),
    smartOutline: (input, options) => askCode(deps, 'outline', { input, caller, options }),
    smartUnfold: (input, options) => askCode(deps, 'unfold', { input, caller, options }),
    events: (input, options) => streamEvents(deps, placeProject(input, cwd), options),
    import: (input, { signal }) => withWaitingVectors(importHeld(deps, input, { caller, signal }), deps.store.vectors),
    export: (input, options) => exportEvents(deps, placeProject(input, cwd), options),
    status: () => readStatus(deps),
    llm: (input, options) => askModels(deps, input, { caller, ...options }),
    backup: () => makeBackup(deps),
    backups: (input) => reportBackups(deps, input),
    jobs: (input) => reportJobs(deps, input),
    settings: (input) => manageSettings(deps, input, caller),
    pause: async (input) => managePauses(deps, input, caller),
    sync: (input, options) => manageSync(deps, input, { caller, ...options }),
    webhooks: ({ test = false }, { signal }) => deps.webhooks.state({ test, signal }),
    privacy: () => findPrivacy(deps),
    log: (input) => readLog(deps, input),
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
    yield* importAny(input, deps, options);
  } finally {
    release();
  }
}

/**
 * Resolves when nothing is left to derive, and to embed but for an embedder that fails; rejects with `timeout`, which says
 * what is left.
 */
async function settle({ deriver, embedding, store }: MemoryParts, timeoutMs: number): Promise<void> {
  const until = now() + timeoutMs;
  try {
    await deriver.settled(timeoutMs);
    await embedding.settled(until - now());
  } catch (error) {
    if (toCairnError(error).code !== 'timeout') throw error;
    const { pending } = await store.log.counts();
    const { waiting } = await store.vectors.counts();
    const left = `still to be derived: ${formatCounted(pending, 'event')}; to be embedded: ${formatCounted(waiting, 'memory')}`;
    throw new CairnError('timeout', `It took longer than ${formatCount(timeoutMs)} ms: ${left}.`, {
      fix: 'Wait longer, or go on: search finds by words meanwhile. cairn status shows how far it is.',
      cause: error,
    });
  }
}
