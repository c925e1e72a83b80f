import { asObject, asString } from '../../core/json.ts';
import type { HealthFinding } from '../../core/model/check.ts';
import type { SyncRunRow } from '../../store/contract/sync.ts';
import { handedOnAgain } from '../../sync/hand-on-again.ts';
import { readSyncConfig, type SyncServer, withoutTlsOf } from '../../sync/sync-config.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** Runs of sync that are looked at. */
const RUNS = 200;

/** Failures that pass by themselves: a drive that is not connected, a server that is out of reach. */
const PASSING = new Set<unknown>(['not_found', 'not_running', 'timeout', 'busy']);

/**
 * Checks how the home takes part in a team: whether its runs succeed, and whether others on the way could read what it hands on,
 * or removed it.
 */
export async function checkSync({
  status,
  store,
  environment: { variables },
}: Pick<DoctorDeps, 'status' | 'store' | 'environment'>): Promise<HealthFinding[]> {
  const config = readSyncConfig(status.home);
  if (config === undefined) return [];
  const { remote } = config;
  const runs = await store.sync.runs(RUNS);
  if (remote.kind === 'folder') return [...checkSeries(remote.path, runs), ...checkRuns(runs)];
  return [...checkTls(remote, variables.NODE_TLS_REJECT_UNAUTHORIZED === '0'), ...checkRuns(runs)];
}

/** Tells of runs that fail one after the other; `runs`: newest first. */
function checkRuns(runs: readonly SyncRunRow[]): HealthFinding[] {
  const name = 'sync-runs';
  const good = runs.findIndex(({ data }) => data.error === undefined);
  const failed = good === -1 ? runs.length : good;
  if (failed === 0) return [];
  const { code, message } = asObject(runs[0]?.data.error);
  const times = failed === 1 ? 'The last run of sync failed' : `The last ${failed} runs of sync failed`;
  const status = failed === 1 || PASSING.has(code) ? 'warning' : 'failed';
  return [{ name, status, message: `${times}: ${asString(message) ?? ''}`, fix: 'cairn sync now' }];
}

function checkSeries(path: string, runs: readonly SyncRunRow[]): HealthFinding[] {
  const name = 'sync-files';
  const message = handedOnAgain(runs);
  if (message === undefined) return [{ name, status: 'ok', message: `Sync goes to ${path}.` }];
  return [{ name, status: 'warning', message, fix: 'Ask your team who removed them, or put the older copy there' }];
}

function checkTls(remote: SyncServer, isUnchecked: boolean): HealthFinding[] {
  const name = 'sync-tls';
  if (isUnchecked) {
    const message = `NODE_TLS_REJECT_UNAUTHORIZED=0 was set where the worker was started: whoever is on the way to ${remote.url} can read the token and all that is shared.`;
    return [{ name, status: 'failed', message, fix: 'Unset it, then: cairn worker stop' }];
  }
  if (!remote.insecure) return [{ name, status: 'ok', message: `Sync goes to ${remote.url}.` }];
  const fix = 'Put TLS before the server, then: cairn sync remove, and cairn sync add with its https address';
  return [{ name, status: 'warning', message: withoutTlsOf(remote), fix }];
}
