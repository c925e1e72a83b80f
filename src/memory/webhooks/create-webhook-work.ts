// memory/webhooks: when messages of what happens are sent to other programs: a job of the worker, which goes on after a restart.
// What a message says, and how it is sent, `webhooks` decides.

import type { WebhookEntry, WebhooksResult } from '../../api/home-answers.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { randomId } from '../../core/hash.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { now } from '../../platform/clock.ts';
import { realPathOf } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { createExclusion } from '../../privacy/exclude.ts';
import { createProjectConfigs } from '../../projects/project-config.ts';
import { findMessages } from '../../webhooks/find-messages.ts';
import { problemOf, type SendDeps, send, sendWaiting } from '../../webhooks/send-waiting.ts';
import { toMessage } from '../../webhooks/to-message.ts';
import { readWebhookSettings, type WebhookConfig } from '../../webhooks/webhook-settings.ts';
import {
  type AddressQueue,
  enqueue,
  queueOf,
  readWebhookState,
  removeWebhookState,
  type WebhookState,
  writeWebhookState,
} from '../../webhooks/webhook-state.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import type { WebhookWork } from '../runtime/webhook-work.ts';

/** Kind of the jobs that tell webhooks. */
export const WEBHOOKS = 'webhooks';

const KEY = 'run';
/** Milliseconds for which what happens is gathered. */
const GATHER_MS = 1_000;

type WebhookParts = Pick<MemoryParts, 'store' | 'runner' | 'environment' | 'paths' | 'settings' | 'closing'>;

/** Builds it. The settings are those of the start. */
export function createWebhookWork(parts: WebhookParts): WebhookWork {
  const { store, runner, paths, settings, closing } = parts;
  const { config, problem } = configOf(settings);
  let state: WebhookState | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  const schedule = async (delayMs: number): Promise<void> => {
    if (config === undefined || closing.aborted) return;
    dueAt = now() + delayMs;
    await runner.add({ kind: WEBHOOKS, key: KEY, payload: {}, delayMs });
  };
  const excluded = createExclusion({
    paths: [],
    projects: settings['privacy.excludeProjects'],
    userHome: parts.environment.home,
    realPath: realPathOf,
  });
  const configs = createProjectConfigs({ settings, home: paths.home });
  const isExcluded = (root: string): boolean =>
    excluded.project(root) || configs(root)?.narrowed['capture.enabled'] === false;
  const deps = (signal: AbortSignal): SendDeps => ({
    secret: config?.secret ?? new Uint8Array(),
    write: (message) => toMessage({ store, isExcluded, userHome: parts.environment.home }, message),
    now,
    signal,
  });
  return {
    async state({ test, signal }) {
      const stop = signal === undefined ? closing : AbortSignal.any([closing, signal]);
      const tests = test ? await sendTests(config, problem, deps(stop)) : undefined;
      return {
        ...toState(config, state, problem),
        kinds: [...settings['webhooks.kinds']],
        ...omitUndefined({ tests }),
      };
    },
    heard() {
      if (config === undefined || dueAt <= now() + GATHER_MS) return;
      schedule(GATHER_MS).catch((error: unknown) => ignore(error, 'webhooks could not be scheduled'));
    },
    async handle(_payload, { signal }) {
      dueAt = Number.POSITIVE_INFINITY;
      if (config === undefined || state === undefined) return;
      const againMs = await runOnce(config, state, { ...deps(signal), store, home: paths.home });
      if (againMs !== undefined) await schedule(againMs);
    },
    async begin() {
      if (config === undefined) {
        // What is wrong may be mended: then what waits goes on.
        if (problem === undefined) removeWebhookState(paths.home);
        return;
      }
      state = readWebhookState(paths.home) ?? {
        seq: await store.log.lastSeq(),
        known: new Set(),
        open: new Set(),
        queues: new Map(),
      };
      for (const { key } of config.addresses) queueOf(state, key);
      writeWebhookState(paths.home, state);
      await schedule(GATHER_MS);
    },
  };
}

function configOf(settings: WebhookParts['settings']): { config?: WebhookConfig; problem?: CairnError } {
  try {
    return omitUndefined({ config: readWebhookSettings(settings) });
  } catch (error) {
    return { problem: toCairnError(error) };
  }
}

/** Looks for what there is to tell and sends what is due; returns the milliseconds until there is more to do. */
async function runOnce(
  { addresses, kinds }: WebhookConfig,
  state: WebhookState,
  deps: SendDeps & Pick<WebhookParts, 'store'> & { home: string },
): Promise<number | undefined> {
  const { found, againMs } = await findMessages({ ...deps, kinds }, state);
  enqueue(
    state,
    addresses.map(({ key }) => key),
    found,
  );
  writeWebhookState(deps.home, state);
  const due = addresses.filter(({ key }) => queueOf(state, key).nextAt <= now());
  const sent = await Promise.allSettled(due.map((address) => sendWaiting(address, queueOf(state, address.key), deps)));
  writeWebhookState(deps.home, state);
  for (const one of sent) if (one.status === 'rejected') throw one.reason;
  const waits = [...state.queues.values()].filter(({ waiting }) => waiting.length > 0);
  const all = [...waits.map(({ nextAt }) => Math.max(nextAt - now(), 0)), ...(againMs === undefined ? [] : [againMs])];
  return all.length === 0 ? undefined : Math.min(...all);
}

async function sendTests(
  config: WebhookConfig | undefined,
  problem: CairnError | undefined,
  deps: SendDeps,
): Promise<NonNullable<WebhooksResult['tests']>> {
  if (problem !== undefined) throw problem;
  if (config === undefined) {
    throw new CairnError('invalid_input', 'No address is set.', { fix: 'cairn config set webhooks.urls ADDRESS' });
  }
  const body = { type: 'webhook.test', timestamp: isoTime(now()), data: { kinds: [...config.kinds] } };
  return Promise.all(
    config.addresses.map(async (address) => {
      const began = now();
      const failed = problemOf(await send(address, { id: `msg_test_${randomId()}`, body }, deps));
      const outcome = { delivered: failed === undefined, tookMs: now() - began };
      return { address: address.shown, ...outcome, ...omitUndefined({ problem: failed }) };
    }),
  );
}

function toState(
  config: WebhookConfig | undefined,
  state: WebhookState | undefined,
  problem: CairnError | undefined,
): Pick<WebhooksResult, 'state' | 'problem' | 'addresses' | 'notes'> {
  const addresses = config?.addresses ?? [];
  const notes = problem?.fix === undefined ? [] : [{ code: 'fix', message: problem.fix }];
  return {
    state: problem === undefined ? (config === undefined ? 'off' : 'ready') : 'failed',
    addresses: addresses.map(({ key, shown }) => toEntry(shown, state?.queues.get(key))),
    notes,
    ...omitUndefined({ problem: problem?.message }),
  };
}

function toEntry(address: string, queue: AddressQueue | undefined): WebhookEntry {
  const { waiting = [], delivered = 0, dropped = 0, lastAt, nextAt = 0, problem } = queue ?? {};
  const at = {
    lastAt: lastAt === undefined ? undefined : isoTime(lastAt),
    nextAt: waiting.length > 0 ? isoTime(nextAt || now()) : undefined,
  };
  return { address, waiting: waiting.length, delivered, dropped, ...omitUndefined({ ...at, problem }) };
}
