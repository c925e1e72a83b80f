import type { HealthFinding } from '../../core/model/check.ts';
import { readSyncConfig, withoutTlsOf } from '../../sync/sync-config.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** Checks how the home takes part in a team: whether others on the way could read what it hands on. */
export function checkSync({ status }: Pick<DoctorDeps, 'status'>): HealthFinding[] {
  const config = readSyncConfig(status.home);
  if (config?.remote.kind !== 'server') return [];
  const name = 'sync-tls';
  if (!config.remote.insecure) return [{ name, status: 'ok', message: `Sync goes to ${config.remote.url}.` }];
  const fix = 'Put TLS before the server, then: cairn sync remove, and cairn sync add with its https address';
  return [{ name, status: 'warning', message: withoutTlsOf(config.remote), fix }];
}
